#include "checks/triton/TritonIndexOutOfBoundsCheck.h"
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

/// Of a kernel with more assertions, the rest is said in a word; nobody reads on, and each takes a
/// proof.
constexpr unsigned MaxFindings = 3, MaxAsserts = 256;
/// Sizes are tried up to the rows of a table of fewer.
constexpr int64_t LargestTable = int64_t(1) << 31;

/// What must hold for an assertion to be evaluated by some lane.
struct AssertContext {
  /// The lanes that it is about: the opposite of what excuses a lane.
  const TritonPredicate *Mask = nullptr;
  std::deque<TritonPredicate> Owned;
  /// Of which each is at least 1 where the place is reached: the grid, the rounds of loops.
  SmallVector<Expression, 6> Positive;
};

class CallReporter {
public:
  CallReporter(const LaunchCall &C, TuFacts &Facts, LaunchTests &Tests,
               llvm::function_ref<void(const CodeFinding &)> Report)
      : C(C), K(*C.Launch->Source), Facts(Facts), Launches(Facts.launches()), Tests(Tests),
        Body(Launches.body(K)), Report(Report) {}

  void run();

private:
  void checkAssert(const TritonAssert &A);
  /// Whether a size in it may be tested by code that is not followed.
  bool mayBeRefused(Expression E) const;
  bool checkEmpty(const TritonAssert &A, const AssertContext &At, Expression Limit);
  Expression limitOfUnknown(const TritonAssert &A) const;
  bool checkIndex(const TritonAssert &A, const AssertContext &At, const Condition &Wanted);
  void checkUnasserted();
  bool isTested() const;

  bool findContext(const TritonAssert &A, AssertContext &At) const;
  std::string kernelName() const { return "'" + K.name().str() + "'"; }
  std::string shortMessage(const TritonAssert &A) const {
    return A.Message.empty() ? "the assertion" : "'" + A.Message + "'";
  }
  void finish(CodeFinding F, const TritonAssert &A, const AssertContext *At, Expression InKernel,
              const Assignment &Values);

  const LaunchCall &C;
  const TritonKernel &K;
  TuFacts &Facts;
  const LaunchFacts &Launches;
  LaunchTests &Tests;
  const TritonBody &Body;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// Of the assertions.
  std::vector<CodeFinding> Found;
  /// Bounds and indices that were reported for this call.
  llvm::DenseSet<const symbolic::Node *> Told;
};

bool CallReporter::findContext(const TritonAssert &A, AssertContext &At) const {
  SmallVector<Condition, 4> Bound;
  if (const TritonPredicate *Excuse = TritonBody::bound(A, Bound)) {
    SmallVector<const TritonPredicate *, 4> Left{Excuse};
    for (unsigned Steps = 0; !Left.empty(); ++Steps) {
      const TritonPredicate *Part = Left.pop_back_val();
      if (Steps > 100)
        return false;
      if (Part->K == TritonPredicate::Kind::Or) {
        Left.push_back(Part->A);
        Left.push_back(Part->B);
      } else if (Part->K == TritonPredicate::Kind::Compare) {
        At.Owned.push_back({});
        At.Owned.back().K = TritonPredicate::Kind::Compare;
        At.Owned.back().C = Part->C.negate();
        const TritonPredicate *Compared = &At.Owned.back();
        if (At.Mask) {
          At.Owned.push_back({});
          At.Owned.back().K = TritonPredicate::Kind::And;
          At.Owned.back().A = At.Mask;
          At.Owned.back().B = Compared;
          Compared = &At.Owned.back();
        }
        At.Mask = Compared;
      } else if (!Part->isFalse()) {
        return false;
      }
    }
  }
  for (int L = A.Loop; L != -1; L = Body.loops()[L].Outer) {
    const TritonLoop &Loop = Body.loops()[L];
    if (!Loop.First || !Loop.End || !Loop.Step || Loop.Step.constantValue().value_or(1) < 1)
      return false;
    Expression Rounds = Launches.bind(C, Loop.End - Loop.First);
    if (llvm::any_of(Rounds.symbols(), [&](Expression S) { return Body.symbol(S) != nullptr; }))
      return false;
    At.Positive.push_back(Rounds);
  }
  // A helper that is cut down to its source has no grid.
  if (C.Launch->Call)
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      Expression Grid = Launches.grid(C, Axis);
      if (!Grid)
        return false;
      At.Positive.push_back(Grid);
    }
  // Nothing runs for sizes of which the grid is none.
  for (const TritonParameter &P : K.parameters())
    if (P.Name.ends_with("numel") && P.Name.drop_back(5).size() <= 3 && !P.Name.starts_with("r"))
      if (Expression Numel = Launches.value(C, P))
        At.Positive.push_back(Numel);
  return true;
}

