#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"
#include "Facts/HandleWalk.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool HandleWalk::isModelConstant(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && Facts.constants().useOf(V);
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !Call->getMethodDecl() || identifier(Call->getMethodDecl()) != "at")
    return false;
  const Expr *Object = stripWrappers(Call->getImplicitObjectArgument());
  if (const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Object);
      Arrow && (Arrow->getOperator() == OO_Arrow || Arrow->getOperator() == OO_Star))
    Object = stripWrappers(Arrow->getArg(0));
  if (const auto *Deref = dyn_cast<UnaryOperator>(Object); Deref && Deref->getOpcode() == UO_Deref)
    Object = stripWrappers(Deref->getSubExpr());
  const auto *Member = dyn_cast<MemberExpr>(Object);
  return Member && identifier(Member->getMemberDecl()) == "constants_";
}

HandleValue HandleWalk::constantValue(const Expr *E) {
  StringRef Name;
  SourceRange At = E->getSourceRange();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(E))) {
    Name = identifier(Ref->getDecl());
    At = Ref->getDecl()->getSourceRange();
  }
  return {alternative(Is::Constant, step(Step::Bound, At, Name))};
}

std::optional<HandleValue> HandleWalk::rawValue(const HandleResult &R, SourceRange At) {
  switch (R.K) {
  case HandleResult::Kind::Raw:
    return R.Value;
  case HandleResult::Kind::Cell:
  case HandleResult::Kind::Moved:
    if (Cells[R.Cell].K == HandleCell::Kind::Data)
      return std::nullopt;
    use(R.Cell, At);
    return State.get(R.Cell);
  default:
    return std::nullopt;
  }
}

HandleResult HandleWalk::visit(const Expr *E) {
  if (!E || !Live)
    return {};
  if (Depth > MaxDepth) {
    Out.Undecided = true;
    return {};
  }
  ++Depth;
  HandleResult R = visitStripped(E);
  --Depth;
  return R;
}

