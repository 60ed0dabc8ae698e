#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"
#include "Facts/HandleWalk.h"
#include "clang/AST/ExprConcepts.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

using Alternative = HandleAlternative;
using Is = HandleAlternative::Kind;
using Step = HandleStep::Kind;

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
  if (!Call || !Call->getMethodDecl() || identifierOf(Call->getMethodDecl()) != "at")
    return false;
  const Expr *Object = stripWrappers(Call->getImplicitObjectArgument());
  if (const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Object);
      Arrow && (Arrow->getOperator() == OO_Arrow || Arrow->getOperator() == OO_Star))
    Object = stripWrappers(Arrow->getArg(0));
  if (const auto *Deref = dyn_cast<UnaryOperator>(Object); Deref && Deref->getOpcode() == UO_Deref)
    Object = stripWrappers(Deref->getSubExpr());
  const auto *Member = dyn_cast<MemberExpr>(Object);
  return Member && identifierOf(Member->getMemberDecl()) == "constants_";
}

bool HandleWalk::namesOtherInput(const VarDecl *V, int Index) {
  if (Index < 0 || Facts.constants().models().size() != 1)
    return false;
  const ModelTables &Model = Facts.constants().models()[0];
  const InfoEntry *Entry = Model.entry(InfoTable::Inputs, Index);
  return Entry && Entry->Name.isSettled() && Entry->Name.Value != identifierOf(V) &&
         llvm::any_of(Model.entries(InfoTable::Inputs), [&](const auto &Other) {
           return Other.second.Name.isSettled() && Other.second.Name.Value == identifierOf(V);
         });
}

HandleValue HandleWalk::constantValue(const Expr *E) {
  StringRef Name;
  SourceRange At = E->getSourceRange();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(E))) {
    Name = identifierOf(Ref->getDecl());
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
  if (visitNullTest(E))
    return {};
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
        // Through an address another tensor may come in.
        if (Member.K == HandleResult::Kind::Address &&
            Cells[Member.Cell].K != HandleCell::Kind::Data)
          escape(Member.Cell);
        else if (Member.K == HandleResult::Kind::Address || Member.K == HandleResult::Kind::Cell)
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
      HandleTest T = test(Binary->getLHS(), E);
      if (T.Known) {
        if (*T.Known == (Binary->getOpcode() == BO_LAnd))
          visit(Binary->getRHS());
        return {};
      }
      HandleLiteral L = T.Literal;
      if (Binary->getOpcode() == BO_LOr)
        L = !L;
      size_t Mark = Branches.size();
      State.push();
      Branches.push_back(L);
      ++BranchDepth;
      visit(Binary->getRHS());
      --BranchDepth;
      Branches.resize(Mark);
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
  const auto *Standard = dyn_cast<CXXStdInitializerListExpr>(E);
  if (const auto *List = dyn_cast<InitListExpr>(Standard ? stripWrappers(Standard->getSubExpr())
                                                         : static_cast<const Expr *>(E))) {
    HandleResult Last;
    // Whoever is given a `std::initializer_list` copies its elements.
    bool Keeps =
        Standard || (List->getType()->isRecordType() && recordName(List->getType()) != "array");
    for (const Expr *Init : List->inits()) {
      Last = visit(Init);
      if (Keeps && Last.K == HandleResult::Kind::Raw)
        setObjects(Last.Value, {Is::Unowned}, Is::Unknown, 0);
      if (Last.K == HandleResult::Kind::Cell && isOwnerType(Init->getType()))
        continue;
      if (Sink && Last.K != HandleResult::Kind::Nothing)
        Sink->push_back(Last);
      else if (Last.K == HandleResult::Kind::Address &&
               Cells[Last.Cell].K != HandleCell::Kind::Data)
        escape(Last.Cell);
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
  HandleTest T = test(Choice->getCond(), Choice);
  if (T.Known)
    return visit(*T.Known ? Choice->getTrueExpr() : Choice->getFalseExpr());
  HandleLiteral L = T.Literal;
  bool Named = Choice->isGLValue();
  auto Branch = [&](const Expr *E, bool Holds, HandleResult &R, bool &Ends) {
    size_t Mark = Branches.size();
    State.push();
    Branches.push_back(Holds ? L : !L);
    ++BranchDepth;
    R = visit(E);
    --BranchDepth;
    if (!Named && R.K == HandleResult::Kind::Cell &&
        (Cells[R.Cell].K == HandleCell::Kind::Raw || Cells[R.Cell].K == HandleCell::Kind::Owner))
      if (std::optional<HandleValue> V = rawValue(R, E->getSourceRange()))
        R = HandleResult::of(HandleResult::Kind::Raw, std::move(*V));
    Branches.resize(Mark);
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
  if (Named) {
    // Another name of one of two variables.
    if (A.K == B.K && A.K == HandleResult::Kind::Cell && A.Cell == B.Cell)
      return A;
    for (const HandleResult &R : {A, B})
      if (R.K == HandleResult::Kind::Cell || R.K == HandleResult::Kind::Moved)
        escape(R.Cell);
    return {};
  }
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
                                wrap(std::move(*V), At, identifierOf(Named)));
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
  if (isDataPointerName(Member)) {
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
  StringRef Member = identifierOf(Method);
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
    // A container keeps it.
    if (!IsOwner && !Method->isConst() && Passed.K == HandleResult::Kind::Raw)
      setObjects(Passed.Value, {Is::Unowned}, Is::Unknown, 0);
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

} // namespace aoti
