#include "Facts/HandleFacts.h"
#include "Facts/AstQuery.h"
#include "Facts/HandleWalk.h"
#include "Facts/ParserErrors.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

using Alternative = HandleAlternative;
using Is = HandleAlternative::Kind;
using Step = HandleStep::Kind;
using Fault = HandleFault::Kind;

namespace {

/// Loops inside of loops are walked twice each, down to this depth.
constexpr unsigned MaxLoopDepth = 3;

/// A parameter through which the caller gets tensors.
bool isOutputParameter(const VarDecl *V) {
  if (!isa<ParmVarDecl>(V) || !V->getDeclName().isIdentifier() || V->getName() != "output_handles")
    return false;
  QualType T = V->getType();
  if (const auto *Pointer = T->getAs<PointerType>())
    return isRawType(Pointer->getPointeeType()) && !Pointer->getPointeeType().isConstQualified();
  return T->isReferenceType() && recordName(T) == "vector" &&
         !T.getNonReferenceType().isConstQualified();
}

/// Whether a type can hold several handles or pointers, so that what is put into it is used where
/// it is named.
bool isCollection(QualType T) {
  T = T.getNonReferenceType().getCanonicalType();
  if (T->isArrayType())
    return true;
  const auto *Record = T->getAsCXXRecordDecl();
  if (!Record)
    return false;
  if (Record->isLambda())
    return true;
  StringRef Name = recordName(T);
  return Name == "array" || Name == "vector" || Name == "initializer_list" || Name == "function" ||
         Name == "tuple" || Name == "pair";
}

} // namespace

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void HandleWalk::joinBranches(HandleState::Delta A, bool EndsA, HandleState::Delta B, bool EndsB,
                              HandleLiteral L, std::optional<HandleLiteral> Other) {
  if (!EndsA && !EndsB) {
    Live = false;
    return;
  }
  if (!EndsA) {
    State.apply(B);
    return;
  }
  if (!EndsB) {
    State.apply(A);
    return;
  }
  State.join(A, L, B, Other ? *Other : !L);
}

void HandleWalk::walkIf(const IfStmt *If) {
  size_t ScopeMark = Scope.size();
  llvm::scope_exit End([&] { endScope(ScopeMark, If->getEndLoc()); });
  walk(If->getInit());
  if (const VarDecl *V = If->getConditionVariable())
    declare(V);
  if (If->isConstexpr() && !If->getCond()->isValueDependent())
    if (auto Taken = If->getNondiscardedCase(Context)) {
      walk(*Taken);
      return;
    }
  fullExpression(If->getCond(), false);
  if (!Live)
    return;
  HandleTest T = test(If->getCond(), If);
  if (T.Known) {
    walk(*T.Known ? If->getThen() : If->getElse());
    return;
  }
  const HandleLiteral L = T.Literal;
  struct Way {
    HandleState::Delta Changes;
    bool Ends = false, Jumps = false;
  };
  auto Branch = [&](const Stmt *S, const HandleLiteral &Own) {
    Way W;
    size_t Mark = Branches.size();
    unsigned Before = Jumps;
    State.push();
    Branches.push_back(Own);
    ++BranchDepth;
    walk(S);
    --BranchDepth;
    // What is known inside of the branch only is lost behind it.
    State.assume(llvm::ArrayRef(Branches).drop_front(Mark + 1), State.frames() - 1);
    Branches.resize(Mark);
    W.Ends = Live;
    W.Jumps = Jumps != Before;
    Live = true;
    W.Changes = State.pop();
    return W;
  };
  Way Then = Branch(If->getThen(), L), Else = Branch(If->getElse(), !L);
  std::optional<HandleLiteral> Rest;
  if (!If->getElse() && Paths.isOneOfSeveral(L, Branches)) {
    // The values that are compared with may be all that there are.
    Rest = !L;
    HandleCondition C;
    C.MayNeverFail = true;
    Rest->Condition = Paths.addCondition(C);
    Rest->Holds = false;
  }
  joinBranches(std::move(Then.Changes), Then.Ends, std::move(Else.Changes), Else.Ends, L, Rest);
  if (Then.Ends == Else.Ends)
    return;
  // From here on it is known how the condition came out. Tests of errors are many, and nothing
  // else depends on them.
  const Way &Gone = Then.Ends ? Else : Then;
  if (!Paths.isIndependent(L) && (T.IsSeen || (Gone.Jumps && Loops.empty())))
    Branches.push_back(Then.Ends ? L : !L);
}