HandleResult HandleWalk::visitStripped(const Expr *E) {
  // Nothing is evaluated in these.
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, IntegerLiteral, StringLiteral, FloatingLiteral,
          CXXBoolLiteralExpr, CXXThisExpr, TypeTraitExpr, RequiresExpr>(E))
    return {};
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return isRawType(E->getType())
               ? HandleResult::of(HandleResult::Kind::Raw, {alternative(Is::Empty)})
               : HandleResult::nothing();
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return visit(Paren->getSubExpr());
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    return visit(Cleanups->getSubExpr());
  if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
    return visit(Bind->getSubExpr());
  if (const auto *Constant = dyn_cast<ConstantExpr>(E))
    return visit(Constant->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E); Default)
    return {};
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
    HandleResult R = visit(Temporary->getSubExpr());
    if (R.K != HandleResult::Kind::Owner)
      return R;
    unsigned Cell = newCell(HandleCell::Kind::Owner, {});
    State.set(Cell, std::move(R.Value));
    if (!Temporary->getExtendingDecl())
      Temporaries.push_back(Cell);
    return HandleResult::of(HandleResult::Kind::Cell, Cell);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_NullToPointer)
      return isRawType(E->getType())
                 ? HandleResult::of(HandleResult::Kind::Raw, {alternative(Is::Empty)})
                 : HandleResult::nothing();
    HandleResult R = visit(Cast->getSubExpr());
    if (Cast->getCastKind() == CK_ToVoid) {
      if (R.K == HandleResult::Kind::Owner)
        destroy(R.Value, Step::EndOfStatement, E->getSourceRange());
      return {};
    }
    if (Cast->getCastKind() == CK_LValueToRValue && R.K == HandleResult::Kind::Cell) {
      HandleCell::Kind K = Cells[R.Cell].K;
      if (K == HandleCell::Kind::Raw || K == HandleCell::Kind::Slot) {
        use(R.Cell, E->getSourceRange());
        return HandleResult::of(HandleResult::Kind::Raw, State.get(R.Cell));
      }
      if (K == HandleCell::Kind::Data) {
        use(R.Cell, E->getSourceRange());
        return HandleResult::of(HandleResult::Kind::Data, State.get(R.Cell));
      }
    }
    return R;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return {};
    if (auto It = Variables.find(V); It != Variables.end())
      return HandleResult::of(HandleResult::Kind::Cell, It->second);
    if (auto It = Collections.find(V); It != Collections.end()) {
      SmallVector<HandleResult, 4> Members = It->second;
      for (const HandleResult &Member : Members) {
        if (Member.K == HandleResult::Kind::Address || Member.K == HandleResult::Kind::Cell)
          use(Member.Cell, E->getSourceRange());
        else if (Member.K == HandleResult::Kind::Raw)
          useObjects(Member.Value, {}, E->getSourceRange());
        else if (Member.K == HandleResult::Kind::Data)
          useData(Member.Value, {}, E->getSourceRange());
        if (Sink)
          Sink->push_back(Member);
      }
      return {};
    }
    if (isOwnerVector(V->getType())) {
      HandleResult R = HandleResult::of(HandleResult::Kind::Vector, 0u);
      R.Variable = V;
      return R;
    }
    if (isOwnerType(V->getType()) && !V->getType()->isReferenceType()) {
      // Of another function or scope.
      unsigned Cell = cellOf(V, HandleCell::Kind::Owner);
      if (State.get(Cell).empty())
        State.set(Cell, alternative(Is::Unknown));
      return HandleResult::of(HandleResult::Kind::Cell, Cell);
    }
    return {};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    HandleResult R = visit(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf)
      if (const VarDecl *V = namedVariable(Unary->getSubExpr()))
        written(V);
    if (Unary->getOpcode() == UO_AddrOf && R.K == HandleResult::Kind::Cell)
      return HandleResult::of(HandleResult::Kind::Address, R.Cell);
    if (Unary->getOpcode() == UO_Deref && R.K == HandleResult::Kind::Address)
      return HandleResult::of(HandleResult::Kind::Cell, R.Cell);
    if (Unary->getOpcode() == UO_Deref && R.K == HandleResult::Kind::Data)
      useData(R.Value, {}, E->getSourceRange());
    return {};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Assign)
      return assign(Binary->getLHS(), Binary->getRHS(), E);
    if (Binary->isAssignmentOp())
      if (const VarDecl *V = namedVariable(Binary->getLHS()))
        written(V);
    if (Binary->isLogicalOp()) {
      visit(Binary->getLHS());
      HandleLiteral L = literal(Binary->getLHS(), E);
      if (Binary->getOpcode() == BO_LOr)
        L = !L;
      State.push();
      Branches.push_back(L);
      visit(Binary->getRHS());
      Branches.pop_back();
      HandleState::Delta Right = State.pop();
      bool Ends = Live;
      Live = true;
      joinBranches(std::move(Right), Ends, HandleState::Delta(), true, L);
      return {};
    }
    HandleResult Left = visit(Binary->getLHS());
    HandleResult Right = visit(Binary->getRHS());
    if (Binary->getOpcode() == BO_Comma)
      return Right;
    if (Binary->isAdditiveOp() && Left.K == HandleResult::Kind::Data)
      return Left;
    if (Binary->isAdditiveOp() && Right.K == HandleResult::Kind::Data)
      return Right;
    return {};
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return visitConditional(Choice);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return visitLambda(Lambda);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return visitSubscript(Subscript->getBase(), Subscript->getIdx(), E);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return visitConstruct(Construct);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return visitOperator(Operator);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    return visitMember(Member);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return visitCall(Call);
  if (const auto *Unresolved = dyn_cast<CXXUnresolvedConstructExpr>(E)) {
    HandleValue V;
    for (const Expr *Argument : Unresolved->arguments())
      if (std::optional<HandleValue> Raw = rawValue(visit(Argument), Argument->getSourceRange()))
        V = std::move(*Raw);
    if (isOwnerType(Unresolved->getTypeAsWritten()))
      return HandleResult::of(HandleResult::Kind::Owner,
                              wrap(std::move(V), E->getSourceRange(), {}));
    return {};
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    HandleResult Last;
    bool Keeps = List->getType()->isRecordType() && recordName(List->getType()) != "array";
    for (const Expr *Init : List->inits()) {
      Last = visit(Init);
      if (Keeps && Last.K == HandleResult::Kind::Raw)
        setObjects(Last.Value, {Is::Unowned}, Is::Unknown, 0);
      if (Last.K == HandleResult::Kind::Cell && isOwnerType(Init->getType()))
        continue;
      if (Sink && Last.K != HandleResult::Kind::Nothing)
        Sink->push_back(Last);
    }
    return List->getNumInits() == 1 && !List->getType()->isRecordType() ? Last
                                                                        : HandleResult::nothing();
  }
  if (const auto *Throw = dyn_cast<CXXThrowExpr>(E)) {
    visit(Throw->getSubExpr());
    Live = false;
    return {};
  }
  if (const auto *Statement = dyn_cast<StmtExpr>(E)) {
    walk(Statement->getSubStmt());
    return {};
  }
  for (const Stmt *Child : E->children()) {
    if (const auto *Inner = dyn_cast_or_null<Expr>(Child)) {
      HandleResult R = visit(Inner);
      // A form that is not known may do anything.
      if (R.K == HandleResult::Kind::Moved || R.K == HandleResult::Kind::Address)
        escape(R.Cell);
    }
  }
  return {};
}

