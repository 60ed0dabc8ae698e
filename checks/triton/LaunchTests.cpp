#include "checks/triton/LaunchTests.h"
#include "Facts/AstQuery.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// The variables that an expression names; functions of the C shim answer with an error, which is
/// no test of what they are given.
void addNames(const Stmt *S, llvm::DenseSet<const VarDecl *> &Names) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && calleeName(Call).starts_with("aoti_torch_"))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Names.insert(V);
  for (const Stmt *Child : S->children())
    addNames(Child, Names);
}

bool isNumber(const VarDecl *V) {
  QualType Type = V->getType().getNonReferenceType();
  return Type->isDependentType() || Type->isArithmeticType() || Type->isUndeducedType();
}

bool isFlag(const VarDecl *V) { return V->getType().getNonReferenceType()->isBooleanType(); }

} // namespace

class TestFinder : public AstVisitor<TestFinder> {
public:
  TestFinder(FunctionTests &Out, const ASTContext &Context, const LaunchFacts &Launches)
      : Out(Out), Context(Context), Launches(Launches) {}

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasInit())
      addSources(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) {
    if (Op->isAssignmentOp()) {
      if (const VarDecl *V = referredVariable(Op->getLHS())) {
        addSources(V, Op->getRHS());
        // `grid_0 = std::max(grid_0, 1u)`
        if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(Op->getRHS())))
          if (StringRef Name = calleeName(Call); Name == "max" || Name == "min" || Name == "clamp")
            Out.Other.insert(V);
      }
    } else if (Op->isLogicalOp()) {
      addCondition(Op);
    }
    return true;
  }
  bool VisitIfStmt(IfStmt *S) { return addCondition(S->getCond()); }
  bool VisitWhileStmt(WhileStmt *S) { return addCondition(S->getCond()); }
  bool VisitDoStmt(DoStmt *S) { return addCondition(S->getCond()); }
  bool VisitForStmt(ForStmt *S) { return addCondition(S->getCond()); }
  bool VisitSwitchStmt(SwitchStmt *S) { return addCondition(S->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator *Op) { return addCondition(Op->getCond()); }
  bool VisitCompoundStmt(CompoundStmt *S) {
    // `check_grid(grid_0);`
    for (const Stmt *Child : S->body())
      if (const auto *E = dyn_cast<Expr>(Child))
        if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(E));
            Call && !Launches.launch(Call) && calleeName(Call) != "launchKernel" &&
            !isa<CXXOperatorCallExpr>(Call))
          for (const Expr *Argument : Call->arguments())
            addNames(Argument, Out.Other);
    return true;
  }

private:
  void addSources(const VarDecl *V, const Expr *E) {
    llvm::DenseSet<const VarDecl *> Names;
    addNames(E, Names);
    for (const VarDecl *From : Names)
      if (From != V && isNumber(From)) {
        Out.Sources[V].push_back(From);
        Out.Results[From].push_back(V);
      }
  }

  bool addCondition(const Expr *E) {
    if (!E)
      return true;
    E = stripWrappers(E);
    if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot)
      return addCondition(Not->getSubExpr());
    const VarDecl *V = referredVariable(E);
    if (const auto *Call = dyn_cast<CallExpr>(E); Call && memberName(Call) == "is_non_zero")
      V = referredVariable(memberObject(Call));
    if (V) {
      // What a truth value was computed with is not followed.
      (isFlag(V) ? Out.Other : Out.Zero).insert(V);
      return true;
    }
    const auto *Op = dyn_cast<BinaryOperator>(E);
    if (Op && Op->isLogicalOp())
      return addCondition(Op->getLHS()) && addCondition(Op->getRHS());
    if (Op && Op->isComparisonOp())
      for (bool Left : {false, true}) {
        const Expr *Number = Left ? Op->getLHS() : Op->getRHS();
        if (!Number->isValueDependent() && integerLiteral(Number, Context) == 0) {
          addNames(Left ? Op->getRHS() : Op->getLHS(), Out.Zero);
          return true;
        }
      }
    addNames(E, Out.Other);
    return true;
  }

  FunctionTests &Out;
  const ASTContext &Context;
  const LaunchFacts &Launches;
};

