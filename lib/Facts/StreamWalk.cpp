#include "Facts/StreamWalk.h"
#include "Support/ClangCompat.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// Nesting of expressions beyond which nothing is followed.
constexpr unsigned MaxDepth = 400;
/// Nesting of loops beyond which a body is walked once.
constexpr unsigned MaxLoops = 4;

/// Whether a function names a stream besides its own, or orders streams by events.
struct ManyStreams : AstVisitor<ManyStreams> {
  bool Found = false;
  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = runtimeName(Call);
    if (Name.starts_with("EventRecord") || Name == "StreamWaitEvent" ||
        Name.starts_with("StreamCreate") ||
        (isa<CXXMemberCallExpr>(Call) && calleeName(Call) == "get" &&
         isStreamType(Call->getType())))
      Found = true;
    return !Found;
  }
};

struct DeclCollector : AstVisitor<DeclCollector> {
  llvm::SmallPtrSet<const ValueDecl *, 4> Found;
  // What is only checked for its success decides about nothing.
  bool TraverseCallExpr(CallExpr *Call) {
    return calleeName(Call).starts_with("aoti_torch_") || !runtimeName(Call).empty() ||
           AstVisitor::TraverseCallExpr(Call);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && Found.insert(V).second && V->isLocalVarDecl() && V->getInit() && Found.size() < 64)
      TraverseStmt(const_cast<Expr *>(V->getInit()));
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) {
    if (isa<FieldDecl>(Member->getMemberDecl()))
      Found.insert(Member->getMemberDecl());
    return true;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void StreamWalk::run() {
  const Stmt *Body = Out.Function->getBody();
  Out.Run = Resolver.runParameter();
  StringRef Name = identifierOf(Out.Function);
  Out.IsEntry = Name == "run_impl" || Name == "_const_run_impl";
  if (Out.IsEntry && Out.Run) {
    ManyStreams Many;
    Many.TraverseStmt(const_cast<Stmt *>(Body));
    if (Many.Found)
      Now.Ordered = std::make_shared<Order>();
  }
  if (walk(Body))
    finish();
  if (OrderUndecided)
    Out.Faults.clear();
  for (StreamWork &W : Out.Work)
    W.IsOrdered =
        Mismatched.contains(W.By->Call) && (OrderUndecided || !Unordered.contains(W.By->Call));
  llvm::erase_if(Out.Faults, [&](OrderFault &F) {
    auto Early = EarlyWaits.find(F.At);
    if (Early == EarlyWaits.end())
      return false;
    if (auto Record = Records.find(Early->second.first); Record != Records.end())
      F.Other = Record->second;
    return F.Other && Early->second.second;
  });
}

bool StreamWalk::walk(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    ++Depth;
    bool Ends = true;
    for (const Stmt *Child : Compound->body())
      if (!walk(Child)) {
        Ends = false;
        break;
      }
    --Depth;
    if (Ends)
      closeScopes(Depth, Compound->getRBracLoc());
    return Ends;
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declare(V);
    return true;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return walkIf(If);
  if (const auto *Do = dyn_cast<DoStmt>(S); Do && runsOnce(Do, Context))
    return walkOnce(Do->getBody());
  if (std::optional<LoopParts> Parts = loopParts(S))
    return walkLoop(*Parts);
  if (const auto *Try = dyn_cast<CXXTryStmt>(S))
    return walkTry(Try);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return walkSwitch(Switch);
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return walk(Case->getSubStmt());
  if (isa<LabelStmt, GotoStmt, IndirectGotoStmt>(S)) {
    Out.IsUndecided = true;
    const auto *Label = dyn_cast<LabelStmt>(S);
    return Label ? walk(Label->getSubStmt()) : false;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return walkReturn(Return);
  if (isa<BreakStmt, ContinueStmt>(S)) {
    jump(isa<ContinueStmt>(S));
    return false;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return walkExpression(E);
  for (const Stmt *Child : S->children())
    walk(Child);
  return true;
}

bool StreamWalk::walkExpression(const Expr *E) {
  const Expr *Stripped = stripWrappers(E);
  GuardHolder Kind =
      Stripped->isPRValue() ? Effects.holder(Stripped->getType()) : GuardHolder::None;
  if (Kind == GuardHolder::None || Kind == GuardHolder::Handle) {
    visit(E);
  } else {
    // A temporary.
    size_t First = Out.Guards.size();
    unsigned Ended = Now.Ended;
    SourceLocation EndedAt = Now.EndedAt;
    bool SeenUnguarded = Now.SeenUnguarded;
    Holding Holds = take(nullptr, Stripped);
    bool IsNew = true;
    for (const Held &H : Holds)
      if (H.Guard > First)
        Out.Guards[H.Guard - 1].IsTemporary = true;
      else
        IsNew &= !H.Guard;
    leave(Holds, E->getEndLoc());
    if (IsNew) {
      Now.Ended = Ended;
      Now.EndedAt = EndedAt;
      Now.SeenUnguarded = SeenUnguarded;
    }
  }
  if (isa<CXXThrowExpr>(Stripped))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(Stripped))
    if (const FunctionDecl *F = Call->getDirectCallee(); F && F->isNoReturn())
      return false;
  return true;
}

bool StreamWalk::walkReturn(const ReturnStmt *Return) {
  const Expr *Value = Return->getRetValue();
  if (Frames.empty()) {
    visit(Value);
    finish();
    return false;
  }
  QualType T = Frames.back().Function->getReturnType();
  if (Value && !T->isReferenceType() && Effects.holder(T) != GuardHolder::None) {
    bool Outer = std::exchange(IsReturning, true);
    Holding Holds = take(nullptr, Value);
    IsReturning = Outer;
    for (const Held &H : Holds)
      if (!llvm::is_contained(Frames.back().Result, H))
        Frames.back().Result.push_back(H);
  } else {
    visit(Value);
  }
  closeScopes(Frames.back().Depth, Return->getBeginLoc());
  mergeInto(Frames.back().Returned, Now);
  return false;
}

bool StreamWalk::walkTry(const CXXTryStmt *Try) {
  State Before = Now;
  bool Ends = walk(Try->getTryBlock());
  // An exception leaves the block at any place.
  if (Ends)
    mergeInto(Before, Now);
  for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
    State After = std::move(Now);
    Now = Before;
    bool HandlerEnds = walk(Try->getHandler(I)->getHandlerBlock());
    if (Ends && HandlerEnds)
      mergeInto(Now, After);
    else if (Ends)
      Now = std::move(After);
    Ends |= HandlerEnds;
  }
  return Ends;
}

bool StreamWalk::walkSwitch(const SwitchStmt *Switch) {
  walk(Switch->getInit());
  if (const VarDecl *V = Switch->getConditionVariable())
    declare(V);
  visit(Switch->getCond());
  decide(Switch->getCond());
  bool WasMixed = Now.isMixed();
  State Before = Now;
  bool Ends = false, HasDefault = false;
  Loops.push_back({std::nullopt, std::nullopt, Depth, true});
  ++BranchDepth;
  if (const auto *Body = dyn_cast<CompoundStmt>(Switch->getBody())) {
    ++Depth;
    for (const Stmt *Child : Body->body()) {
      bool IsEntry = false;
      while (const auto *Case = dyn_cast<SwitchCase>(Child)) {
        IsEntry = true;
        HasDefault |= isa<DefaultStmt>(Case);
        Child = Case->getSubStmt();
      }
      if (IsEntry) {
        State Entry = Before;
        if (Ends)
          mergeInto(Entry, Now);
        Now = std::move(Entry);
        Ends = true;
      }
      Ends = Ends && walk(Child);
    }
    --Depth;
    if (Ends)
      closeScopes(Depth, Body->getRBracLoc());
  } else {
    Ends = walk(Switch->getBody());
  }
  --BranchDepth;
  std::optional<State> After = std::move(Loops.back().Break);
  Loops.pop_back();
  if (Ends)
    mergeInto(After, Now);
  if (!HasDefault)
    mergeInto(After, Before);
  if (!After)
    return false;
  Now = std::move(*After);
  decided(Switch->getCond(), WasMixed);
  return true;
}

std::shared_ptr<const StreamWalk::DeclSet> StreamWalk::decidedBy(const Expr *Condition) const {
  DeclCollector Collector;
  Collector.TraverseStmt(const_cast<Expr *>(Condition));
  return std::make_shared<const DeclSet>(std::move(Collector.Found));
}

void StreamWalk::decide(const Expr *Condition) {
  if (!Now.isMixed() || !Now.MixedOn || Now.IsCorrelated || !Condition)
    return;
  for (const ValueDecl *D : *decidedBy(Condition))
    Now.IsCorrelated |= Now.MixedOn->contains(D);
}

void StreamWalk::decided(const Expr *Condition, bool WasMixed) {
  if (WasMixed || !Now.isMixed() || !Condition)
    return;
  Now.MixedOn = decidedBy(Condition);
  Now.IsCorrelated = false;
}

bool StreamWalk::walkIf(const IfStmt *If) {
  walk(If->getInit());
  if (const VarDecl *V = If->getConditionVariable())
    declare(V);
  if (If->isConstexpr() && !If->getCond()->isValueDependent())
    if (auto Live = If->getNondiscardedCase(Context))
      return walk(*Live);
  visit(If->getCond());

  decide(If->getCond());
  bool WasMixed = Now.isMixed();
  State Before = Now;
  ++BranchDepth;
  bool ThenEnds = assume(If->getCond(), true) && walk(If->getThen());
  State Then = std::move(Now);
  Now = std::move(Before);
  bool ElseEnds = assume(If->getCond(), false) && walk(If->getElse());
  --BranchDepth;
  if (ThenEnds && ElseEnds)
    mergeInto(Now, Then);
  else if (ThenEnds)
    Now = std::move(Then);
  decided(If->getCond(), WasMixed);
  return ThenEnds || ElseEnds;
}

bool StreamWalk::walkOnce(const Stmt *Body) {
  Loops.push_back({std::nullopt, std::nullopt, Depth, false});
  bool Ends = walk(Body);
  Loop Frame = std::move(Loops.back());
  Loops.pop_back();
  for (std::optional<State> *Side : {&Frame.Break, &Frame.Continue})
    if (*Side) {
      if (Ends)
        mergeInto(Now, **Side);
      else
        Now = std::move(**Side);
      Ends = true;
    }
  return Ends;
}

void StreamWalk::declareElement(const LoopParts &Parts) {
  const VarDecl *V = Parts.Element;
  if (V->getType()->isReferenceType() && Effects.holder(V->getType()) != GuardHolder::None)
    if (LiveVariable *L = liveAround(Parts.Range)) {
      Aliases[V] = L->Variable;
      return;
    }
  declare(V);
}

bool StreamWalk::walkLoop(const LoopParts &Parts) {
  ++Depth;
  walk(Parts.Init);
  visit(Parts.Range);
  std::optional<bool> Always = Parts.always(Context);

  std::optional<State> After;
  State Head = Now;
  // What the condition declares ends with each round.
  auto EndRound = [&] { closeScopes(Depth, Parts.Body->getEndLoc()); };
  // Returns whether the loop may go on.
  auto Ask = [&] {
    ++Depth;
    if (Parts.Tested)
      declare(Parts.Tested);
    visit(Parts.Condition);
    --Depth;
    if (Always == true)
      return true;
    State Asked = Now;
    if (!Parts.Condition || assume(Parts.Condition, false)) {
      EndRound();
      mergeInto(After, Now);
    }
    Now = std::move(Asked);
    return !Parts.Condition || assume(Parts.Condition, true);
  };
  // A second round brings what the first one leaves behind, a third what follows from that.
  unsigned Rounds = LoopDepth < MaxLoops ? 3 : 1;
  ++LoopDepth;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    Now = Head;
    if (!Parts.BodyFirst && !Ask())
      break;
    Loops.push_back({std::nullopt, std::nullopt, Depth, false});
    ++Depth;
    if (Parts.Element)
      declareElement(Parts);
    bool Ends = walk(Parts.Body);
    --Depth;
    if (Ends)
      EndRound();
    Loop Frame = std::move(Loops.back());
    Loops.pop_back();
    if (Frame.Break)
      mergeInto(After, *Frame.Break);
    if (Frame.Continue) {
      if (Ends)
        mergeInto(Now, *Frame.Continue);
      else
        Now = std::move(*Frame.Continue);
      Ends = true;
    }
    if (!Ends || (Parts.BodyFirst && !Ask()))
      break;
    visit(Parts.Increment);
    State Next = Head;
    mergeInto(Next, Now);
    bool Stable = Next.sameGuards(Head) && (Round > 0 || !Next.Ordered);
    Head = std::move(Next);
    if (Stable)
      break;
  }
  --LoopDepth;
  --Depth;
  if (!After)
    return false;
  Now = std::move(*After);
  closeScopes(Depth, Parts.Body->getEndLoc());
  return true;
}