HandleResult HandleWalk::visitConditional(const AbstractConditionalOperator *Choice) {
  visit(Choice->getCond());
  HandleLiteral L = literal(Choice->getCond(), Choice);
  auto Branch = [&](const Expr *E, bool Holds, HandleResult &R, bool &Ends) {
    State.push();
    Branches.push_back(Holds ? L : !L);
    R = visit(E);
    if (R.K == HandleResult::Kind::Cell &&
        (Cells[R.Cell].K == HandleCell::Kind::Raw || Cells[R.Cell].K == HandleCell::Kind::Owner))
      if (std::optional<HandleValue> V = rawValue(R, E->getSourceRange()))
        R = HandleResult::of(HandleResult::Kind::Raw, std::move(*V));
    Branches.pop_back();
    Ends = Live;
    Live = true;
    return State.pop();
  };
  HandleResult A, B;
  bool EndsA, EndsB;
  HandleState::Delta DA = Branch(Choice->getTrueExpr(), true, A, EndsA);
  HandleState::Delta DB = Branch(Choice->getFalseExpr(), false, B, EndsB);
  joinBranches(std::move(DA), EndsA, std::move(DB), EndsB, L);
  if (!EndsA)
    return B;
  if (!EndsB)
    return A;
  if (A.K != B.K || (A.K != HandleResult::Kind::Raw && A.K != HandleResult::Kind::Owner &&
                     A.K != HandleResult::Kind::Data))
    return {};
  return HandleResult::of(A.K, State.joined(A.Value, L, B.Value, !L));
}

HandleResult HandleWalk::visitLambda(const LambdaExpr *Lambda) {
  SmallVector<HandleResult, 4> Captured;
  for (const Expr *Init : Lambda->capture_inits()) {
    HandleResult R = visit(Init);
    if (R.K == HandleResult::Kind::Moved)
      take(R.Cell, Init->getSourceRange());
    else if (R.K == HandleResult::Kind::Cell)
      Captured.push_back(R);
  }
  // When the body runs is not known: what it changes is unknown afterwards, and what it uses is
  // used where the lambda is named.
  State.push();
  ++Muted;
  std::vector<HandleLiteral> Outer = std::move(Branches);
  Branches.clear();
  bool WasEscaped = OutputsEscaped;
  walk(Lambda->getBody());
  Branches = std::move(Outer);
  --Muted;
  Live = true;
  HandleState::Delta Changed = State.pop();
  for (const auto &Entry : Changed)
    if (!State.get(Entry.first).empty())
      State.set(Entry.first, alternative(Is::Unknown));
  if (!WasEscaped && OutputsEscaped)
    escapeOutputs();
  if (Sink)
    for (const HandleResult &R : Captured)
      if (!Changed.count(R.Cell))
        Sink->push_back(R);
  return {};
}

HandleResult HandleWalk::visitSubscript(const Expr *Base, const Expr *Index, const Expr *Whole) {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(Base));
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  visit(Index);
  if (V && (V == OutputArray || isOwnerVector(V->getType()))) {
    std::optional<int64_t> I = integerLiteral(stripWrappers(Index), Context);
    if (!I || *I < 0 || *I > MaxElements) {
      if (V == OutputArray)
        escapeOutputs();
      else
        Out.Undecided = true;
      return {};
    }
    return HandleResult::of(HandleResult::Kind::Cell,
                            V == OutputArray ? slot(V, *I) : element(V, *I));
  }
  HandleResult R = visit(Base);
  if (R.K == HandleResult::Kind::Data)
    useData(R.Value, {}, Whole->getSourceRange());
  return {};
}

HandleResult HandleWalk::assign(const Expr *Target, const Expr *Value, const Expr *Whole) {
  HandleResult Right = visit(Value);
  HandleResult Left = visit(Target);
  if (const VarDecl *V = namedVariable(Target))
    written(V);
  if (Left.K != HandleResult::Kind::Cell) {
    // Into something that is not followed.
    if (Right.K == HandleResult::Kind::Moved)
      take(Right.Cell, Value->getSourceRange());
    if (Right.K == HandleResult::Kind::Raw)
      setObjects(Right.Value, {Is::Unowned}, Is::Unknown, 0);
    return {};
  }
  SourceRange At = Whole->getSourceRange();
  switch (Cells[Left.Cell].K) {
  case HandleCell::Kind::Owner: {
    HandleValue V{alternative(Is::Unknown)};
    if (Right.K == HandleResult::Kind::Moved || Right.K == HandleResult::Kind::Cell) {
      if (Right.Cell == Left.Cell)
        return Left;
      V = take(Right.Cell, Value->getSourceRange());
    } else if (Right.K == HandleResult::Kind::Owner) {
      V = std::move(Right.Value);
    } else if (Right.K == HandleResult::Kind::Raw) {
      V = wrap(std::move(Right.Value), Value->getSourceRange(), {});
    }
    setOwner(Left.Cell, std::move(V), At);
    return Left;
  }
  case HandleCell::Kind::Slot: {
    std::optional<HandleValue> V = rawValue(Right, Value->getSourceRange());
    setSlot(Left.Cell, V ? *V : HandleValue{alternative(Is::Unknown)}, At);
    return Left;
  }
  case HandleCell::Kind::Raw: {
    std::optional<HandleValue> V = rawValue(Right, Value->getSourceRange());
    State.set(Left.Cell, V ? *V : HandleValue{alternative(Is::Unknown)});
    return Left;
  }
  case HandleCell::Kind::Data:
    State.set(Left.Cell, Right.K == HandleResult::Kind::Data
                             ? Right.Value
                             : HandleValue{alternative(Is::Unknown)});
    return Left;
  case HandleCell::Kind::Object:
    break;
  }
  return {};
}