HandleState::Delta HandleWalk::joinWays(const HandleState::Delta &A, const HandleState::Delta &B,
                                        unsigned Frame, const Stmt *At, bool MayNeverComeToB) {
  HandleCondition C;
  C.MayNeverFail = MayNeverComeToB;
  const HandleLiteral L = newLiteral(C, At);
  State.push();
  State.rewind(Frame);
  State.join(A, L, B, !L);
  return State.pop();
}

void HandleWalk::walkLoop(const Stmt *Whole, const LoopParts &Parts,
                          std::optional<uint64_t> Rounds) {
  size_t ScopeMark = Scope.size();
  llvm::scope_exit End([&, Mark = Branches.size()] {
    Branches.resize(Mark);
    endScope(ScopeMark, Whole->getEndLoc());
  });
  walk(Parts.Init);
  fullExpression(Parts.Range, false);
  std::optional<bool> Always = Parts.always(Context);
  if (!Parts.BodyFirst && (Rounds == 0 || Always == false))
    return;
  const bool Endless = Always == true;
  const RoundCount Count = countOf(Rounds);
  HandleCondition Again;
  Again.K = HandleCondition::Kind::Independent;
  // A condition at the head may hold at first for all that the model is given.
  Again.MayNeverFail = !Endless && !Parts.BodyFirst;
  // A loop over what is not known may have one round.
  Again.MayNeverHold = isa<ForStmt, CXXForRangeStmt>(Whole) && !Endless && Count == RoundCount::Any;
  const HandleLiteral Later = newLiteral(Again, Whole);

  SmallVector<const VarDecl *, 4> InLoop = std::move(Carried);
  Carried.clear();
  HandleState::Delta Exit;
  bool Exits = false;
  auto WalkRound = [&]() -> std::optional<HandleState::Delta> {
    // The state at the head is that of the frame around.
    Loop L;
    L.Frame = State.frames();
    State.push();
    size_t Mark = Branches.size();
    L.Branches = Mark;
    Loops.push_back(std::move(L));
    Exits = false;
    Exit.clear();
    auto Leave = [&](HandleState::Delta D) {
      if (!Exits) {
        Exit = std::move(D);
        Exits = true;
        return;
      }
      Exit = joinWays(Exit, D, Loops.back().Frame, Whole);
    };
    const size_t RoundMark = Scope.size();
    // What the condition declares ends where it does not hold, too.
    auto LeaveRound = [&] {
      std::vector<const VarDecl *> Declared = Scope;
      endScope(RoundMark, Whole->getEndLoc());
      Scope = std::move(Declared);
      Leave(State.changesSince(Loops.back().Frame));
    };
    auto Ask = [&] {
      if (Parts.Tested)
        declare(Parts.Tested);
      fullExpression(Parts.Condition, false);
      if (!Live || Endless || Count != RoundCount::Any)
        return;
      HandleTest T;
      if (Parts.Condition) {
        T = test(Parts.Condition, Whole);
      } else {
        // A range of which nothing is known yet.
        HandleCondition More;
        More.MayNeverHold = More.MayNeverFail = true;
        T.Literal = newLiteral(More, Whole);
      }
      State.push();
      if (!T.Known)
        State.assume(!T.Literal, Loops.back().Frame);
      LeaveRound();
      State.pop();
      if (!T.Known)
        State.assume(T.Literal, Loops.back().Frame);
    };
    if (!Parts.BodyFirst)
      Ask();
    if (Parts.Element && Parts.Element->getInit())
      declare(Parts.Element);
    walk(Parts.Body);
    bool Ends = Live;
    if (Ends)
      State.assume(llvm::ArrayRef(Branches).drop_front(Mark), Loops.back().Frame);
    Branches.resize(Mark);
    std::vector<HandleState::Delta> Continues = std::move(Loops.back().Continues);
    std::optional<HandleState::Delta> Back;
    if (Ends)
      Back = State.changesSince(Loops.back().Frame);
    for (HandleState::Delta &D : Continues) {
      if (!Back) {
        Back = std::move(D);
        continue;
      }
      Back = joinWays(*Back, D, Loops.back().Frame, Whole);
    }
    Live = Back.has_value();
    if (Live) {
      State.rewind(Loops.back().Frame);
      State.apply(*Back);
      if (Parts.BodyFirst)
        Ask();
      if (const auto *E = dyn_cast_or_null<Expr>(Parts.Increment))
        fullExpression(E, true);
      endScope(RoundMark, Whole->getEndLoc());
      Back = State.changesSince(Loops.back().Frame);
      if (Count != RoundCount::Any) {
        // It ends behind the last round, which is not the first of several.
        State.push();
        if (Count == RoundCount::Several)
          State.assume(Later, Loops.back().Frame);
        HandleState::Delta End = State.changesSince(Loops.back().Frame);
        State.pop();
        Leave(std::move(End));
      }
    }
    endScope(RoundMark, Whole->getEndLoc());
    std::vector<HandleState::Delta> Breaks = std::move(Loops.back().Breaks);
    for (HandleState::Delta &D : Breaks)
      Leave(std::move(D));
    Loops.pop_back();
    State.pop();
    Live = true;
    return Back;
  };

  if (LoopDepth < MaxLoopDepth && Count != RoundCount::One) {
    ++LoopDepth;
    ++Muted;
    std::optional<HandleState::Delta> Back = WalkRound();
    --Muted;
    --LoopDepth;
    if (Back)
      State.join(HandleState::Delta(), !Later, *Back, Later);
  }
  struct {
    unsigned Round, BranchDepth, LoopDepth;
    const Stmt *Body;
    std::optional<unsigned> Lost;
  } Outer{Round, RoundBranchDepth, RoundLoopDepth, RoundBody, LostInRound};
  bool Carries = Endless && !InLoop.empty();
  ++LoopDepth;
  if (Carries) {
    Round = ++LastRound;
    RoundBranchDepth = BranchDepth;
    RoundLoopDepth = LoopDepth;
    RoundBody = Parts.Body;
    LostInRound.reset();
  }
  std::optional<HandleState::Delta> Back = WalkRound();
  --LoopDepth;
  if (Carries) {
    std::optional<unsigned> Lost = LostInRound;
    Round = Outer.Round;
    RoundBranchDepth = Outer.BranchDepth;
    RoundLoopDepth = Outer.LoopDepth;
    RoundBody = Outer.Body;
    LostInRound = Outer.Lost;
    if (Back && Lost)
      checkCarried(InLoop, *Back, Whole, Objects[*Lost]);
  }
  LastWritten.reset();
  Live = Exits;
  if (Exits)
    State.apply(Exit);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void HandleWalk::endTemporaries(size_t Mark, SourceRange At) {
  while (Temporaries.size() > Mark) {
    unsigned Cell = Temporaries.back();
    Temporaries.pop_back();
    if (Live) {
      destroy(State.get(Cell), Step::EndOfStatement, At);
      State.set(Cell, HandleValue());
    }
  }
}

void HandleWalk::endScope(size_t Mark, SourceRange At) {
  while (Scope.size() > Mark) {
    const VarDecl *V = Scope.back();
    Scope.pop_back();
    auto It = Variables.find(V);
    if (It == Variables.end())
      continue;
    unsigned Cell = It->second;
    if (Live && Cells[Cell].K == HandleCell::Kind::Owner && !Cells[Cell].Outlives)
      destroy(State.get(Cell), Step::EndOfScope, At, Cells[Cell].Name);
  }
}

void HandleWalk::fullExpression(const Expr *E, bool Discarded) {
  if (!E || !Live)
    return;
  size_t Mark = Temporaries.size();
  HandleResult R = visit(E);
  if (Discarded && R.K == HandleResult::Kind::Owner)
    destroy(R.Value, Step::EndOfStatement, E->getSourceRange());
  endTemporaries(Mark, E->getSourceRange());
}

void HandleWalk::declare(const VarDecl *V) {
  QualType T = V->getType();
  const Expr *Init = V->getInit();
  written(V);
  size_t Mark = Temporaries.size();
  llvm::scope_exit End([&] { endTemporaries(Mark, V->getSourceRange()); });

  if (T->isReferenceType()) {
    HandleResult R = visit(Init);
    if (R.K == HandleResult::Kind::Cell || R.K == HandleResult::Kind::Moved) {
      // Nothing is moved: the reference is another name. The temporary that it extends has none.
      Variables[V] = R.Cell;
      if (Cells[R.Cell].Name.empty()) {
        Cells[R.Cell].Name = identifierOf(V);
        Scope.push_back(V);
      }
    } else if (isOwnerType(T)) {
      Variables[V] = newCell(HandleCell::Kind::Owner, identifierOf(V));
      State.set(Variables[V], alternative(Is::Unknown));
    }
    return;
  }
  if (isOwnerType(T)) {
    unsigned Cell = cellOf(V, HandleCell::Kind::Owner);
    HandleValue Value;
    if (!V->hasLocalStorage()) {
      visit(Init);
      Value = {alternative(Is::Unknown)};
    } else {
      HandleResult R = visit(Init);
      if (R.K == HandleResult::Kind::Owner)
        Value = std::move(R.Value);
      else if ((R.K == HandleResult::Kind::Moved || R.K == HandleResult::Kind::Cell) &&
               !namesOtherInput(V, Cells[R.Cell].Input))
        Value = take(R.Cell, Init->getSourceRange());
      else
        Value = {alternative(Is::Unknown)};
      for (Alternative &A : Value) {
        if (A.K == Is::Empty && !A.Step)
          A.Step = step(Step::Declared, V->getSourceRange(), identifierOf(V));
        if (A.K == Is::Holds)
          Objects[A.Object].Holder = identifierOf(V).str();
      }
      Scope.push_back(V);
    }
    State.set(Cell, std::move(Value));
    return;
  }
  if (isRawType(T)) {
    unsigned Cell = cellOf(V, HandleCell::Kind::Raw);
    HandleValue Value;
    if (!Init) {
      Value = {alternative(V->hasLocalStorage() ? Is::Uninitialised : Is::Empty,
                           step(Step::Declared, V->getSourceRange(), identifierOf(V)))};
    } else {
      HandleResult R = visit(Init);
      std::optional<HandleValue> Raw = rawValue(R, Init->getSourceRange());
      Value = Raw ? std::move(*Raw) : HandleValue{alternative(Is::Unknown)};
      for (const Alternative &A : Value)
        if (A.K == Is::Holds && Objects[A.Object].Holder.empty())
          Objects[A.Object].Holder = identifierOf(V).str();
    }
    State.set(Cell, std::move(Value));
    return;
  }
  if (!Init)
    return;
  if (isOwnerVector(T)) {
    const auto *Call = dyn_cast<CallExpr>(stripWrappers(Init));
    visit(Init);
    if (Call && calleeName(Call) == "steal_from_raw_handles_to_raii_handles" &&
        Call->getNumArgs() == 2)
      if (std::optional<int64_t> N = integerLiteral(stripWrappers(Call->getArg(1)), Context);
          N && *N >= 0 && *N <= MaxElements) {
        ElementCount[V] = *N;
        for (int64_t I = 0; I < *N; ++I)
          element(V, I);
      }
    return;
  }
  if (isCollection(T)) {
    SmallVector<HandleResult, 4> Members;
    auto *Outer = Sink;
    Sink = &Members;
    visit(Init);
    Sink = Outer;
    // Who takes it out again is not followed.
    for (const HandleResult &Member : Members)
      if (Member.K == HandleResult::Kind::Raw)
        setObjects(Member.Value, {Is::Unowned}, Is::Unknown, 0);
    if (!Members.empty())
      Collections[V] = std::move(Members);
    return;
  }
  HandleResult R = visit(Init);
  if (Live && T->isBooleanType() && V->hasLocalStorage())
    Meanings[V] = {Versions.lookup(V), meaning(Init)};
  switch (R.K) {
  case HandleResult::Kind::Data: {
    unsigned Cell = cellOf(V, HandleCell::Kind::Data);
    State.set(Cell, std::move(R.Value));
    return;
  }
  case HandleResult::Kind::Raw: {
    // A handle behind `void *` or another type.
    if (!T->isPointerType()) {
      setObjects(R.Value, {Is::Unowned}, Is::Unknown, 0);
      return;
    }
    unsigned Cell = cellOf(V, HandleCell::Kind::Raw);
    State.set(Cell, std::move(R.Value));
    return;
  }
  case HandleResult::Kind::Owner:
    setObjects(R.Value, {Is::Owned}, Is::Unknown, 0);
    return;
  case HandleResult::Kind::Moved:
    take(R.Cell, Init->getSourceRange());
    return;
  case HandleResult::Kind::Address:
    escape(R.Cell);
    return;
  default:
    return;
  }
}

/// What the loop behind some statements carries from round to round: variables that are set to
/// copies of the first values, right before the loop and right behind the declaration of what tells
/// whether it goes on.
static SmallVector<const VarDecl *, 4> carriedVariables(ArrayRef<const Stmt *> Before) {
  auto Declared = [](const Stmt *S) -> const VarDecl * {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  };
  SmallVector<const VarDecl *, 4> Found;
  while (Before.size() >= 4) {
    const VarDecl *Owner = Declared(Before.back());
    const VarDecl *Raw = Declared(Before[Before.size() - 3]);
    if (!Owner || !Raw || !isOwnerType(Owner->getType()) || !isRawType(Raw->getType()) ||
        !Owner->getInit() || namedVariable(Owner->getInit()) != Raw)
      break;
    struct Finder : AstVisitor<Finder> {
      bool Found = false;
      bool VisitCallExpr(CallExpr *Call) {
        Found |= calleeName(Call) == "aoti_torch_assign_tensors_out";
        return !Found;
      }
    } Copies;
    Copies.TraverseStmt(const_cast<Stmt *>(Before[Before.size() - 2]));
    if (!Copies.Found)
      break;
    Found.push_back(Owner);
    Before = Before.drop_back(3);
  }
  const VarDecl *GoesOn = Before.empty() ? nullptr : Declared(Before.back());
  if (!GoesOn || !identifierOf(GoesOn).ends_with("_cond_result"))
    Found.clear();
  return Found;
}

void HandleWalk::walkBody(const CompoundStmt *S) {
  ArrayRef<const Stmt *> Body(S->body_begin(), S->size());
  for (size_t I = 0; I < Body.size() && Live; ++I) {
    Carried.clear();
    if (isa<WhileStmt>(Body[I]))
      Carried = carriedVariables(Body.take_front(I));
    walk(Body[I]);
  }
}

void HandleWalk::walkCompound(const CompoundStmt *S) {
  size_t Mark = Scope.size();
  walkBody(S);
  if (S == RoundBody && Live && !Muted) {
    // Only what the variables of the body hold ends with the round.
    llvm::DenseSet<unsigned> Held;
    for (const VarDecl *V : llvm::ArrayRef(Scope).drop_front(Mark))
      if (auto It = Variables.find(V); It != Variables.end())
        for (const Alternative &A : State.get(It->second))
          if (A.K == Is::Holds)
            Held.insert(A.Object);
    LostInRound = leftTensor(&Held);
  }
  endScope(Mark, S->getRBracLoc());
}

void HandleWalk::walkSwitch(const SwitchStmt *Switch) {
  size_t ScopeMark = Scope.size();
  walk(Switch->getInit());
  if (const VarDecl *V = Switch->getConditionVariable())
    declare(V);
  fullExpression(Switch->getCond(), false);
  if (!Live)
    return;
  Loop L;
  L.K = Loop::Kind::Switch;
  L.Frame = State.frames();
  L.Branches = Branches.size();
  State.push();
  Loops.push_back(std::move(L));
  unsigned Frame = Loops.back().Frame;
  bool HasDefault = false;
  Live = false;
  SmallVector<const Stmt *, 16> Body;
  if (const auto *Compound = dyn_cast_or_null<CompoundStmt>(Switch->getBody()))
    Body.append(Compound->body_begin(), Compound->body_end());
  else if (Switch->getBody())
    Body.push_back(Switch->getBody());
  std::optional<HandleState::Delta> Exit;
  auto Leave = [&](HandleState::Delta D) {
    Exit = Exit ? joinWays(*Exit, D, Frame, Switch) : std::move(D);
  };
  size_t Inner = Scope.size();
  HandleLiteral Way;
  for (const Stmt *S : Body) {
    while (const auto *Case = dyn_cast_or_null<SwitchCase>(S)) {
      HasDefault |= isa<DefaultStmt>(Case);
      // From the head of the statement, or from the case before.
      if (Live) {
        HandleState::Delta Before = State.changesSince(Frame);
        State.apply(joinWays(Before, HandleState::Delta(), Frame, Switch));
      } else {
        State.rewind(Frame);
      }
      Live = true;
      Way = newLiteral(HandleCondition(), Switch);
      S = Case->getSubStmt();
    }
    if (!Live)
      continue;
    size_t Mark = Branches.size();
    Branches.push_back(Way);
    ++BranchDepth;
    walk(S);
    --BranchDepth;
    Branches.resize(Mark);
  }
  endScope(Inner, Switch->getEndLoc());
  if (Live)
    Leave(State.changesSince(Frame));
  std::vector<HandleState::Delta> Breaks = std::move(Loops.back().Breaks);
  for (HandleState::Delta &D : Breaks)
    Leave(std::move(D));
  // Without a default the cases may be all that there are.
  if (!HasDefault)
    Exit = Exit ? joinWays(*Exit, HandleState::Delta(), Frame, Switch, true) : HandleState::Delta();
  Loops.pop_back();
  State.pop();
  Live = Exit.has_value();
  if (Exit)
    State.apply(*Exit);
  endScope(ScopeMark, Switch->getEndLoc());
}

void HandleWalk::walkTry(const CXXTryStmt *Try) {
  unsigned Frame = State.frames();
  State.push();
  walk(Try->getTryBlock());
  bool Ends = Live;
  HandleState::Delta Tried = State.pop();
  std::optional<HandleState::Delta> Exit;
  if (Ends)
    Exit = Tried;
  for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
    Live = true;
    State.push();
    // How far the block came is not known.
    for (const auto &Entry : Tried)
      if (!State.get(Entry.first).empty())
        State.set(Entry.first, alternative(Is::Unknown));
    walk(Try->getHandler(I)->getHandlerBlock());
    HandleState::Delta Handled = State.pop();
    if (Live)
      Exit = Exit ? joinWays(*Exit, Handled, Frame, Try) : std::move(Handled);
  }
  Live = Exit.has_value();
  if (Exit)
    State.apply(*Exit);
}

