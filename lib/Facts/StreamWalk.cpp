#include "Facts/StreamWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

namespace aoti {

namespace {

/// Nesting of expressions beyond which nothing is followed.
constexpr unsigned MaxDepth = 400;
/// Nesting of loops beyond which a body is walked once.
constexpr unsigned MaxLoops = 4;

bool isGuardType(QualType T) {
  return !T.isNull() &&
         identifierOf(T.getCanonicalType()->getAsCXXRecordDecl()).ends_with("StreamGuard");
}

/// Whether a type holds a stream guard or none: a smart pointer or an optional.
bool isGuardHolder(QualType T) {
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.isNull() ? nullptr : T.getCanonicalType()->getAsCXXRecordDecl());
  if (!Record)
    return false;
  StringRef Name = identifierOf(Record);
  if (Name != "unique_ptr" && Name != "shared_ptr" && Name != "optional")
    return false;
  const TemplateArgumentList &Arguments = Record->getTemplateArgs();
  return Arguments.size() > 0 && Arguments[0].getKind() == TemplateArgument::Type &&
         isGuardType(Arguments[0].getAsType());
}

/// Whether a function names a stream besides its own, or orders streams by events.
struct ManyStreams : RecursiveASTVisitor<ManyStreams> {
  bool Found = false;
  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = runtimeName(Call);
    if (Name.starts_with("EventRecord") || Name == "StreamWaitEvent" ||
        (isa<CXXMemberCallExpr>(Call) && calleeName(Call) == "get" &&
         isStreamType(Call->getType())))
      Found = true;
    return !Found;
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
    finish(Body->getEndLoc());
  if (OrderUndecided)
    Out.Faults.clear();
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
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return walkLoop(nullptr, While->getCond(), nullptr, While->getBody());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return walkLoop(For->getInit(), For->getCond(), For->getInc(), For->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    // The usual wrapping of a macro runs once.
    bool Holds = true;
    if (!Do->getCond()->isValueDependent() &&
        Do->getCond()->EvaluateAsBooleanCondition(Holds, Context) && !Holds)
      return walkOnce(Do->getBody());
    return walkLoop(nullptr, Do->getCond(), nullptr, Do->getBody());
  }
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    visit(Range->getRangeInit());
    return walkLoop(nullptr, Range->getCond(), nullptr, Range->getBody());
  }
  if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    State Before = Now;
    bool Ends = walk(Try->getTryBlock());
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
  if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    visit(Switch->getCond());
    State Before = Now;
    Loops.push_back({std::nullopt, std::nullopt, Depth, true});
    bool Ends = walk(Switch->getBody());
    Loop Frame = std::move(Loops.back());
    Loops.pop_back();
    if (Ends)
      mergeInto(Frame.Break, Now);
    mergeInto(Frame.Break, Before);
    Now = std::move(*Frame.Break);
    return true;
  }
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return walk(Case->getSubStmt());
  if (isa<LabelStmt, GotoStmt, IndirectGotoStmt>(S)) {
    Out.IsUndecided = true;
    const auto *Label = dyn_cast<LabelStmt>(S);
    return Label ? walk(Label->getSubStmt()) : false;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    visit(Return->getRetValue());
    if (LambdaDepth == 0)
      finish(Return->getBeginLoc());
    return false;
  }
  if (isa<BreakStmt, ContinueStmt>(S)) {
    jump(isa<ContinueStmt>(S));
    return false;
  }
  if (const auto *E = dyn_cast<Expr>(S)) {
    const Expr *Stripped = stripWrappers(E);
    visit(E);
    if (isa<CXXThrowExpr>(Stripped))
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(Stripped))
      if (const FunctionDecl *F = Call->getDirectCallee(); F && F->isNoReturn())
        return false;
    return true;
  }
  for (const Stmt *Child : S->children())
    walk(Child);
  return true;
}