HandleResult HandleWalk::visitOperator(const CXXOperatorCallExpr *Call) {
  if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
    return assign(Call->getArg(0), Call->getArg(1), Call);
  if (Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    return visitSubscript(Call->getArg(0), Call->getArg(1), Call);
  return visitCall(Call);
}

HandleResult HandleWalk::visitConstruct(const CXXConstructExpr *Construct) {
  QualType T = Construct->getType();
  SourceRange At = Construct->getSourceRange();
  SmallVector<const Expr *, 4> Arguments;
  for (const Expr *Argument : Construct->arguments())
    if (!isa<CXXDefaultArgExpr>(Argument))
      Arguments.push_back(Argument);

  if (isOwnerType(T)) {
    if (Arguments.empty())
      return HandleResult::of(HandleResult::Kind::Owner, {alternative(Is::Empty)});
    HandleResult R = visit(Arguments[0]);
    for (const Expr *Argument : llvm::drop_begin(Arguments))
      visit(Argument);
    if (At.isInvalid())
      At = Arguments[0]->getSourceRange();
    const CXXConstructorDecl *C = Construct->getConstructor();
    bool Moves = C && C->isCopyOrMoveConstructor();
    if (R.K == HandleResult::Kind::Owner)
      return R;
    if (Moves && (R.K == HandleResult::Kind::Moved || R.K == HandleResult::Kind::Cell))
      return HandleResult::of(HandleResult::Kind::Owner,
                              take(R.Cell, Arguments[0]->getSourceRange()));
    if (!Moves)
      if (std::optional<HandleValue> V = rawValue(R, Arguments[0]->getSourceRange())) {
        const VarDecl *Named = namedVariable(Arguments[0]);
        return HandleResult::of(HandleResult::Kind::Owner,
                                wrap(std::move(*V), At, identifier(Named)));
      }
    return HandleResult::of(HandleResult::Kind::Owner, {alternative(Is::Unknown)});
  }

  // What becomes of a handle in an object of another class is not known.
  StringRef Class = recordName(T);
  bool Borrows = Class == "ConstantHandle" || Class == "array" || Class == "initializer_list";
  for (const Expr *Argument : Arguments) {
    HandleResult R = visit(Argument);
    if (R.K == HandleResult::Kind::Moved)
      take(R.Cell, Argument->getSourceRange());
    else if (R.K == HandleResult::Kind::Address && !Sink)
      escape(R.Cell);
    else if (R.K == HandleResult::Kind::Owner)
      // Into an object that is not followed.
      setObjects(R.Value, {Is::Owned}, Is::Unknown, 0);
    else if (R.K == HandleResult::Kind::Raw && !Borrows)
      setObjects(R.Value, {Is::Unowned}, Is::Unknown, 0);
    if (Sink && (R.K == HandleResult::Kind::Raw || R.K == HandleResult::Kind::Cell ||
                 R.K == HandleResult::Kind::Data || R.K == HandleResult::Kind::Address))
      Sink->push_back(R);
  }
  return {};
}

HandleResult HandleWalk::ownerCall(const CallExpr *Call, StringRef Member, HandleResult Object) {
  unsigned Cell = Object.Cell;
  SourceRange At = Call->getSourceRange();
  if (Member == "reset" && Call->getNumArgs() == 0) {
    HandleValue Old = State.get(Cell);
    // What is reset after its end keeps the step that ended it.
    if (llvm::all_of(Old, [](const Alternative &A) { return A.K == Is::Ended; }) && !Old.empty())
      return {};
    destroy(Old, Step::Reset, At, Cells[Cell].Name);
    State.set(Cell, alternative(Is::Ended, step(Step::Reset, At, Cells[Cell].Name)));
    return {};
  }
  if (Member == "release") {
    use(Cell, At);
    HandleValue Released = State.get(Cell);
    unsigned StepId = step(Step::Released, At, Cells[Cell].Name);
    for (Alternative &A : Released)
      if (A.K != Is::Holds)
        A.K = A.K == Is::Constant ? Is::Constant : Is::Unknown;
    setObjects(Released, {Is::Owned}, Is::Unowned, StepId);
    State.set(Cell, alternative(Is::Ended, StepId));
    return HandleResult::of(HandleResult::Kind::Raw, std::move(Released));
  }
  use(Cell, At);
  if (Member == "data_ptr" || Member == "mutable_data_ptr") {
    HandleValue V = State.get(Cell);
    unsigned StepId = 0;
    for (Alternative &A : V)
      if (A.K == Is::Holds)
        A.Step = StepId ? StepId : (StepId = step(Step::Bound, At, Cells[Cell].Name));
    return HandleResult::of(HandleResult::Kind::Data, std::move(V));
  }
  if (isRawType(Call->getType()))
    return HandleResult::of(HandleResult::Kind::Raw, State.get(Cell));
  return {};
}

HandleResult HandleWalk::visitMember(const CXXMemberCallExpr *Call) {
  const CXXMethodDecl *Method = Call->getMethodDecl();
  const Expr *Object = Call->getImplicitObjectArgument();
  if (!Method || !Object)
    return visitCall(Call);
  StringRef Member = identifier(Method);
  if (recordName(Object->getType()) == "ConstantHandle" && isRawType(Call->getType()) &&
      isModelConstant(Object))
    return HandleResult::of(HandleResult::Kind::Raw, constantValue(Object));
  // `output_handles.at(i)`, `inputs.at(i)`
  if (Member == "at" && Call->getNumArgs() == 1)
    if (const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(Object)))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && (V == OutputArray || isOwnerVector(V->getType())))
        return visitSubscript(Object, Call->getArg(0), Call);

  HandleResult R = visit(Object);
  bool IsOwner = (R.K == HandleResult::Kind::Cell || R.K == HandleResult::Kind::Moved) &&
                 Cells[R.Cell].K == HandleCell::Kind::Owner && isOwnerType(Object->getType());
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *Argument = Call->getArg(I);
    HandleResult Passed = visit(Argument);
    argument(Passed, Argument,
             I < Method->getNumParams() ? Method->getParamDecl(I)->getType() : QualType(), Call);
    if (IsOwner && Member == "reset" && Passed.K != HandleResult::Kind::Nothing)
      IsOwner = false;
  }
  if (IsOwner)
    return ownerCall(Call, Member, R);
  if (R.K == HandleResult::Kind::Vector) {
    if (Member == "clear") {
      for (int64_t I = 0, E = ElementCount.lookup(R.Variable); I < E; ++I) {
        unsigned Cell = element(R.Variable, I);
        HandleValue Old = State.get(Cell);
        if (llvm::all_of(Old, [](const Alternative &A) { return A.K == Is::Ended; }))
          continue;
        destroy(Old, Step::Cleared, Call->getSourceRange(), Cells[Cell].Name);
        State.set(Cell, alternative(Is::Ended,
                                    step(Step::Cleared, Call->getSourceRange(), Cells[Cell].Name)));
      }
    } else if (!Method->isConst() && Member != "begin" && Member != "end" && Member != "data" &&
               Member != "front" && Member != "back") {
      for (int64_t I = 0, E = ElementCount.lookup(R.Variable); I < E; ++I)
        escape(element(R.Variable, I));
    }
    return {};
  }
  if (OutputArray && !Method->isConst())
    if (const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(Object));
        Ref && Ref->getDecl() == OutputArray)
      escapeOutputs();
  return {};
}

