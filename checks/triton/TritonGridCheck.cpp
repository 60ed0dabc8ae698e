#include "checks/triton/TritonGridCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/InputContract.h"
#include "Facts/LaunchFacts.h"
#include "Facts/SizeComparison.h"
#include "checks/triton/LaunchTests.h"
#include "checks/triton/LaunchTrace.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// Of CUDA, along y and z (table of compute capabilities in the CUDA programming guide).
constexpr int64_t LargestGrid = 65535;
constexpr StringRef AxisNames[] = {"x", "y", "z"};

class LaunchReporter {
public:
  LaunchReporter(const KernelLaunch &L, TuFacts &Facts, LaunchTests &Tests,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : L(L), Facts(Facts), Launches(Facts.launches()), Tests(Tests), Report(Report) {}

  void run() {
    const FunctionTests &Tested = Tests.of(*L.In);
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      const Expr *Argument = L.Grid[Axis].Argument;
      if (!Argument)
        continue;
      const VarDecl *V = variableOf(L.Grid[Axis]);
      bool IsTested = V && Tested.isTested(V);
      bool IsBounded = V && Tested.isBounded(V);
      if (L.Calls.empty() && L.IsHelper && !IsTested && checkUncalled(Axis))
        break;
      for (const LaunchCall &C : L.Calls)
        if (Tests.isReachedForAllSizes(C) && ((!IsTested && checkEmpty(C, Axis)) ||
                                              (Axis > 0 && !IsBounded && checkLargest(C, Axis))))
          break;
    }
  }

private:
  /// What a test before the launch would look at.
  static const VarDecl *variableOf(const LaunchGrid &G) {
    return G.Of ? G.Of : referredVariable(G.Argument);
  }

  /// Whether a size may be tested by code that is not followed.
  bool mayBeRefused(const LaunchCall &C, const Assignment &Values) const {
    return llvm::any_of(Values.values(), [&](const auto &Entry) {
      const SizeSymbol *S = C.In->symbol(Entry.first);
      return S && S->From == SizeSymbol::Origin::InputSize &&
             Facts.buffers().mayTestSize(S->Input, S->Dimension);
    });
  }

  /// Says of sizes that the checks of the inputs do not admit what keeps them away.
  std::string refused(const LaunchCall &C, const Assignment &Values) const {
    for (const auto &[Symbol, Value] : Values.values()) {
      const SizeSymbol *S = C.In->symbol(Symbol);
      if (!S || S->Declared.contains(Value))
        continue;
      std::optional<RunsWhen> Looks;
      for (const InputCheck &Check : Facts.contract().checks().checks())
        if (S->From == SizeSymbol::Origin::InputSize && Check.Inputs.count(S->Input) &&
            Check.Looks && (!Looks || *Check.Looks < *Looks))
          Looks = Check.Looks;
      return !Looks                            ? ", which no check that runs refuses,"
             : *Looks == RunsWhen::ChecksAsked ? ", which only runs with "
                                                 "AOTI_RUNTIME_CHECK_INPUTS=1 refuse,"
                                               : ", which only the checks of the inputs refuse,";
    }
    return {};
  }

  std::string emptyMessage(unsigned Axis) const {
    return "the grid of kernel " + kernelName(L) + " is empty along " + AxisNames[Axis].str() +
           ", and nothing tests that before the launch: the driver refuses it with 'invalid "
           "argument', where there is nothing to compute; return before the launch if it is 0";
  }

  bool checkEmpty(const LaunchCall &C, unsigned Axis) {
    Expression Grid = Launches.grid(C, Axis);
    if (!Grid || Grid.hasOpaque() || Grid.isConstant())
      return false;
    Expression One = Grid.context().constant(1);
    SizeComparison Admitted(*C.In);
    Admitted.admitEmpty(Facts.buffers().inputs());
    std::optional<Assignment> Values = Admitted.exceeding(One, Grid, {}, {});
    if (!Values) {
      SizeComparison Unchecked(*C.In);
      Unchecked.admitUnchecked();
      Values = Unchecked.exceeding(One, Grid, {}, {});
      if (!Values || mayBeRefused(C, *Values))
        return false;
    }
    std::string Sizes = forSizes(*C.In, *Values);
    if (std::string Refused = refused(C, *Values); !Refused.empty())
      Sizes = llvm::StringRef(Sizes).rtrim().str() + Refused + " ";
    CodeFinding F;
    F.Message = Sizes + emptyMessage(Axis);
    finish(C, Axis, *Values, std::move(F));
    return true;
  }