/// \param At what the assertion is excused by, where that is a part of the fault.
void CallReporter::finish(CodeFinding F, const TritonAssert &A, const AssertContext *At,
                          Expression InKernel, const Assignment &Values) {
  ASTContext &Context = Facts.context();
  F.Level = Severity::Warning;
  F.At = charRange(C.By->Call->getSourceRange(), Context);
  SmallVector<Expression, 4> Symbols(InKernel.symbols());
  SmallVector<Condition, 4> Mask;
  if (At && At->Mask)
    At->Mask->conjuncts(Mask);
  for (const Condition &Part : Mask)
    llvm::append_range(Symbols, Part.E.symbols());
  llvm::SetVector<const TritonParameter *> Parameters;
  for (Expression Symbol : Symbols)
    if (const TritonSymbol *S = Body.symbol(Symbol); S && S->K == TritonSymbol::Kind::Parameter)
      Parameters.insert(&K.parameters()[S->Number]);

  addStep(F, Launches.range(K, A.Call), "the assertion of the kernel");
  for (const TritonParameter *P : Parameters)
    F.Flow.push_back({Launches.range(*P), "'" + P->Name.str() + "' of the kernel"});
  if (C.Launch->Call)
    F.Flow.push_back(
        {charRange(C.Launch->Call->getSourceRange(), Context), "the kernel is launched here"});
  F.Flow.push_back({F.At, "this call launches it"});
  for (const TritonParameter *P : Parameters)
    if (const ScalarArgument *Argument = scalarArgument(C, *P); Argument && Argument->Value)
      addStep(F, charRange(Argument->Argument->getSourceRange(), Context),
              "'" + P->Name.str() + "' of the kernel is " + Argument->Value.str());
  addSizes(F, C, Values, Facts);
  addSourceNodes(F, C, Facts);
  Found.push_back(std::move(F));
}

bool CallReporter::mayBeRefused(Expression E) const {
  return llvm::any_of(E.symbols(), [&](Expression Symbol) {
    const SizeSymbol *S = C.In->symbol(Symbol);
    return S && S->From == SizeSymbol::Origin::InputSize &&
           Facts.buffers().mayTestSize(S->Input, S->Dimension);
  });
}

bool CallReporter::checkEmpty(const TritonAssert &A, const AssertContext &At, Expression Limit) {
  Expression Have = Launches.bind(C, Limit);
  if (!Have || Have.hasOpaque() || Have.isConstant() || Told.contains(Have.node()))
    return false;
  if (llvm::any_of(Have.symbols(), [&](Expression S) { return Body.symbol(S) != nullptr; }))
    return false;
  SizeComparison Compare(*C.In);
  Compare.admitEmpty(Facts.buffers().inputs());
  SmallVector<Condition, 8> Guards;
  if (!addLaneConditions(C, Launches, Limit, At.Mask, *A.Path, Compare, Guards))
    return false;
  Expression One = Have.context().constant(1);
  std::optional<Assignment> Values = Compare.exceeding(One, Have, At.Positive, Guards);
  if (!Values) {
    // A bound that is a quotient is cut.
    Compare.admitRests();
    Values = Compare.exceeding(One, Have, At.Positive, Guards);
  }
  if (!Values || mayBeRefused(Have))
    return false;
  std::optional<int64_t> Bound = evaluate(Have, *Values);
  if (!Bound)
    return false;
  Told.insert(Have.node());
  CodeFinding F;
  F.Message =
      forSizes(*C.In, *Values) + shortMessage(A) + " of kernel " + kernelName() +
      " has the bound " + std::to_string(*Bound) +
      ", which no index meets, and the kernel runs all the same: " +
      (K.assertsIndices() == false ? "it reads or writes outside of the tensor"
                                   : "the assertion stops the device, and with it the process") +
      "; " +
      adviceOn(*C.In, *Values,
               "bound the size from below in the checks of the inputs, or answer an empty input "
               "before the model runs");
  finish(std::move(F), A, nullptr, Limit, *Values);
  return true;
}