void HandleWalk::argument(const HandleResult &R, const Expr *Argument, QualType Parameter,
                          const CallExpr *Call) {
  SourceRange At = Argument->getSourceRange();
  bool Known = !Parameter.isNull();
  switch (R.K) {
  case HandleResult::Kind::Cell: {
    // Shims take handles by value, however the front end declared them.
    bool IsShim = calleeName(Call).starts_with("aoti_torch_");
    bool Reference = Known && !IsShim && Parameter->isLValueReferenceType() &&
                     !Parameter->getPointeeType().isConstQualified();
    if ((!Known && !IsShim) || Reference) {
      // A template that is not instantiated, or a function that may give it another tensor.
      if (Known || Cells[R.Cell].K == HandleCell::Kind::Slot ||
          llvm::any_of(State.get(R.Cell), [](const Alternative &A) {
            return A.K == Is::Empty || A.K == Is::Uninitialised;
          }))
        escape(R.Cell);
      else
        use(R.Cell, At);
      return;
    }
    if (!IsShim && Parameter->isRValueReferenceType() &&
        Cells[R.Cell].K == HandleCell::Kind::Owner) {
      take(R.Cell, At);
      return;
    }
    use(R.Cell, At);
    return;
  }
  case HandleResult::Kind::Moved:
    if (Cells[R.Cell].K == HandleCell::Kind::Owner)
      take(R.Cell, At);
    return;
  case HandleResult::Kind::Owner:
    destroy(R.Value, Step::EndOfStatement, Call->getSourceRange());
    return;
  case HandleResult::Kind::Raw:
    useObjects(R.Value, {}, At);
    return;
  case HandleResult::Kind::Data:
    useData(R.Value, {}, At);
    return;
  default:
    return;
  }
}

