#include "Facts/HandleFacts.h"
#include "Facts/AstQuery.h"
#include "Facts/HandleWalk.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/ScopeExit.h"

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
// Conditions and branches
//===----------------------------------------------------------------------===//

namespace {
/// What a condition depends on.
struct ConditionVariables : RecursiveASTVisitor<ConditionVariables> {
  SmallVector<const VarDecl *, 4> Variables;
  bool Calls = false, Environment = true, Other = false;
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      Variables.push_back(V);
      Environment = false;
    }
    return true;
  }
  bool VisitMemberExpr(MemberExpr *) { return Environment = false, true; }
  bool VisitCallExpr(CallExpr *Call) {
    Calls |= Call->getNumArgs() > 0;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      Calls |= !Member->getMethodDecl() || !Member->getMethodDecl()->isConst();
    if (!Call->getDirectCallee() || Call->getNumArgs() > 0)
      Environment = false;
    return true;
  }
};
} // namespace

HandleLiteral HandleWalk::literal(const Expr *Condition, const Stmt *At) {
  HandleLiteral L;
  L.At = At;
  L.Instance = ++LastInstance;
  bool Holds = true;
  Condition = stripWrappers(Condition);
  while (const auto *Not = dyn_cast_or_null<UnaryOperator>(Condition)) {
    if (Not->getOpcode() != UO_LNot)
      break;
    Holds = !Holds;
    Condition = stripWrappers(Not->getSubExpr());
  }
  std::optional<int64_t> EqualTo;
  if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Condition);
      Binary && Binary->isEqualityOp()) {
    const Expr *Subject = Binary->getLHS();
    std::optional<int64_t> Value = integerLiteral(stripWrappers(Binary->getRHS()), Context);
    if (!Value) {
      Value = integerLiteral(stripWrappers(Binary->getLHS()), Context);
      Subject = Binary->getRHS();
    }
    if (Value) {
      EqualTo = Value;
      Condition = stripWrappers(Subject);
      if (Binary->getOpcode() == BO_NE)
        Holds = !Holds;
    }
  }
  L.Holds = Holds;
  HandleCondition C;
  if (!Condition) {
    L.Condition = Paths.addCondition(C);
    return L;
  }
  ConditionVariables Used;
  Used.TraverseStmt(const_cast<Expr *>(Condition));
  if (Used.Calls) {
    // Two calls may answer differently.
    L.Condition = Paths.addCondition(C);
    return L;
  }
  // The same text with the same values.
  llvm::FoldingSetNodeID Id;
  Condition->Profile(Id, Context, true);
  for (const VarDecl *V : Used.Variables)
    Id.AddInteger(Versions.lookup(V));
  llvm::FoldingSetNodeIDRef Interned = Id.Intern(KeyMemory);
  llvm::ArrayRef<unsigned> Key(Interned.getData(), Interned.getSize());
  unsigned &Subject = SubjectOf[Key.vec()];
  if (!Subject)
    Subject = ++LastSubject;
  unsigned &Known = EqualityOf[{Subject, EqualTo ? *EqualTo : INT64_MIN + 1}];
  if (!Known) {
    C.Subject = EqualTo ? Subject : 0;
    C.EqualTo = EqualTo;
    if (Used.Environment)
      C.K = HandleCondition::Kind::Independent;
    Known = Paths.addCondition(C);
  }
  L.Condition = Known;
  return L;
}

void HandleWalk::joinBranches(HandleState::Delta A, bool EndsA, HandleState::Delta B, bool EndsB,
                              HandleLiteral L) {
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
  State.join(A, L, B, !L);
}

void HandleWalk::walkIf(const IfStmt *If) {
  size_t ScopeMark = Scope.size();
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
  bool Value = false;
  if (!If->getCond()->isValueDependent() &&
      If->getCond()->EvaluateAsBooleanCondition(Value, Context)) {
    walk(Value ? If->getThen() : If->getElse());
    return;
  }
  HandleLiteral L = literal(If->getCond(), If);
  auto Branch = [&](const Stmt *S, const HandleLiteral &Own, bool &Ends) {
    State.push();
    Branches.push_back(Own);
    walk(S);
    Branches.pop_back();
    Ends = Live;
    Live = true;
    return State.pop();
  };
  bool ThenEnds, ElseEnds;
  HandleState::Delta Then = Branch(If->getThen(), L, ThenEnds);
  HandleState::Delta Else = Branch(If->getElse(), !L, ElseEnds);
  joinBranches(std::move(Then), ThenEnds, std::move(Else), ElseEnds, L);
  endScope(ScopeMark, If->getEndLoc());
}

HandleState::Delta HandleWalk::joinWays(const HandleState::Delta &A, const HandleState::Delta &B,
                                        unsigned Frame, const Stmt *At) {
  HandleLiteral L;
  L.Condition = Paths.addCondition({});
  L.Instance = ++LastInstance;
  L.At = At;
  State.push();
  State.rewind(Frame);
  State.join(A, L, B, !L);
  return State.pop();
}