bool StreamWalk::walkIf(const IfStmt *If) {
  walk(If->getInit());
  if (const VarDecl *V = If->getConditionVariable())
    declare(V);
  if (If->isConstexpr() && !If->getCond()->isValueDependent())
    if (auto Live = If->getNondiscardedCase(Context))
      return walk(*Live);
  visit(If->getCond());

  State Before = Now;
  bool ThenEnds = walk(If->getThen());
  State Then = std::move(Now);
  Now = std::move(Before);
  bool ElseEnds = walk(If->getElse());
  if (ThenEnds && ElseEnds)
    mergeInto(Now, Then);
  else if (ThenEnds)
    Now = std::move(Then);
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

bool StreamWalk::walkLoop(const Stmt *Init, const Expr *Condition, const Stmt *Increment,
                          const Stmt *Body) {
  ++Depth;
  walk(Init);
  bool Endless = !Condition;
  if (bool Holds = false; Condition && !Condition->isValueDependent() &&
                          Condition->EvaluateAsBooleanCondition(Holds, Context))
    Endless = Holds;

  std::optional<State> After;
  State Head = Now;
  // A second round brings what the first one leaves behind, a third what follows from that.
  unsigned Rounds = LoopDepth < MaxLoops ? 3 : 1;
  ++LoopDepth;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    Now = Head;
    visit(Condition);
    if (!Endless)
      mergeInto(After, Now);
    Loops.push_back({std::nullopt, std::nullopt, Depth, false});
    bool Ends = walk(Body);
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
    if (!Ends)
      break;
    visit(Increment);
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
  closeScopes(Depth, Body->getEndLoc());
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
  addTo(Into.Current, From.Current);
  for (LiveVariable &Own : Into.Live)
    for (const LiveVariable &Theirs : From.Live)
      if (Theirs.Variable == Own.Variable)
        for (const Held &H : Theirs.Alternatives)
          if (!llvm::is_contained(Own.Alternatives, H))
            Own.Alternatives.push_back(H);
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
    leave(Last.Alternatives, At);
  }
}

void StreamWalk::finish(SourceLocation) {
  if (!Now.Ordered)
    return;
  const Order &O = *Now.Ordered;
  for (const auto &[Stream, Last] : O.Last) {
    auto Reaches = [&, Stream = Stream, At = Last.At](const Clock &C) {
      auto It = C.find(Stream);
      return It != C.end() && It->second >= At;
    };
    auto Run = O.Streams.find(0);
    if (Reaches(O.Host) || (Run != O.Streams.end() && Reaches(Run->second)))
      continue;
    OrderFault F;
    F.K = OrderFault::Kind::NotJoined;
    F.At = Last.By->Call;
    F.Stream = valueOf(Stream);
    fault(F);
  }
}

void StreamWalk::visit(const Stmt *S) {
  if (!S || VisitDepth > MaxDepth)
    return;
  ++VisitDepth;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    ++LambdaDepth;
    std::vector<Loop> Outer;
    Outer.swap(Loops);
    State Before = Now;
    if (!walk(Lambda->getBody()))
      Now = std::move(Before);
    Outer.swap(Loops);
    --LambdaDepth;
  } else if (const auto *E = dyn_cast<StmtExpr>(S)) {
    walk(E->getSubStmt());
  } else {
    // What a holder of guards is given is no guard of its own.
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
      const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
      if (Operator && Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2) {
        if (const VarDecl *V = referredVariable(Operator->getArg(0)); V && live(V))
          guardMadeBy(V, Operator->getArg(1));
      } else if (Member && Call->getNumArgs() > 0) {
        if (const VarDecl *V = referredVariable(Member->getImplicitObjectArgument()); V && live(V))
          guardMadeBy(V, Call->getArg(0));
      }
    }
    for (const Stmt *Child : S->children())
      visit(Child);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S)) {
      if (Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2)
        if (const VarDecl *V = referredVariable(Operator->getArg(0)); V && live(V))
          assign(V, Operator->getArg(1), Operator->getBeginLoc(), false);
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      handleCall(Call);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      if (isGuardType(Construct->getType()) && !Construct->isElidable() &&
          !Consumed.lookup(Construct) && Construct->getNumArgs() > 0 &&
          !Construct->getConstructor()->isCopyOrMoveConstructor()) {
        SmallVector<const Expr *, 2> Arguments(Construct->arguments());
        Out.Guards[guard(nullptr, Construct, Construct->getType(), Arguments) - 1].IsTemporary =
            true;
      }
    } else if (const auto *New = dyn_cast<CXXNewExpr>(S)) {
      if (isGuardType(New->getAllocatedType()) && !Consumed.lookup(New))
        Out.IsUndecided = true;
    }
  }
  --VisitDepth;
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