void StreamWalk::jump(bool IsContinue) {
  for (Loop &L : llvm::reverse(Loops)) {
    if (IsContinue && L.IsSwitch)
      continue;
    closeScopes(L.Depth, SourceLocation());
    mergeInto(IsContinue ? L.Continue : L.Break, Now);
    return;
  }
}

void StreamWalk::mergeInto(State &Into, const State &From) {
  bool BothMixed = Into.isMixed() && From.isMixed();
  addTo(Into.Current, From.Current);
  if (Into.isMixed()) {
    Into.MixedAt = BothMixed ? std::min(Into.MixedAt, From.MixedAt) : BranchDepth;
    Into.IsCorrelated |= From.IsCorrelated;
    if (!Into.MixedOn)
      Into.MixedOn = From.MixedOn;
  }
  for (LiveVariable &Own : Into.Live)
    for (const LiveVariable &Theirs : From.Live)
      if (Theirs.Variable == Own.Variable) {
        for (const Held &H : Theirs.Holds)
          if (!llvm::is_contained(Own.Holds, H))
            Own.Holds.push_back(H);
        Own.Escaped |= Theirs.Escaped;
      }
  Into.SeenUnguarded &= From.SeenUnguarded;
  if (From.Ended && (!Into.Ended || llvm::is_contained(From.Current, 0u))) {
    Into.Ended = From.Ended;
    Into.EndedAt = From.EndedAt;
  }
  if (From.Ordered && From.Ordered != Into.Ordered) {
    if (!Into.Ordered) {
      Into.Ordered = From.Ordered;
      return;
    }
    if (Into.Ordered.use_count() > 1)
      Into.Ordered = std::make_shared<Order>(*Into.Ordered);
    Into.Ordered->merge(*From.Ordered);
  }
}