/// How many elements a range has, where its type or its list tells.
static std::optional<uint64_t> elements(const Expr *Range, const ASTContext &Context) {
  const Expr *E = stripWrappers(Range);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    E = stripWrappers(List->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E); List && !List->getType()->isRecordType())
    return List->getNumInits();
  QualType T = E->getType().getNonReferenceType();
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(T))
    return Array->getZExtSize();
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (Record && recordName(T) == "array" && Record->getTemplateArgs().size() == 2 &&
      Record->getTemplateArgs()[1].getKind() == TemplateArgument::Integral)
    return Record->getTemplateArgs()[1].getAsIntegral().getLimitedValue();
  return std::nullopt;
}

HandleWalk::RoundCount HandleWalk::countOf(std::optional<uint64_t> Rounds) {
  return !Rounds ? RoundCount::Any : *Rounds > 1 ? RoundCount::Several : RoundCount::One;
}

void HandleWalk::walk(const Stmt *S) {
  if (!S || !Live || Out.Undecided)
    return;
  if (Depth > MaxDepth) {
    Out.Undecided = true;
    return;
  }
  ++Depth;
  llvm::scope_exit Leave([&] { --Depth; });
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return walkCompound(Compound);
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declare(V);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return walkIf(If);
  if (const auto *Do = dyn_cast<DoStmt>(S); Do && runsOnce(Do, Context)) {
    Loop Once;
    Once.K = Loop::Kind::Once;
    Once.Branches = Branches.size();
    Loops.push_back(std::move(Once));
    walk(Do->getBody());
    Loops.pop_back();
    return;
  }
  if (std::optional<LoopParts> Parts = loopParts(S)) {
    std::optional<uint64_t> Rounds;
    if (const auto *For = dyn_cast<ForStmt>(S))
      Rounds = rounds(For);
    else if (Parts->Range)
      Rounds = elements(Parts->Range, Context);
    return walkLoop(S, *Parts, Rounds);
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return walkSwitch(Switch);
  if (const auto *Try = dyn_cast<CXXTryStmt>(S))
    return walkTry(Try);
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    ++Jumps;
    if (const Expr *Value = Return->getRetValue()) {
      size_t Mark = Temporaries.size();
      HandleResult R = visit(Value);
      if (std::optional<HandleValue> V = rawValue(R, Value->getSourceRange()))
        setObjects(*V, {Is::Unowned}, Is::Given, step(Step::Output, Value->getSourceRange()));
      endTemporaries(Mark, Value->getSourceRange());
    }
    if (Live)
      checkEnd(S->getSourceRange());
    Live = false;
    return;
  }
  if (isa<BreakStmt, ContinueStmt>(S)) {
    bool Breaks = isa<BreakStmt>(S);
    ++Jumps;
    for (Loop &L : llvm::reverse(Loops)) {
      if (L.K == Loop::Kind::Switch && !Breaks)
        continue;
      if (L.K == Loop::Kind::Once) {
        Out.Undecided = true;
        break;
      }
      State.assume(llvm::ArrayRef(Branches).drop_front(L.Branches), L.Frame);
      (Breaks ? L.Breaks : L.Continues).push_back(State.changesSince(L.Frame));
      break;
    }
    Live = false;
    return;
  }
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, CoroutineBodyStmt, AsmStmt>(S)) {
    Out.Undecided = true;
    return;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return fullExpression(E, true);
  for (const Stmt *Child : S->children())
    walk(Child);
}

