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
      checkArgument(A);
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
  void checkArgument(const LaunchArgument &A);
  void checkIndices(const LaunchCall &C);

  const KernelLaunch &L;
  TuFacts &Facts;
  const LaunchFacts &Launches;
  LaunchTests &Tests;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// Calls of which a size is reported; their indices follow from it.
  llvm::DenseSet<const Operation *> Narrowed;
};

void LaunchReporter::checkArgument(const LaunchArgument &A) {
  ASTContext &Context = Facts.context();
  if (A.K != LaunchArgument::Kind::Scalar || !A.Variable || A.Bytes != 4)
    return;
  QualType Type = A.Variable->getType().getNonReferenceType();
  if (!Type->isSignedIntegerType() || isRefused(A))
    return;
  bool IsTold = false;
  for (const LaunchCall &C : L.Calls) {
    const ScalarArgument *Given = nullptr;
    if (L.IsHelper)
      Given = A.From ? scalarArgument(C, identifierOf(A.From)) : nullptr;
    else
      for (const ScalarArgument &S : C.By->Scalars)
        if (referredVariable(S.Argument) == A.Variable)
          Given = &S;
    Expression Value = Given                        ? Given->Value
                       : L.IsHelper && A.ByPosition ? Launches.value(C, *A.ByPosition)
                                                    : Expression();
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
                ": it then works on a part of the tensor, or outside of it; lower the upper bound "
                "of the dimension, or compile with an example above 2147483647 elements, for which "
                "torch takes 64 bits";
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
                "outside of the tensor; lower the upper bound of the dimension, or compile with an "
                "example above 2147483647 elements, for which torch takes 64 bits";
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