void StreamWalk::closeScopes(unsigned To, SourceLocation At) {
  while (!Now.Live.empty() && Now.Live.back().Depth > To) {
    LiveVariable Last = Now.Live.pop_back_val();
    if (Last.Kind != GuardHolder::Handle && !Last.Escaped)
      leave(Last.Holds, At);
  }
}

void StreamWalk::finish() {
  if (!Now.Ordered)
    return;
  for (const auto &[Stream, Last] : Now.Ordered->Last) {
    if (isJoined(Stream, Last.At))
      continue;
    OrderFault F;
    F.K = OrderFault::Kind::NotJoined;
    F.At = Last.By->Call;
    F.Stream = valueOf(Stream);
    fault(F);
  }
  leaveUnordered();
}

void StreamWalk::visitChildren(const Stmt *S) {
  for (const Stmt *Child : S->children())
    visit(Child);
}

void StreamWalk::visit(const Stmt *S) {
  if (!S || VisitDepth > MaxDepth)
    return;
  ++VisitDepth;
  const auto *Lambda = dyn_cast<LambdaExpr>(S);
  const auto *E = dyn_cast<Expr>(S);
  bool IsValue = isa<CXXConstructExpr, CXXNewExpr, CallExpr, InitListExpr>(S);
  if (Lambda) {
    // What it does counts where it is called.
    for (const Expr *Init : Lambda->capture_inits())
      if (Init && Init->isPRValue() && !isa<DeclRefExpr>(Init))
        visit(Init);
  } else if (const auto *Statement = dyn_cast<StmtExpr>(S)) {
    walk(Statement->getSubStmt());
  } else if (E && IsValue && E->isPRValue() && Effects.holder(E->getType()) != GuardHolder::None) {
    drop(E);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    handleCall(Call);
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    llvm::ArrayRef<const Expr *> Arguments(Construct->getArgs(), Construct->getNumArgs());
    const FunctionDecl *Definition = nullptr;
    Holding None;
    if (!isOfStd(Constructor) && !Constructor->isImplicit() && Constructor->hasBody(Definition) &&
        Effects.has(Definition) && mayEnter(Definition)) {
      walkBody(
          Definition, nullptr, Arguments,
          [&] {
            for (const CXXCtorInitializer *Init : cast<CXXConstructorDecl>(Definition)->inits())
              visit(Init->getInit());
          },
          None);
    } else {
      visitChildren(S);
      // A `std::function` runs nothing by itself.
      if (!Constructor->isCopyOrMoveConstructor() &&
          identifierOf(Constructor->getParent()) != "function")
        handOn(Arguments, Constructor, Construct);
    }
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(S)) {
    visitChildren(S);
    bool Inside = false;
    if (LiveVariable *L = liveNamed(Delete->getArgument(), &Inside); L && !Inside) {
      Holding Old = std::exchange(L->Holds, Holding{Held()});
      leave(Old, Delete->getBeginLoc());
    } else if (Effects.holder(Delete->getArgument()->getType()) != GuardHolder::None) {
      untracked(Delete);
    }
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
             Binary && Binary->getOpcode() == BO_Assign &&
             handleAssignment(Binary->getLHS(), Binary->getRHS(), Binary)) {
  } else {
    visitChildren(S);
  }
  --VisitDepth;
}

} // namespace aoti