bool HandleWalk::run() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Out.Function->getBody());
  if (!Body)
    return false;
  for (const ParmVarDecl *P : Out.Function->parameters()) {
    if (isOutputParameter(P))
      OutputArray = P;
    else if (isOwnerType(P->getType()) || isRawType(P->getType()))
      State.set(
          cellOf(P, isOwnerType(P->getType()) ? HandleCell::Kind::Owner : HandleCell::Kind::Raw),
          alternative(Is::Unknown));
  }
  Any = false;
  walkBody(Body);
  if (Live) {
    checkEnd(SourceRange(Body->getRBracLoc()));
    checkMissingOutputs();
  }
  for (const UnsetOutput &U : Unset) {
    auto It = Out.Outputs.find(Cells[U.Cell].Output);
    // An output that is never set is none of the model's: the caller has made it null.
    if (It == Out.Outputs.end() || It->second.empty() || OutputsEscaped)
      continue;
    HandleFault F;
    F.K = Fault::OutputUnset;
    F.Output = Cells[U.Cell].Output;
    F.Name = Cells[U.Cell].Name;
    F.At = It->second.front();
    fault(std::move(F), {step(Step::Output, It->second.front())}, {U.Path});
  }
  // What is found in a check that is switched off counts only if nothing else shows it.
  std::vector<HandleFault> Kept;
  for (size_t I = 0; I < Out.Faults.size(); ++I) {
    const HandleFault &F = Out.Faults[I];
    bool Again = false;
    if (OnlyWithChecks[I] && !F.Steps.empty())
      for (size_t J = 0; J < Out.Faults.size() && !Again; ++J)
        Again = J != I && (J < I || !OnlyWithChecks[J]) && Out.Faults[J].K == F.K &&
                Out.Faults[J].Name == F.Name && !Out.Faults[J].Steps.empty() &&
                Out.Faults[J].Steps.back().At == F.Steps.back().At;
    if (!Again)
      Kept.push_back(F);
  }
  // One end makes all uses behind it wrong.
  std::map<std::pair<unsigned, std::string>, size_t> ByEnd;
  Out.Faults.clear();
  for (HandleFault &F : Kept) {
    if ((F.K == Fault::UseAfterEnd || F.K == Fault::PointerAfterEnd) && !F.Steps.empty()) {
      const HandleStep &End = F.Steps.back();
      auto [It, New] =
          ByEnd.try_emplace({End.At.getBegin().getRawEncoding(), End.Name}, Out.Faults.size());
      if (!New) {
        Out.Faults[It->second].Others.push_back({F.At, F.Name});
        continue;
      }
    }
    Out.Faults.push_back(std::move(F));
  }
  // A statement that is missing from the tree may be the one that sets, moves or keeps a handle.
  if (Out.Undecided ||
      ParserErrors::anyIn(Out.Function->getSourceRange(), Context.getSourceManager()))
    Out.Faults.clear();
  return Any;
}

HandleFacts::HandleFacts(TuFacts &Facts) {
  forEachGeneratedFunction(Facts.context(), Facts.dialect().GeneratedBegin,
                           [&](const FunctionDecl *F) {
                             FunctionHandles Out;
                             Out.Function = F;
                             if (HandleWalk(Facts, Out).run())
                               Functions.push_back(std::move(Out));
                           });
}

} // namespace aoti