bool CallReporter::checkIndex(const TritonAssert &A, const AssertContext &At,
                              const Condition &Wanted) {
  if (Wanted.E.hasOpaque() ||
      (Wanted.K != Condition::NonNegative && Wanted.K != Condition::Negative))
    return false;
  Expression Value = Launches.bind(C, Wanted.E);
  if (!Value || Value.hasOpaque() || Told.contains(Value.node()))
    return false;
  SizeComparison Compare(*C.In);
  SmallVector<Condition, 8> Guards;
  if (!addLaneConditions(C, Launches, Wanted.E, At.Mask, *A.Path, Compare, Guards))
    return false;
  Expression Zero = Value.context().constant(0);
  // A table of a fixed number of rows ends there; sizes without an upper end are tried so far.
  Assignment First;
  for (Expression Symbol : Value.symbols())
    // What is divided by a size has no value for 0.
    First.set(Symbol, C.In->symbol(Symbol) ? 1 : 0);
  if (std::optional<int64_t> Rows = evaluate(Value, First);
      Rows && Wanted.K == Condition::Negative && *Rows < 0 && *Rows > -LargestTable)
    Compare.tryUpTo(2 - *Rows);
  // It fails where a value that has to be negative is not, and the other way round.
  std::optional<Assignment> Values =
      Wanted.K == Condition::Negative
          ? Compare.smallestExceeding(Value, Zero - 1, At.Positive, Guards)
          : Compare.smallestExceeding(Zero, Value, At.Positive, Guards);
  std::optional<int64_t> Past = Values ? evaluate(Value, *Values) : std::nullopt;
  if (!Past || mayBeRefused(Value))
    return false;
  Told.insert(Value.node());
  CodeFinding F;
  std::string By = Wanted.K == Condition::Negative
                       ? std::to_string(*Past + 1) + " past the end"
                       : std::to_string(-*Past) + " before the beginning";
  F.Message =
      forSizes(*C.In, *Values) + "the index of " + shortMessage(A) + " of kernel " + kernelName() +
      " lies " + By + ", whatever the data is: " +
      (K.assertsIndices() == false ? "the kernel reads or writes outside of the tensor"
                                   : "the assertion stops the device, and with it the process") +
      "; " +
      adviceOn(*C.In, *Values,
               "bound the size in the checks of the inputs to what the table can be indexed with");
  finish(std::move(F), A, &At, Wanted.E, *Values);
  return true;
}

/// The size that an index of which nothing is known is compared with, as torch writes it: `(0 <= t)
/// & (t < ks0)`, with a mask behind it or without; none for everything else.
Expression CallReporter::limitOfUnknown(const TritonAssert &A) const {
  SmallVector<const PythonExpr *, 4> Arguments = pythonPositional(A.Call);
  const PythonExpr *E = Arguments.empty() ? nullptr : Arguments.front();
  auto IsBinary = [](const PythonExpr *E, StringRef Operator) {
    return E && E->is(PythonExprKind::Binary) && E->Text == Operator && E->Children.size() == 2;
  };
  if (IsBinary(E, "|"))
    E = E->Children[0];
  if (!IsBinary(E, "&"))
    return {};
  const PythonExpr *Low = E->Children[0], *High = E->Children[1];
  for (const PythonExpr *Part : {Low, High})
    if (!Part->is(PythonExprKind::Compare) || Part->Children.size() != 2)
      return {};
  const PythonExpr *Index = Low->Children[1], *Limit = High->Children[1];
  if (Low->operators()[0] != "<=" || High->operators()[0] != "<" ||
      pythonInteger(Low->Children[0]) != 0 || !Index->is(PythonExprKind::Name) ||
      !High->Children[0]->isName(Index->Text) || !Limit->is(PythonExprKind::Name) ||
      !Limit->Text.starts_with("ks"))
    return {};
  for (unsigned I = 0; I < K.parameters().size(); ++I)
    if (K.parameters()[I].Name == Limit->Text)
      return Body.parameter(I);
  return {};
}

void CallReporter::checkAssert(const TritonAssert &A) {
  AssertContext At;
  if (A.K != TritonAssert::Kind::Device || !findContext(A, At))
    return;
  SmallVector<Condition, 4> Bound;
  TritonBody::bound(A, Bound);
  const Condition *Low = nullptr, *High = nullptr;
  for (const Condition &Part : Bound) {
    if (Part.K == Condition::NonNegative)
      Low = &Part;
    else if (Part.K == Condition::Negative)
      High = &Part;
  }
  Expression Limit = Low && High     ? Low->E - High->E
                     : Bound.empty() ? limitOfUnknown(A)
                                     : Expression();
  if (Limit && checkEmpty(A, At, Limit))
    return;
  for (const Condition &Part : Bound)
    if (checkIndex(A, At, Part))
      return;
}