  /// Of a helper that nothing is seen to call, all that is known is what it takes.
  bool checkUncalled(unsigned Axis) {
    ExpressionContext &Expressions = Facts.buffers().expressions();
    llvm::SmallMapVector<const ParmVarDecl *, Expression, 4> Sizes;
    Expression Grid = Launches.grid(L, Axis, [&](const ParmVarDecl *P) -> Expression {
      if (!P->getType()->isIntegerType())
        return {};
      Expression &Size = Sizes[P];
      if (!Size)
        Size = Expressions.freshSymbol(identifierOf(P));
      return Size;
    });
    if (!Grid || Grid.hasOpaque() || Grid.isConstant())
      return false;
    Assumptions Known;
    constexpr int64_t Tried = 64;
    for (const auto &[P, Size] : Sizes)
      Known.addRange(Size, Range::between(0, Tried));
    std::optional<Assignment> Values = counterexample(Expressions.constant(1), Grid, Known);
    if (!Values)
      return false;
    CodeFinding F;
    F.Message = "for " + Values->str() + " " + emptyMessage(Axis);
    for (const auto &[P, Size] : Sizes)
      if (Grid.dependsOn(Size))
        addStep(F, charRange(P->getSourceRange(), Facts.context()),
                "'" + identifierOf(P).str() + "' of the function, of which no call is seen");
    finish(Axis, std::move(F));
    return true;
  }

  bool checkLargest(const LaunchCall &C, unsigned Axis) {
    Expression Grid = Launches.grid(C, Axis);
    if (Facts.dialect().Device != DeviceType::Cuda || !Grid || Grid.hasOpaque() ||
        !isBoundedAbove(*C.In, Grid))
      return false;
    std::optional<Assignment> Values =
        SizeComparison(*C.In).exceeding(Grid, Grid.context().constant(LargestGrid), {}, {});
    std::optional<int64_t> Number = Values ? evaluate(Grid, *Values) : std::nullopt;
    if (!Number)
      return false;
    CodeFinding F;
    F.Message = forSizes(*C.In, *Values) + "the grid of kernel " + kernelName(L) + " has " +
                std::to_string(*Number) + " programs along " + AxisNames[Axis].str() +
                ", and CUDA takes at most 65535: the driver refuses the launch with 'invalid "
                "argument'; " +
                adviceOn(*C.In, *Values, "lower the upper bound of the dimension") +
                ", or compile with an example that needs as many, for which torch splits the grid";
    finish(C, Axis, *Values, std::move(F));
    return true;
  }

  void finish(const LaunchCall &C, unsigned Axis, const Assignment &Values, CodeFinding F) {
    addSizes(F, C, Values, Facts);
    if (C.By->Call != L.Call)
      addStep(F, charRange(C.By->Call->getSourceRange(), Facts.context()),
              "this call leads to the launch");
    finish(Axis, std::move(F), &C);
  }

  void finish(unsigned Axis, CodeFinding F, const LaunchCall *C = nullptr) {
    ASTContext &Context = Facts.context();
    F.Level = Severity::Warning;
    F.At = charRange(L.Call->getSourceRange(), Context);
    if (const VarDecl *V = variableOf(L.Grid[Axis]))
      addStep(F, charRange(V->getSourceRange(), Context),
              "the grid along " + AxisNames[Axis].str() + " is computed here");
    F.Flow.push_back({F.At, "the kernel is launched here"});
    if (C)
      addSourceNodes(F, *C, Facts);
    Report(F);
  }

  const KernelLaunch &L;
  TuFacts &Facts;
  const LaunchFacts &Launches;
  LaunchTests &Tests;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void TritonGridCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind == SourceKind::JitWrapper ||
      Facts->dialect().Kind == SourceKind::UnsupportedWrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  LaunchTests Tests(Facts->launches());
  for (const KernelLaunch &L : Facts->launches().launches())
    if (!L.IsCpu && L.Call && L.In && L.In->hasBody())
      LaunchReporter(L, *Facts, Tests, Report).run();
}

} // namespace aoti