FunctionTests::FunctionTests(const FunctionDecl &F, const LaunchFacts &Launches) {
  if (!F.hasBody())
    return;
  TestFinder(*this, F.getASTContext(), Launches).TraverseStmt(F.getBody());
  for (const Variables *Tested : {&Zero, &Other})
    for (const VarDecl *V : *Tested) {
      if (!isFlag(V))
        continue;
      auto Of = Sources.find(V);
      HasFlag |= Of != Sources.end() &&
                 llvm::any_of(Of->second, [](const VarDecl *From) { return !isFlag(From); });
    }
}

bool FunctionTests::hasTest(const Variables &Among, bool WithZero) const {
  return llvm::any_of(
      Among, [&](const VarDecl *V) { return Other.contains(V) || (WithZero && Zero.contains(V)); });
}

/// Adds all numbers that are computed from some, by way of none of \p Without.
void FunctionTests::addComputed(Variables &Found, const Variables &Without) const {
  llvm::SmallVector<const VarDecl *, 8> Left(Found.begin(), Found.end());
  while (!Left.empty())
    if (auto From = Results.find(Left.pop_back_val()); From != Results.end())
      for (const VarDecl *V : From->second)
        if (isNumber(V) && !Without.contains(V) && Found.insert(V).second)
          Left.push_back(V);
}

bool FunctionTests::hasTest(const VarDecl *V, bool WithZero) const {
  Variables Found;
  Found.insert(V);
  llvm::SmallVector<const VarDecl *, 8> Left{V};
  while (!Left.empty())
    if (auto Of = Sources.find(Left.pop_back_val()); Of != Sources.end())
      for (const VarDecl *From : Of->second)
        if (Found.insert(From).second)
          Left.push_back(From);
  addComputed(Found, {});
  return hasTest(Found, WithZero);
}

FunctionTests::Variables FunctionTests::computedFrom(const ParmVarDecl *P,
                                                     const KernelLaunch &L) const {
  Variables Found, Grids;
  for (const LaunchGrid &G : L.Grid)
    if (const VarDecl *V = G.Of         ? G.Of
                           : G.Argument ? referredVariable(G.Argument)
                                        : nullptr;
        V && V != P)
      Grids.insert(V);
  Found.insert(P);
  addComputed(Found, Grids);
  return Found;
}

bool FunctionTests::isBounded(const ParmVarDecl *P, const KernelLaunch &L) const {
  return hasTest(computedFrom(P, L), false);
}

bool FunctionTests::isTested(const ParmVarDecl *P, const KernelLaunch &L) const {
  return hasTest(computedFrom(P, L), true);
}

const FunctionTests &LaunchTests::of(const FunctionDecl &F) {
  std::unique_ptr<FunctionTests> &Tests = Known[&F];
  if (!Tests)
    Tests = std::make_unique<FunctionTests>(F, Launches);
  return *Tests;
}

bool LaunchTests::isReachedForAllSizes(const LaunchCall &C) {
  for (const Region *R = C.By->In; R; R = R->Outer) {
    if (R->K != Region::Kind::Branch)
      continue;
    const Expr *Condition = R->Condition ? stripWrappers(R->Condition) : nullptr;
    // `if (x_grid_0.is_non_zero())`: what is around every launch before torch 2.7.
    if (const auto *Call = dyn_cast_or_null<CallExpr>(Condition);
        Call && memberName(Call) == "is_non_zero")
      continue;
    const VarDecl *V = Condition ? referredVariable(Condition) : nullptr;
    if (!V || !isFlag(V))
      return false;
  }
  return !C.In->Function || !of(*C.In->Function).testsFlagOfSizes();
}

} // namespace aoti