unsigned StreamWalk::guard(const VarDecl *V, const Expr *Made, QualType Class,
                           llvm::ArrayRef<const Expr *> Arguments) {
  unsigned &Number = GuardNumbers[Made];
  if (!Number) {
    StreamGuard &G = Out.Guards.emplace_back();
    Number = Out.Guards.size();
    G.Variable = V;
    G.Made = Made;
    G.Class = identifierOf(Class.getCanonicalType()->getAsCXXRecordDecl()).str();
    if (!Arguments.empty()) {
      G.StreamArgument = Arguments[0];
      G.Stream = Resolver.resolve(Arguments[0]);
    }
    if (Arguments.size() > 1 && !isa<CXXDefaultArgExpr>(Arguments[1]))
      G.Device = Arguments[1];
  }
  return Number;
}

unsigned StreamWalk::guardMadeBy(const VarDecl *V, const Expr *E) {
  for (unsigned I = 0; E && I < 8; ++I) {
    E = stripWrappers(E);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (isGuardType(Construct->getType()) &&
          !Construct->getConstructor()->isCopyOrMoveConstructor()) {
        Consumed[Construct] = true;
        SmallVector<const Expr *, 2> Arguments(Construct->arguments());
        return guard(V, Construct, Construct->getType(), Arguments);
      }
      if (Construct->getNumArgs() == 0)
        return 0;
      E = Construct->getArg(0);
      continue;
    }
    if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
      if (!isGuardType(New->getAllocatedType()))
        return 0;
      Consumed[New] = true;
      SmallVector<const Expr *, 2> Arguments;
      if (const CXXConstructExpr *Construct = New->getConstructExpr()) {
        Consumed[Construct] = true;
        Arguments.append(Construct->arg_begin(), Construct->arg_end());
      }
      return guard(V, New, New->getAllocatedType(), Arguments);
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return 0;
    StringRef Name = calleeName(Call);
    if (Name == "move" && Call->getNumArgs() == 1) {
      E = Call->getArg(0);
      continue;
    }
    const FunctionDecl *F = Call->getDirectCallee();
    const TemplateArgumentList *Types = F ? F->getTemplateSpecializationArgs() : nullptr;
    if ((Name == "make_unique" || Name == "make_shared" || Name == "make_optional") && Types &&
        Types->size() > 0 && Types->get(0).getKind() == TemplateArgument::Type &&
        isGuardType(Types->get(0).getAsType())) {
      SmallVector<const Expr *, 2> Arguments(Call->arguments());
      return guard(V, Call, Types->get(0).getAsType(), Arguments);
    }
    return 0;
  }
  return 0;
}

StreamWalk::Held StreamWalk::enter(unsigned Guard) {
  Held H{Guard, Now.Current};
  Now.Current = {Guard};
  Now.SeenUnguarded = false;
  return H;
}

void StreamWalk::leave(const SmallVectorImpl<Held> &Alternatives, SourceLocation At) {
  GuardSet Result;
  for (const Held &H : Alternatives) {
    addTo(Result, H.Guard ? H.Saved : Now.Current);
    if (H.Guard && llvm::is_contained(H.Saved, 0u)) {
      Now.Ended = H.Guard;
      if (At.isValid())
        Now.EndedAt = At;
    }
  }
  if (!Alternatives.empty())
    Now.Current = Result;
}

StreamWalk::LiveVariable *StreamWalk::live(const VarDecl *V) {
  for (LiveVariable &L : llvm::reverse(Now.Live))
    if (L.Variable == V)
      return &L;
  return nullptr;
}

void StreamWalk::assign(const VarDecl *V, const Expr *Value, SourceLocation At, bool EndsBefore) {
  SmallVector<Held, 1> Old = live(V)->Alternatives;
  unsigned Number = Value ? guardMadeBy(V, Value) : 0;
  if (Value && !Number && !isa<CXXNullPtrLiteralExpr, InitListExpr>(stripWrappers(Value)) &&
      !referredVariable(Value))
    Out.IsUndecided = true;
  if (EndsBefore)
    leave(Old, At);
  Held New = Number ? enter(Number) : Held();
  if (!EndsBefore)
    leave(Old, At);
  live(V)->Alternatives.assign(1, New);
}

void StreamWalk::declare(const VarDecl *V) {
  const Expr *Init = V->getInit();
  QualType T = V->getType();
  if (isGuardType(T) || isGuardHolder(T)) {
    unsigned Number = Init ? guardMadeBy(V, Init) : 0;
    visit(Init);
    if (!Number && isGuardType(T) && Init)
      // Made in another way: some guard, of which nothing is known.
      Number = guard(V, Init, T, {});
    LiveVariable L{V, Depth, {}};
    L.Alternatives.push_back(Number ? enter(Number) : Held());
    Now.Live.push_back(std::move(L));
    return;
  }
  visit(Init);
}

} // namespace aoti
