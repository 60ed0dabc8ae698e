#include "Facts/ParserErrors.h"
#include "Facts/StreamWalk.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti {

namespace {

/// Functions calling each other beyond which nothing is followed.
constexpr unsigned MaxFrames = 8;

bool isLambdaCall(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->isLambda();
}

} // namespace

bool StreamWalk::mayEnter(const FunctionDecl *F) {
  bool IsOpen = llvm::any_of(Frames, [&](const Frame &Each) { return Each.Function == F; });
  if (IsOpen || Frames.size() >= MaxFrames ||
      ParserErrors::anyIn(F->getSourceRange(), Context.getSourceManager())) {
    OrderUndecided = true;
    return false;
  }
  if (CallBudget == 0) {
    Out.IsUndecided = true;
    return false;
  }
  --CallBudget;
  return true;
}

bool StreamWalk::walkCall(const CallExpr *Call, Holding *Result) {
  const FunctionDecl *F = Resolver.visibleCallee(Call);
  if (!F) {
    // Functions of the standard library that call what they are given at once.
    const FunctionDecl *Callee = Call->getDirectCallee();
    StringRef Name = calleeName(Call);
    if (!Callee || !isOfStd(Callee) ||
        (Name != "invoke" && Name != "apply" && Name != "call_once" && Name != "for_each"))
      return false;
    auto LambdaOf = [](const Expr *E) -> const LambdaExpr * {
      const LambdaExpr *Lambda = heldLambda(E);
      return Lambda && !Lambda->isGenericLambda() ? Lambda : nullptr;
    };
    const LambdaExpr *Lambda = nullptr;
    for (const Expr *Each : Call->arguments())
      if (const LambdaExpr *Found = LambdaOf(Each))
        Lambda = Found;
    if (!Lambda)
      return false;
    for (const Expr *Each : Call->arguments())
      if (!LambdaOf(Each))
        visit(Each);
    if (!mayEnter(Lambda->getCallOperator()))
      return true;
    State Before = Now;
    Holding None;
    walkBody(Lambda->getCallOperator(), Call, {}, [] {}, None);
    if (Name != "invoke" && Name != "apply")
      mergeInto(Now, Before);
    return true;
  }
  bool IsLambda = isLambdaCall(F);
  if (!IsLambda && !Effects.has(F))
    return false;
  if (!mayEnter(F)) {
    untracked(Call);
    return false;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  bool IsDeferred = IsLambda && !(Operator && isa<LambdaExpr>(stripWrappers(Operator->getArg(0))));
  if (Operator)
    visit(Operator->getArg(0));
  else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    visit(Member->getImplicitObjectArgument());
  DeferredDepth += IsDeferred;
  Holding Holds;
  walkBody(F, Call, Resolver.arguments(Call), [] {}, Holds);
  DeferredDepth -= IsDeferred;
  if (Result)
    *Result = std::move(Holds);
  else if (llvm::any_of(Holds, [](const Held &H) { return H.Guard != 0; }))
    untracked(Call);
  return true;
}

void StreamWalk::walkBody(const FunctionDecl *F, const CallExpr *Call,
                          ArrayRef<const Expr *> Arguments, llvm::function_ref<void()> Begin,
                          Holding &Result) {
  llvm::SmallVector<LiveVariable, 1> Owned;
  llvm::SmallVector<std::pair<const VarDecl *, const VarDecl *>, 1> Referred;
  unsigned Inner = Depth + 1;
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    const Expr *Given = Arguments[I];
    const ParmVarDecl *P = I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
    GuardHolder Kind = P ? Effects.holder(P->getType()) : GuardHolder::None;
    if (Kind == GuardHolder::None) {
      visit(Given);
      continue;
    }
    bool IsReference = P->getType()->isReferenceType() || Kind == GuardHolder::Handle;
    LiveVariable *L = IsReference ? liveNamed(Given) : nullptr;
    if (!L && IsReference)
      L = liveAround(Given);
    if (L)
      Referred.push_back({P, L->Variable});
    else
      Owned.push_back({P, Kind, Inner, take(P, Given)});
  }
  Resolver.bind(F, Arguments);
  for (auto [P, V] : Referred)
    Aliases[P] = V;
  for (LiveVariable &L : Owned) {
    Aliases.erase(L.Variable);
    Now.Live.push_back(std::move(L));
  }

  bool WasMixed = Now.isMixed();
  std::vector<Loop> Outer;
  Outer.swap(Loops);
  bool Returning = std::exchange(IsReturning, false);
  Frames.push_back({F, Call, Depth, std::nullopt, {}});
  Depth = Inner;
  Begin();
  bool Ends = walk(F->getBody());
  --Depth;
  if (Ends)
    closeScopes(Depth, F->getBody()->getEndLoc());
  Frame Done = std::move(Frames.back());
  Frames.pop_back();
  IsReturning = Returning;
  Outer.swap(Loops);
  if (Done.Returned) {
    if (Ends)
      mergeInto(Now, *Done.Returned);
    else
      Now = std::move(*Done.Returned);
  } else if (!Ends) {
    // It only throws.
    closeScopes(Depth, F->getBody()->getEndLoc());
  }
  // What it decides on is not seen from outside.
  Now.IsCorrelated |= Now.isMixed() && !WasMixed;
  Result = std::move(Done.Result);
}

void StreamWalk::handOnLambda(const LambdaExpr *Lambda) {
  const CXXMethodDecl *F = Lambda->getCallOperator();
  if (!F->getBody() || !Effects.has(F))
    return;
  OrderUndecided = true;
  for (const LambdaCapture &Capture : Lambda->captures())
    if (Capture.capturesVariable())
      if (LiveVariable *L = live(dyn_cast<VarDecl>(Capture.getCapturedVar())))
        touch(*L, Lambda, true);
}

} // namespace aoti