bool HandleWalk::writesOutputs(const FunctionDecl *F, unsigned Parameter, unsigned Level) {
  const FunctionDecl *Definition = nullptr;
  if (!F || Level > 4 || !F->hasBody(Definition) || Parameter >= Definition->getNumParams() ||
      Definition->isTemplated() || Definition->getTemplateInstantiationPattern())
    return true;
  auto [It, New] = Writes.try_emplace(Definition, true);
  if (!New)
    return It->second;
  struct Finder : RecursiveASTVisitor<Finder> {
    Finder(HandleWalk &Walk, const ParmVarDecl *P, unsigned Level)
        : Walk(Walk), P(P), Level(Level) {}
    bool names(const Expr *E) const {
      const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(E));
      return Ref && Ref->getDecl() == P;
    }
    bool VisitDeclRefExpr(DeclRefExpr *Ref) {
      References += Ref->getDecl() == P;
      return true;
    }
    bool VisitCStyleCastExpr(CStyleCastExpr *Cast) {
      Harmless += Cast->getCastKind() == CK_ToVoid && names(Cast->getSubExpr());
      return true;
    }
    bool VisitCallExpr(CallExpr *Call) {
      for (unsigned I = 0; I < Call->getNumArgs(); ++I)
        if (names(Call->getArg(I)) && Call->getDirectCallee())
          Harmless += !Walk.writesOutputs(Call->getDirectCallee(), I, Level + 1);
      return true;
    }
    HandleWalk &Walk;
    const ParmVarDecl *P;
    unsigned Level, References = 0, Harmless = 0;
  } Find(*this, Definition->getParamDecl(Parameter), Level);
  Find.TraverseStmt(Definition->getBody());
  return Writes[Definition] = Find.References != Find.Harmless;
}

bool HandleWalk::isOperation(const CallExpr *Call, StringRef Name) {
  if (Name == "launchKernel" || Name.starts_with("cpp_"))
    return true;
  if (Name.consume_front("aoti_torch_"))
    return !(Name.starts_with("print_") || Name.starts_with("save_") || Name.starts_with("check") ||
             Name.starts_with("get_") || Name.starts_with("delete_") ||
             Name.starts_with("empty_") || Name.ends_with("_to_ivalue") || Name == "warn" ||
             Name.contains("uninitialized") || Name.contains("assign_tensors") ||
             Name.contains("new_tensor_handle"));
  // A launch helper, or another function of the wrapper that takes tensors.
  const FunctionDecl *F = Call->getDirectCallee();
  if (F && F->getTemplateInstantiationPattern())
    F = F->getTemplateInstantiationPattern();
  return F &&
         isGenerated(F->getLocation(), Context.getSourceManager(),
                     Facts.dialect().GeneratedBegin) &&
         llvm::any_of(Call->arguments(), [](const Expr *Argument) {
           return isOwnerType(Argument->getType()) || isRawType(Argument->getType()) ||
                  recordName(Argument->getType()) == "ConstantHandle";
         });
}

std::optional<SmallVector<unsigned, 4>>
HandleWalk::writtenBy(const CallExpr *Call, StringRef Name,
                      ArrayRef<HandleResult> Arguments) const {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !Branches.empty() || LoopDepth)
    return std::nullopt;
  bool IsOut = Name.starts_with("aoti_torch_") && Name.ends_with("_out");
  bool IsKernel = Name.starts_with("cpp_");
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  else if (!IsOut && !IsKernel)
    return std::nullopt;
  SmallVector<unsigned, 4> Written;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const HandleResult &R = Arguments[I];
    bool IsHandle = R.K == HandleResult::Kind::Cell;
    const HandleValue &V = IsHandle ? State.get(R.Cell) : R.Value;
    IsHandle |= R.K == HandleResult::Kind::Data || R.K == HandleResult::Kind::Raw;
    const ParmVarDecl *P = I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
    bool Writes;
    if (IsOut) {
      Writes = I == 0;
    } else if (!P) {
      return std::nullopt;
    } else if (IsKernel) {
      const auto *Pointer = P->getType()->getAs<PointerType>();
      Writes = Pointer && !Pointer->getPointeeType().isConstQualified();
    } else {
      Writes = identifier(P).starts_with("out_ptr") || identifier(P).starts_with("in_out_ptr");
      if (IsHandle && !Writes && !identifier(P).starts_with("in_ptr"))
        return std::nullopt;
    }
    if (!Writes)
      continue;
    if (!IsHandle)
      return std::nullopt;
    for (const Alternative &A : V)
      if (A.K != Is::Holds)
        return std::nullopt;
    takeMemory(V, Written);
  }
  return Written;
}

