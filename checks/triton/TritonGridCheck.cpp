#include "checks/triton/TritonGridCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/LaunchFacts.h"
#include "Facts/SizeComparison.h"
#include "checks/triton/LaunchTests.h"
#include "checks/triton/LaunchTrace.h"

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

  bool checkEmpty(const LaunchCall &C, unsigned Axis) {
    Expression Grid = Launches.grid(C, Axis);
    if (!Grid || Grid.hasOpaque() || Grid.isConstant())
      return false;
    SizeComparison Compare(*C.In);
    Compare.admitEmpty(Facts.buffers().inputs());
    std::optional<Assignment> Values = Compare.exceeding(Grid.context().constant(1), Grid, {}, {});
    if (!Values)
      return false;
    CodeFinding F;
    F.Message = forSizes(*C.In, *Values) + "the grid of kernel " + kernelName(L) +
                " is empty along " + AxisNames[Axis].str() +
                ", and nothing tests that before the launch: the driver refuses it with 'invalid "
                "argument', where there is nothing to compute; return before the launch if it is 0";
    finish(C, Axis, *Values, std::move(F));
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
                "argument'; lower the upper bound of the dimension, or compile with an example "
                "that needs as many, for which torch splits the grid";
    finish(C, Axis, *Values, std::move(F));
    return true;
  }

  void finish(const LaunchCall &C, unsigned Axis, const Assignment &Values, CodeFinding F) {
    ASTContext &Context = Facts.context();
    F.Level = Severity::Warning;
    F.At = charRange(L.Call->getSourceRange(), Context);
    addSizes(F, C, Values, Facts);
    if (C.By->Call != L.Call)
      addStep(F, charRange(C.By->Call->getSourceRange(), Context), "this call leads to the launch");
    if (const VarDecl *V = variableOf(L.Grid[Axis]))
      addStep(F, charRange(V->getSourceRange(), Context),
              "the grid along " + AxisNames[Axis].str() + " is computed here");
    F.Flow.push_back({F.At, "the kernel is launched here"});
    addSourceNodes(F, C, Facts);
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