/// Accesses that the assertions were left out of, as the kernel says of itself.
void CallReporter::checkUnasserted() {
  if (K.assertsIndices() != false || K.kind() == TritonKind::UserAutotune ||
      K.kind() == TritonKind::Template || K.kind() == TritonKind::Unknown)
    return;
  const TritonAccess *First = nullptr;
  std::vector<StringRef> Tensors;
  for (const TritonAccess &A : Body.accesses()) {
    if (A.K == TritonAccess::Kind::Call || A.Parameter < 0 || A.Loads.empty() || !A.Index ||
        A.Origins != triton_origin::Memory)
      continue;
    SmallVector<const TritonAssert *, 4> Asserted;
    Body.assertsAt(A, Asserted);
    if (llvm::any_of(Asserted, [](const TritonAssert *Assert) {
          return Assert->K == TritonAssert::Kind::Device;
        }))
      continue;
    if (!First)
      First = &A;
    StringRef Name = K.parameters()[A.Parameter].Name;
    if (!llvm::is_contained(Tensors, Name))
      Tensors.push_back(Name);
  }
  if (!First)
    return;
  ASTContext &Context = Facts.context();
  std::string Names;
  for (StringRef Name : Tensors)
    Names += (Names.empty() ? "'" : ", '") + Name.str() + "'";
  CodeFinding F;
  F.Level = Severity::Warning;
  F.At = charRange(C.By->Call->getSourceRange(), Context);
  F.Message = "kernel " + kernelName() + " indexes " + Names +
              " with numbers from memory and was compiled without the assertions that would check "
              "them ('assert_indirect_indexing' is off): an index out of bounds reads foreign "
              "memory or destroys it, where an assertion would say so; compile with "
              "'assert_indirect_indexing', or check the indices before";
  addStep(F, Launches.range(K, First->Call), "this access has an index from memory");
  for (unsigned Number : First->Loads)
    if (Number < Body.accesses().size()) {
      const TritonAccess &Load = Body.accesses()[Number];
      addStep(F, Launches.range(K, Load.Call), "the index is loaded here");
      if (Load.Parameter < 0)
        continue;
      const Operand *O = Launches.operand(C, K.parameters()[Load.Parameter]);
      if (O && O->Argument)
        addStep(F, charRange(O->Argument->getSourceRange(), Context),
                "'" + K.parameters()[Load.Parameter].Name.str() + "' of the kernel");
    }
  if (C.Launch->Call)
    F.Flow.push_back(
        {charRange(C.Launch->Call->getSourceRange(), Context), "the kernel is launched here"});
  F.Flow.push_back({F.At, "this call launches it"});
  addSourceNodes(F, C, Facts);
  Report(F);
}

/// Whether the helper tests a number that it hands to the kernel.
bool CallReporter::isTested() const {
  return C.Launch->In && C.Launch->Call &&
         llvm::any_of(C.Launch->Arguments, [&](const LaunchArgument &A) {
           return A.K == LaunchArgument::Kind::Scalar && A.From &&
                  Tests.of(*C.Launch->In).isTested(A.From, *C.Launch);
         });
}

void CallReporter::run() {
  if (Tests.isReachedForAllSizes(C) && !isTested()) {
    unsigned Seen = 0;
    for (const TritonAssert &A : Body.asserts()) {
      if (Found.size() == MaxFindings || Seen == MaxAsserts)
        break;
      ++Seen;
      checkAssert(A);
    }
    if (size_t More = Body.asserts().size() - Seen; More && Found.size() == MaxFindings)
      Found.back().Message += "; " + std::to_string(More) + " more " +
                              (More == 1 ? "assertion" : "assertions") +
                              " of the kernel are not looked at";
    for (const CodeFinding &F : Found)
      Report(F);
  }
  checkUnasserted();
}

} // namespace

void TritonIndexOutOfBoundsCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind == SourceKind::JitWrapper ||
      Facts->dialect().Kind == SourceKind::UnsupportedWrapper)
    return;
  const LaunchFacts &Launches = Facts->launches();
  if (Launches.kernels().empty())
    return;
  LaunchTests Tests(Launches);
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  for (const KernelLaunch &L : Launches.launches())
    if (L.Source)
      for (const LaunchCall &C : L.Calls)
        CallReporter(C, *Facts, Tests, Report).run();
  // Helpers that hold the source of a kernel, and of which the launch is not known.
  const SourceManager &SM = Context.getSourceManager();
  auto KernelIn = [&](const FunctionDecl &F) -> const TritonKernel * {
    auto [File, Begin] = SM.getDecomposedLoc(SM.getFileLoc(F.getBeginLoc()));
    uint32_t End = SM.getFileOffset(SM.getFileLoc(F.getEndLoc()));
    if (File != SM.getMainFileID())
      return nullptr;
    auto It = llvm::partition_point(
        Launches.kernels(), [&, B = Begin](const auto &K) { return K->source().CommentEnd <= B; });
    return It != Launches.kernels().end() && (*It)->source().CommentBegin < End ? It->get()
                                                                                : nullptr;
  };
  for (const FunctionBuffers &F : Facts->buffers().functions())
    for (const Operation &O : F.Operations) {
      if (O.K != Operation::Kind::Launch || !O.Call || Launches.launch(O.Call))
        continue;
      KernelLaunch L;
      L.In = calledPattern(O.Call);
      L.IsHelper = true;
      L.Kernel = O.Kernel.str();
      L.Source = L.In ? KernelIn(*L.In) : nullptr;
      if (L.Source)
        CallReporter({&F, &O, &L}, *Facts, Tests, Report).run();
    }
}

} // namespace aoti