HandleResult HandleWalk::visitCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  StringRef Name = calleeName(Call);
  SourceRange At = Call->getSourceRange();
  unsigned NumArgs = Call->getNumArgs();

  if ((Name == "move" || Name == "forward") && NumArgs == 1) {
    HandleResult R = visit(Call->getArg(0));
    return R.K == HandleResult::Kind::Cell && Cells[R.Cell].K == HandleCell::Kind::Owner
               ? HandleResult::of(HandleResult::Kind::Moved, R.Cell)
               : R;
  }
  // Functions that give back what they get.
  static constexpr StringRef Passing[] = {"borrow_arrayref_tensor_as_tensor",
                                          "convert_arrayref_tensor_to_tensor",
                                          "convert_arrayref_tensor_to_borrowed_tensor",
                                          "copy_arrayref_tensor_to_tensor",
                                          "expensive_copy_to_tensor_if_needed",
                                          "temporary_reference",
                                          "unwrap_raii_handle_if_needed",
                                          "as_const"};
  if (NumArgs == 1 && llvm::is_contained(Passing, Name)) {
    HandleResult R = visit(Call->getArg(0));
    if (isRawType(Call->getType()) && !Call->isGLValue())
      if (std::optional<HandleValue> V = rawValue(R, At))
        return HandleResult::of(HandleResult::Kind::Raw, std::move(*V));
    return R;
  }
  if (Name == "get_data_ptr_wrapper" && NumArgs == 1) {
    std::optional<HandleValue> V = rawValue(visit(Call->getArg(0)), At);
    if (!V)
      return {};
    unsigned StepId = step(Step::Bound, At);
    for (Alternative &A : *V)
      A.Step = StepId;
    return HandleResult::of(HandleResult::Kind::Data, std::move(*V));
  }
  if (Name == "steal_from_raw_handles_to_raii_handles" && NumArgs == 2) {
    visit(Call->getArg(1));
    return {};
  }

  StringRef OuterCallee = Callee;
  if (Name.starts_with("aoti_torch_") || !Name.empty())
    Callee = Name;
  bool WasInOperation = InOperation, Operation = isOperation(Call, Name);
  InOperation |= Operation;
  llvm::scope_exit Restore([&] {
    Callee = OuterCallee;
    InOperation = WasInOperation;
    LastOperation += Operation;
  });

  if (!F)
    visit(Call->getCallee());
  SmallVector<HandleResult, 8> Results;
  SmallVector<unsigned, 4> Memory;
  for (unsigned I = 0; I < NumArgs; ++I) {
    const Expr *Argument = Call->getArg(I);
    if (OutputArray)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(Argument));
          Ref && Ref->getDecl() == OutputArray) {
        if (!isa<CXXOperatorCallExpr>(Call) && writesOutputs(F, I))
          escapeOutputs();
        Results.push_back({});
        continue;
      }
    Results.push_back(visit(Argument));
  }
  bool IsShim = Name.starts_with("aoti_torch_");
  bool Proxy = Name.starts_with("aoti_torch_proxy_executor") ||
               Name == "aoti_torch_assign_tensors" || Name == "aoti_torch_call_dispatcher";

  if (Name == "wrap_with_raii_handle_if_needed" && NumArgs == 1) {
    std::optional<HandleValue> V = rawValue(Results[0], At);
    if (!V || !isOwnerType(Call->getType()))
      return Results[0].K == HandleResult::Kind::Owner ? Results[0] : HandleResult::nothing();
    return HandleResult::of(HandleResult::Kind::Owner,
                            wrap(std::move(*V), At, identifier(namedVariable(Call->getArg(0)))));
  }

  for (unsigned I = 0; I < NumArgs; ++I) {
    QualType Parameter = F && I < F->getNumParams()
                             ? F->getParamDecl(I)->getType()
                             : (F && F->isVariadic() ? Context.IntTy : QualType());
    if (Results[I].K == HandleResult::Kind::Address)
      continue;
    argument(Results[I], Call->getArg(I), Parameter, Call);
    if (Results[I].K == HandleResult::Kind::Raw)
      takeMemory(Results[I].Value, Memory);
    else if (Results[I].K == HandleResult::Kind::Cell)
      takeMemory(State.get(Results[I].Cell), Memory);
    if (Results[I].K == HandleResult::Kind::Raw && !IsShim && !isRawType(Call->getType()))
      if (const auto *Owner = F; Owner && !Owner->isInStdNamespace())
        setObjects(Results[I].Value, {Is::Unowned}, Is::Unknown, 0);
  }
  if (Name == "aoti_torch_delete_tensor_object" && NumArgs == 1 &&
      Results[0].K == HandleResult::Kind::Raw) {
    HandleValue V = wrap(Results[0].Value, At, identifier(namedVariable(Call->getArg(0))));
    destroy(V, Step::Deleted, At);
    return {};
  }
  if (Operation)
    LastWritten = writtenBy(Call, Name, Results);
  if (Name == "aoti_torch__alloc_from_pool" && NumArgs > 0)
    for (const Alternative &A :
         Results[0].K == HandleResult::Kind::Cell ? State.get(Results[0].Cell) : Results[0].Value)
      if (A.K == Is::Holds)
        Objects[A.Object].IsPool = true;
  if (Proxy)
    for (unsigned M : Memory)
      Memories[M].Shared = true;

  // Handles that the call fills.
  for (unsigned I = 0; I < NumArgs; ++I) {
    if (Results[I].K != HandleResult::Kind::Address)
      continue;
    unsigned Cell = Results[I].Cell;
    const ParmVarDecl *P = F && I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
    const auto *Pointer = P ? P->getType().getNonReferenceType()->getAs<PointerType>() : nullptr;
    bool HandlePointer = Pointer && isRawType(Pointer->getPointeeType());
    if (Cells[Cell].K == HandleCell::Kind::Data) {
      use(Cell, Call->getArg(I)->getSourceRange());
      continue;
    }
    if (!HandlePointer || !IsShim) {
      if (Cells[Cell].K == HandleCell::Kind::Slot || !HandlePointer ||
          !Pointer->getPointeeType().isConstQualified())
        escape(Cell);
      continue;
    }
    if (Pointer->getPointeeType().isConstQualified()) {
      use(Cell, Call->getArg(I)->getSourceRange());
      continue;
    }
    if (Cells[Cell].Outlives) {
      escape(Cell);
      continue;
    }
    if (Cells[Cell].K == HandleCell::Kind::Slot) {
      fill(Cell, Call, Call->getArg(I), Memory);
      continue;
    }
    bool Result = identifier(P).starts_with("ret") || identifier(P).starts_with("out");
    bool Fresh = llvm::all_of(State.get(Cell),
                              [](const Alternative &A) { return A.K == Is::Uninitialised; });
    bool Null = llvm::any_of(State.get(Cell), [](const Alternative &A) {
      return A.K == Is::Empty || A.K == Is::Unknown;
    });
    if (Fresh || (Result && !llvm::any_of(State.get(Cell), [](const Alternative &A) {
                    return A.K == Is::Unknown;
                  }))) {
      fill(Cell, Call, Call->getArg(I), Memory);
    } else if (Null) {
      // An optional argument or a result.
      State.set(Cell, alternative(Is::Unknown));
    } else {
      // The handle of an optional argument; or one that is filled again.
      bool Again = llvm::any_of(State.get(Cell), [&](const Alternative &A) {
        return A.K == Is::Holds &&
               llvm::any_of(State.get(Objects[A.Object].State),
                            [](const Alternative &S) { return S.K == Is::Unowned; });
      });
      if (Again && P->getName().empty())
        State.set(Cell, alternative(Is::Unknown));
      else
        use(Cell, Call->getArg(I)->getSourceRange());
    }
  }

  if (F && F->isNoReturn()) {
    Live = false;
    return {};
  }
  QualType T = Call->getType();
  if (Call->isGLValue())
    return {};
  if (isOwnerType(T)) {
    unsigned Made = step(Step::Wrapped, At);
    if (Memory.empty() || Memory.size() > MaxMemories) {
      for (unsigned M : Memory)
        Memories[M].Shared = true;
      Memory.assign(1, newMemory(Name != "scalar_to_tensor_handle"));
    }
    unsigned Object = newObject(Is::Owned, Made, Memory);
    return HandleResult::of(HandleResult::Kind::Owner, {alternative(Is::Holds, Made, Object)});
  }
  if (isRawType(T)) {
    if (Name == "reinterpret_tensor_wrapper" || Name == "new_tensor_handle") {
      unsigned Made = step(Step::Made, At);
      unsigned Object = newObject(Is::Unowned, Made, Memory);
      return HandleResult::of(HandleResult::Kind::Raw, {alternative(Is::Holds, Made, Object)});
    }
    return HandleResult::of(HandleResult::Kind::Raw, {alternative(Is::Unknown)});
  }
  return {};
}

} // namespace aoti
