#include "checks/triton/TritonInt32OverflowCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/LaunchFacts.h"
#include "Facts/SizeComparison.h"
#include "checks/triton/LaneConditions.h"
#include "checks/triton/LaunchTests.h"
#include "checks/triton/LaunchTrace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr int64_t Largest = INT32_MAX;

class LaunchReporter {
public:
  LaunchReporter(const KernelLaunch &L, TuFacts &Facts, LaunchTests &Tests,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : L(L), Facts(Facts), Launches(Facts.launches()), Tests(Tests), Report(Report) {}

  void run() {
    for (const LaunchArgument &A : L.Arguments)
      if (!checkArgument(A))
        checkWidth(A);
    if (!L.Source || llvm::any_of(L.Arguments, [&](const LaunchArgument &A) {
          return A.K == LaunchArgument::Kind::Scalar && isRefused(A);
        }))
      return;
    for (const LaunchCall &C : L.Calls)
      if (!Narrowed.contains(C.By) && Tests.isReachedForAllSizes(C))
        checkIndices(C);
  }

private:
  /// Whether the helper tests a number before it makes it narrow.
  bool isRefused(const LaunchArgument &A) const {
    return L.In && A.From && Tests.of(*L.In).isBounded(A.From, L);
  }
  /// \returns true where it reports.
  bool checkArgument(const LaunchArgument &A);
  void checkWidth(const LaunchArgument &A);
  /// The number that a call hands over for an argument; none where that is not known.
  Expression valueOf(const LaunchCall &C, const LaunchArgument &A,
                     const ScalarArgument *&Given) const;
  void checkIndices(const LaunchCall &C);

  const KernelLaunch &L;
  TuFacts &Facts;
  const LaunchFacts &Launches;
  LaunchTests &Tests;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// Calls of which a size is reported; their indices follow from it.
  llvm::DenseSet<const Operation *> Narrowed;
};

/// Whether an argument is a signed number of 32 bits.
static bool isNarrow(const LaunchArgument &A) {
  return A.K == LaunchArgument::Kind::Scalar && A.Variable && A.Bytes == 4 &&
         A.Variable->getType().getNonReferenceType()->isSignedIntegerType();
}

Expression LaunchReporter::valueOf(const LaunchCall &C, const LaunchArgument &A,
                                   const ScalarArgument *&Given) const {
  Given = nullptr;
  if (L.IsHelper)
    Given = A.From ? scalarArgument(C, identifierOf(A.From)) : nullptr;
  else
    for (const ScalarArgument &S : C.By->Scalars)
      if (referredVariable(S.Argument) == A.Variable)
        Given = &S;
  return Given                        ? Given->Value
         : L.IsHelper && A.ByPosition ? Launches.value(C, *A.ByPosition)
                                      : Expression();
}

/// The assignment that makes the indices of a kernel along an axis 64 bits wide: `xoffset =
/// tl.program_id(0).to(tl.int64) * XBLOCK`; null if there is none.
static const PythonExpr *wideOffset(const TritonKernel &K, StringRef Axis) {
  auto IsWide = [](const PythonExpr *E) {
    SmallVector<const PythonExpr *, 16> Left{E};
    while (!Left.empty()) {
      const PythonExpr *Part = Left.pop_back_val();
      if (!Part)
        continue;
      if (Part->is(PythonExprKind::Call) && Part->Children.size() > 1 &&
          Part->Children[0]->is(PythonExprKind::Attribute) && Part->Children[0]->Text == "to" &&
          Part->Children[1]->is(PythonExprKind::Attribute) && Part->Children[1]->Text == "int64")
        return true;
      llvm::append_range(Left, Part->Children);
    }
    return false;
  };
  if (const PythonStmt *Function = K.function())
    for (const PythonStmt *S : Function->Body)
      if (S->Kind == PythonStmtKind::Assign && S->Exprs.size() == 2 &&
          S->Exprs[0]->is(PythonExprKind::Name) &&
          (S->Exprs[0]->Text == (Axis + "offset").str() ||
           S->Exprs[0]->Text == (Axis + "base").str()) &&
          IsWide(S->Exprs[1]))
        return S->Exprs[1];
  return nullptr;
}

/// torch takes one width for the indices of a kernel and for the sizes in its signature
/// (index_dtype in torch/_inductor/codegen/triton.py): a wide kernel is one for tensors whose
/// number of elements a narrow size cannot say.
void LaunchReporter::checkWidth(const LaunchArgument &A) {
  const TritonParameter *P = A.ByPosition;
  if (!isNarrow(A) || !P || !P->Name.ends_with("numel") || isRefused(A))
    return;
  const TritonKernel &K = *L.Source;
  if (K.kind() == TritonKind::UserAutotune || K.kind() == TritonKind::Template ||
      K.kind() == TritonKind::Unknown || !K.name().contains("triton_"))
    return;
  const PythonExpr *Wide = wideOffset(K, P->Name.drop_back(5));
  // Sizes that are fixed fit, or aoti-triton-launch-abi tells of them.
  const ScalarArgument *Given = nullptr;
  if (!Wide || (!L.Calls.empty() && llvm::all_of(L.Calls, [&](const LaunchCall &C) {
        Expression Value = valueOf(C, A, Given);
        return Value && Value.isConstant();
      })))
    return;
  ASTContext &Context = Facts.context();
  CodeFinding F;
  F.Level = Severity::Warning;
  F.At = charRange(A.Variable->getSourceRange(), Context);
  F.Message = "'" + P->Name.str() + "' is handed to kernel " + kernelName(L) +
              " in 32 bits, and the kernel computes its indices in 64: torch makes it so for "
              "tensors of more than 2147483647 elements, and a number of so many is cut here; "
              "declare the variable as 'int64_t', and compile the kernel with '" +
              P->Name.str() + "' as 'i64'";
  addStep(F, Launches.range(K, Wide), "the kernel computes in 64 bits");
  addStep(F, Launches.range(*P),
          "'" + P->Name.str() + "' of the kernel" +
              (P->Type ? ", '" + P->Type->Spelling + "'" : ""));
  F.Flow.push_back({F.At, "made 32 bits wide here"});
  F.Flow.push_back({charRange(L.Call->getSourceRange(), Context), "the kernel is launched here"});
  if (!L.Calls.empty())
    addSourceNodes(F, L.Calls.front(), Facts);
  Report(F);
}

bool LaunchReporter::checkArgument(const LaunchArgument &A) {
  ASTContext &Context = Facts.context();
  if (!isNarrow(A) || isRefused(A))
    return false;
  bool IsTold = false;
  for (const LaunchCall &C : L.Calls) {
    const ScalarArgument *Given = nullptr;
    Expression Value = valueOf(C, A, Given);
    if (!Value || Value.hasOpaque() || !isBoundedAbove(*C.In, Value) ||
        !Tests.isReachedForAllSizes(C))
      continue;
    // A kernel that was compiled for one size holds it itself. A constant that does not fit into
    // its variable is told by aoti-triton-launch-abi.
    if (Value.isConstant() && (!L.IsHelper || (A.ByPosition && A.ByPosition->Type &&
                                               A.ByPosition->Type->ElementBits != 32)))
      continue;
    std::optional<Assignment> Values =
        SizeComparison(*C.In).exceeding(Value, Value.context().constant(Largest), {}, {});
    std::optional<int64_t> Number = Values ? evaluate(Value, *Values) : std::nullopt;
    if (!Number)
      continue;
    Narrowed.insert(C.By);
    if (IsTold)
      continue;
    IsTold = true;
    std::string Name = A.From ? identifierOf(A.From).str() : identifierOf(A.Variable).str();
    CodeFinding F;
    F.Level = Severity::Warning;
    F.At = charRange(A.Variable->getSourceRange(), Context);
    F.Message = forSizes(*C.In, *Values) + "'" + Name + "' is " + std::to_string(*Number) +
                " and is handed to kernel " + kernelName(L) + " in 32 bits, as " +
                std::to_string(int32_t(uint32_t(uint64_t(*Number)))) +
                ": it then works on a part of the tensor, or outside of it; " +
                adviceOn(*C.In, *Values, "lower the upper bound of the dimension") +
                ", or compile with an example above 2147483647 elements, for which torch takes 64 "
                "bits";
    addSizes(F, C, *Values, Facts);
    if (A.ByPosition)
      addStep(F, Launches.range(*A.ByPosition),
              "'" + A.ByPosition->Name.str() + "' of the kernel" +
                  (A.ByPosition->Type ? ", '" + A.ByPosition->Type->Spelling + "'" : ""));
    if (Given && L.IsHelper)
      addStep(F, charRange(Given->Argument->getSourceRange(), Context),
              "'" + Name + "' is " + Value.str());
    F.Flow.push_back({F.At, "made 32 bits wide here"});
    F.Flow.push_back({charRange(L.Call->getSourceRange(), Context), "the kernel is launched here"});
    addSourceNodes(F, C, Facts);
    Report(F);
  }
  return IsTold;
}

void LaunchReporter::checkIndices(const LaunchCall &C) {
  ASTContext &Context = Facts.context();
  const TritonBody &Body = Launches.body(*L.Source);
  if (Body.figure().IsCut)
    return;
  for (const TritonAccess &A : Body.accesses()) {
    if (A.IndexBits != 32 || !A.Index || A.Origins != 0 || A.Parameter < 0)
      continue;
    Expression Index = Launches.bind(C, A.Index);
    if (!Index || Index.hasOpaque() || Index.isConstant())
      continue;
    SizeComparison Compare(*C.In);
    SmallVector<Condition, 8> Guards;
    if (!addLaneConditions(C, Launches, A.Index, A.Mask, *A.Path, Compare, Guards) ||
        !isBoundedAbove(*C.In, Index) ||
        llvm::any_of(Guards, [&](const Condition &G) { return !isBoundedAbove(*C.In, G.E); }))
      continue;
    std::optional<Assignment> Values =
        Compare.exceeding(Index, Index.context().constant(Largest), {}, Guards);
    std::optional<int64_t> Number = Values ? evaluate(Index, *Values) : std::nullopt;
    if (!Number)
      continue;
    const TritonParameter &P = L.Source->parameters()[A.Parameter];
    CodeFinding F;
    F.Level = Severity::Warning;
    F.At = charRange(C.By->Call->getSourceRange(), Context);
    F.Message = forSizes(*C.In, *Values) + "kernel " + kernelName(L) + " " +
                (A.writes() ? "writes" : "reads") + " element " + std::to_string(*Number) +
                " of '" + P.Name.str() +
                "' and computes the index in 32 bits: it wraps around, so that the access lies "
                "outside of the tensor; " +
                adviceOn(*C.In, *Values, "lower the upper bound of the dimension") +
                ", or compile with an example above 2147483647 elements, for which torch takes 64 "
                "bits";
    addSizes(F, C, *Values, Facts);
    addStep(F, Launches.range(*L.Source, A.Call), "the access");
    if (const Operand *O = Launches.operand(C, P); O && O->Argument)
      addStep(F, charRange(O->Argument->getSourceRange(), Context),
              "'" + P.Name.str() + "' of the kernel");
    F.Flow.push_back({charRange(L.Call->getSourceRange(), Context), "the kernel is launched here"});
    F.Flow.push_back({F.At, "this call launches it"});
    addSourceNodes(F, C, Facts);
    Report(F);
    return;
  }
}

} // namespace

void TritonInt32OverflowCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind == SourceKind::JitWrapper ||
      Facts->dialect().Kind == SourceKind::UnsupportedWrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  LaunchTests Tests(Facts->launches());
  for (const KernelLaunch &L : Facts->launches().launches())
    LaunchReporter(L, *Facts, Tests, Report).run();
}

} // namespace aoti