void HandleWalk::walkLoop(const Stmt *Whole, const Stmt *Init, const Expr *Condition,
                          const Stmt *Increment, const Stmt *Body, bool BodyFirst) {
  size_t ScopeMark = Scope.size();
  walk(Init);
  bool Endless = !Condition;
  if (bool Value = false; Condition && !Condition->isValueDependent() &&
                          Condition->EvaluateAsBooleanCondition(Value, Context)) {
    Endless = Value;
    if (!Value && !BodyFirst)
      return;
  }
  HandleCondition Again;
  Again.K = HandleCondition::Kind::Independent;
  HandleLiteral Later;
  Later.Condition = Paths.addCondition(Again);
  Later.Instance = ++LastInstance;
  Later.At = Whole;

  SmallVector<const VarDecl *, 4> InLoop = std::move(Carried);
  Carried.clear();
  HandleState::Delta Exit;
  bool Exits = false;
  auto Round = [&]() -> std::optional<HandleState::Delta> {
    // The state at the head is that of the frame around.
    Loop L;
    L.Frame = State.frames();
    State.push();
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
    if (!BodyFirst && Condition) {
      fullExpression(Condition, false);
      if (Live && !Endless)
        Leave(State.changesSince(Loops.back().Frame));
    }
    walk(Body);
    bool Ends = Live;
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
      if (BodyFirst && Condition) {
        fullExpression(Condition, false);
        if (Live && !Endless)
          Leave(State.changesSince(Loops.back().Frame));
      }
      if (const auto *E = dyn_cast_or_null<Expr>(Increment))
        fullExpression(E, true);
      Back = State.changesSince(Loops.back().Frame);
    }
    std::vector<HandleState::Delta> Breaks = std::move(Loops.back().Breaks);
    for (HandleState::Delta &D : Breaks)
      Leave(std::move(D));
    Loops.pop_back();
    State.pop();
    Live = true;
    return Back;
  };

  if (LoopDepth < MaxLoopDepth) {
    ++LoopDepth;
    ++Muted;
    std::optional<HandleState::Delta> Back = Round();
    --Muted;
    --LoopDepth;
    if (Back && Endless)
      checkCarried(InLoop, *Back, Whole);
    if (Back)
      State.join(HandleState::Delta(), !Later, *Back, Later);
  }
  ++LoopDepth;
  Round();
  --LoopDepth;
  Live = Exits;
  if (Exits)
    State.apply(Exit);
  endScope(ScopeMark, Whole->getEndLoc());
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
        Cells[R.Cell].Name = identifier(V);
        Scope.push_back(V);
      }
    } else if (isOwnerType(T)) {
      Variables[V] = newCell(HandleCell::Kind::Owner, identifier(V));
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
      else if (R.K == HandleResult::Kind::Moved || R.K == HandleResult::Kind::Cell)
        Value = take(R.Cell, Init->getSourceRange());
      else
        Value = {alternative(Is::Unknown)};
      for (Alternative &A : Value) {
        if (A.K == Is::Empty && !A.Step)
          A.Step = step(Step::Declared, V->getSourceRange(), identifier(V));
        if (A.K == Is::Holds)
          Objects[A.Object].Holder = identifier(V).str();
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
                           step(Step::Declared, V->getSourceRange(), identifier(V)))};
    } else {
      HandleResult R = visit(Init);
      std::optional<HandleValue> Raw = rawValue(R, Init->getSourceRange());
      Value = Raw ? std::move(*Raw) : HandleValue{alternative(Is::Unknown)};
      for (const Alternative &A : Value)
        if (A.K == Is::Holds && Objects[A.Object].Holder.empty())
          Objects[A.Object].Holder = identifier(V).str();
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
    if (!Members.empty())
      Collections[V] = std::move(Members);
    return;
  }
  HandleResult R = visit(Init);
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
    struct Finder : RecursiveASTVisitor<Finder> {
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
  if (!GoesOn || !identifier(GoesOn).ends_with("_cond_result"))
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
  Way.At = Switch;
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
      Way.Condition = Paths.addCondition({});
      Way.Instance = ++LastInstance;
      S = Case->getSubStmt();
    }
    if (!Live)
      continue;
    Branches.push_back(Way);
    walk(S);
    Branches.pop_back();
  }
  endScope(Inner, Switch->getEndLoc());
  if (Live)
    Leave(State.changesSince(Frame));
  if (!HasDefault)
    Leave(HandleState::Delta());
  std::vector<HandleState::Delta> Breaks = std::move(Loops.back().Breaks);
  for (HandleState::Delta &D : Breaks)
    Leave(std::move(D));
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
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    if (const VarDecl *V = While->getConditionVariable())
      declare(V);
    return walkLoop(S, nullptr, While->getCond(), nullptr, While->getBody(), false);
  }
  if (const auto *For = dyn_cast<ForStmt>(S))
    return walkLoop(S, For->getInit(), For->getCond(), For->getInc(), For->getBody(), false);
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    bool Holds = true;
    if (!Do->getCond()->isValueDependent() &&
        Do->getCond()->EvaluateAsBooleanCondition(Holds, Context) && !Holds) {
      // The usual wrapping of a macro.
      Loops.emplace_back().K = Loop::Kind::Once;
      walk(Do->getBody());
      Loops.pop_back();
      return;
    }
    return walkLoop(S, nullptr, Do->getCond(), nullptr, Do->getBody(), true);
  }
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    fullExpression(Range->getRangeInit(), false);
    return walkLoop(S, nullptr, Range->getCond(), nullptr, Range->getBody(), false);
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return walkSwitch(Switch);
  if (const auto *Try = dyn_cast<CXXTryStmt>(S))
    return walkTry(Try);
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
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
    for (Loop &L : llvm::reverse(Loops)) {
      if (L.K == Loop::Kind::Switch && !Breaks)
        continue;
      if (L.K == Loop::Kind::Once)
        Out.Undecided = true;
      else
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
  Out.Faults = std::move(Kept);
  if (Out.Undecided)
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
