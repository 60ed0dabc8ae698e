#include "Facts/BufferWalk.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void BufferWalk::setTensor(const VarDecl *V, Tensor *T) {
  Tensor *&Slot = Tensors[V];
  Journal.push_back({V, true, Slot, {}});
  Slot = T;
  for (Loop &L : Loops)
    if (auto It = L.Merged.find(V); It != L.Merged.end() && T && T != It->second)
      It->second->Sources.push_back(T);
}

void BufferWalk::setInteger(const VarDecl *V, Expression E) {
  Expression &Slot = Integers[V];
  Journal.push_back({V, false, nullptr, Slot});
  Slot = E;
}

BufferWalk::Snapshot BufferWalk::rollBack(size_t Mark) {
  Snapshot Now;
  while (Journal.size() > Mark) {
    Change C = Journal.back();
    Journal.pop_back();
    auto &Entry = Now[C.V];
    if (C.IsTensor) {
      if (!Entry.first)
        Entry.first = Tensors[C.V];
      Tensors[C.V] = C.OldTensor;
    } else {
      if (!Entry.second)
        Entry.second = Integers[C.V];
      Integers[C.V] = C.OldInteger;
    }
  }
  return Now;
}

Tensor *BufferWalk::mergeTensors(Tensor *A, Tensor *B) {
  if (A == B || !B)
    return A;
  if (!A)
    return B;
  Tensor *Merged = newTensor(Tensor::Kind::Merged, nullptr, nullptr);
  Merged->Sources = {A, B};
  if (A->Dtype == B->Dtype)
    Merged->Dtype = A->Dtype;
  if (dimensionRoot(A) == dimensionRoot(B))
    DimensionRoots[Merged] = dimensionRoot(A);
  return Merged;
}

void BufferWalk::merge(const Snapshot &A, bool AEnds, const Snapshot &B, bool BEnds) {
  auto Apply = [&](const VarDecl *V) {
    auto InA = A.find(V), InB = B.find(V);
    Tensor *OldTensor = Tensors.lookup(V);
    Expression OldInteger = Integers.lookup(V);
    Tensor *TA = InA != A.end() && InA->second.first ? InA->second.first : OldTensor;
    Tensor *TB = InB != B.end() && InB->second.first ? InB->second.first : OldTensor;
    Expression IA = InA != A.end() && InA->second.second ? InA->second.second : OldInteger;
    Expression IB = InB != B.end() && InB->second.second ? InB->second.second : OldInteger;
    if (!AEnds || !BEnds) {
      TA = AEnds ? TA : TB;
      IA = AEnds ? IA : IB;
    } else {
      TA = mergeTensors(TA, TB);
      if (IA && IB && IA != IB)
        IA = unknown(V->getDeclName().isIdentifier() ? V->getName() : StringRef("?"));
      else if (!IA)
        IA = IB;
    }
    if (TA != OldTensor)
      setTensor(V, TA);
    if (IA && IA != OldInteger)
      setInteger(V, IA);
  };
  for (const auto &Entry : A)
    Apply(Entry.first);
  for (const auto &Entry : B)
    if (!A.count(Entry.first))
      Apply(Entry.first);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void BufferWalk::run() {
  const Stmt *Body = Out.Function->getBody();
  if (!Body)
    return;
  for (const ParmVarDecl *P : Out.Function->parameters())
    if (P->getType()->isIntegerType() && P->getDeclName().isIdentifier() && !P->getName().empty())
      Integers[P] =
          newSymbol(P->getName(), SizeSymbol::Origin::Parameter, Range::all(), P->getSourceRange());
  CurrentRegion = &Out.Regions.emplace_back();
  walk(Body);
  completeGeometry();

  for (const TensorUse &U : Out.Uses)
    for (const Storage *S : BufferFacts::storagesOf(*U.T)) {
      auto &List = Out.UsesByStorage[S];
      if (List.empty() || List.back() != &U)
        List.push_back(&U);
    }
}

bool BufferWalk::walk(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Compound->body())
      if (!walk(Child)) {
        // A block that returns in the end lets go of what it has as any other.
        if (Child == Compound->body_back())
          endScope(Compound);
        return false;
      }
    endScope(Compound);
    return true;
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
    return walk(Do->getBody());
  if (std::optional<LoopParts> Parts = loopParts(S)) {
    // How far a range is gone through says nothing of sizes.
    if (Parts->Range)
      Parts->Condition = nullptr;
    return walkLoop(*Parts);
  }
  if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    bool Ends = walk(Try->getTryBlock());
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
      size_t Mark = Journal.size();
      bool HandlerEnds = walk(Try->getHandler(I)->getHandlerBlock());
      Snapshot Handled = rollBack(Mark);
      merge(Snapshot(), Ends, Handled, HandlerEnds);
      Ends |= HandlerEnds;
    }
    return Ends;
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    walk(Switch->getInit());
    if (const VarDecl *V = Switch->getConditionVariable())
      declare(V);
    visit(Switch->getCond());
    noteTested(Switch->getCond());
    // Cases are taken as a loop body: what they change is merged.
    LoopParts Cases;
    Cases.Body = Switch->getBody();
    return walkLoop(Cases);
  }
  if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    walk(Case->getSubStmt());
    return true;
  }
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return walk(Label->getSubStmt());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (const Expr *Value = Return->getRetValue()) {
      visit(Value);
      if (Value->getType()->isBooleanType())
        noteTested(Value);
      if (Tensor *T = tensorOf(Value))
        output(T, Value, nullptr);
    }
    return false;
  }
  if (isa<BreakStmt, ContinueStmt, GotoStmt>(S))
    return false;
  if (const auto *E = dyn_cast<Expr>(S)) {
    visit(E);
    const Expr *Stripped = stripWrappers(E);
    if (isa<CXXThrowExpr>(Stripped))
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(Stripped)) {
      if (const FunctionDecl *F = Call->getDirectCallee(); F && F->isNoReturn())
        return false;
      // What AOTI_TORCH_CHECK throws with.
      if (calleeName(Call) == "aoti_torch_check" && Call->getNumArgs() > 0)
        if (const auto *Holds = dyn_cast<CXXBoolLiteralExpr>(stripWrappers(Call->getArg(0))))
          return Holds->getValue();
    }
    return true;
  }
  for (const Stmt *Child : S->children())
    walk(Child);
  return true;
}

const Region *BufferWalk::enter(Region::Kind K, const Expr *Condition, bool Negated,
                                const Stmt *Body) {
  Region &R = Out.Regions.emplace_back();
  R.K = K;
  R.Outer = CurrentRegion;
  R.Condition = Condition;
  R.Negated = Negated;
  R.Body = Body;
  return &R;
}

void BufferWalk::endScope(const CompoundStmt *Block) {
  for (const Stmt *Child : Block->body())
    if (const auto *Declared = dyn_cast<DeclStmt>(Child))
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          if (Tensor *T = Tensors.lookup(V); T && V->getType()->isRecordType())
            event(HandleEvent::Kind::End, V, T, SourceRange(Block->getRBracLoc()));
}

bool BufferWalk::walkIf(const IfStmt *If) {
  walk(If->getInit());
  if (const VarDecl *V = If->getConditionVariable())
    declare(V);
  if (If->isConstexpr() && !If->getCond()->isValueDependent())
    if (auto Live = If->getNondiscardedCase(Context))
      return walk(*Live);
  visit(If->getCond());
  std::optional<size_t> Alignment = alignmentTest(If->getCond());

  size_t Mark = Journal.size(), Outer = Guards.size();
  const Region *Around = CurrentRegion;
  conditions(If->getCond(), false, Guards);
  CurrentRegion = enter(Region::Kind::Branch, If->getCond(), false, If->getThen());
  bool ThenEnds = walk(If->getThen());
  if (Alignment)
    Out.Alignments[*Alignment].Refuses = !ThenEnds;
  CurrentRegion = Around;
  Snapshot Then = rollBack(Mark);
  Guards.truncate(Outer);
  if (If->getElse()) {
    conditions(If->getCond(), true, Guards);
    CurrentRegion = enter(Region::Kind::Branch, If->getCond(), true, If->getElse());
  }
  bool ElseEnds = walk(If->getElse());
  CurrentRegion = Around;
  Snapshot Else = rollBack(Mark);
  Guards.truncate(Outer);
  if (!ThenEnds && !ElseEnds)
    return false;
  if (ThenEnds != ElseEnds) {
    addFacts(If->getCond(), ElseEnds);
    if (ElseEnds)
      checkedProperties(If->getCond());
  } else {
    noteBranch(If);
  }
  merge(Then, ThenEnds, Else, ElseEnds);
  return true;
}

bool BufferWalk::walkLoop(const LoopParts &Parts) {
  walk(Parts.Init);
  visit(Parts.Range);

  Loop Frame;
  std::vector<const VarDecl *> IntegerVariables;
  for (const VarDecl *V : changedVariables({Parts.Condition, Parts.Increment, Parts.Body})) {
    if (auto It = Tensors.find(V); It != Tensors.end()) {
      Tensor *Merged = newTensor(Tensor::Kind::Merged, nullptr, nullptr);
      if (It->second)
        Merged->Sources.push_back(It->second);
      Frame.Merged[V] = Merged;
    }
    if (Integers.count(V))
      IntegerVariables.push_back(V);
  }
  auto SetHead = [&] {
    for (auto [V, Merged] : Frame.Merged)
      setTensor(V, Merged);
    for (const VarDecl *V : IntegerVariables)
      setInteger(V, unknown(V->getDeclName().isIdentifier() ? V->getName() : StringRef("?")));
  };
  Loops.push_back(Frame);
  SetHead();
  const Region *Around = CurrentRegion;
  CurrentRegion = enter(Region::Kind::Loop, Parts.Condition, false, Parts.Body);
  if (Parts.Tested)
    declare(Parts.Tested);
  visit(Parts.Condition);
  walk(Parts.Body);
  walk(Parts.Increment);
  CurrentRegion = Around;
  Loops.pop_back();
  SetHead();
  // An endless loop ends by `break`.
  return true;
}

void BufferWalk::visit(const Stmt *S) {
  if (!S || VisitDepth > MaxDepth)
    return;
  ++VisitDepth;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    walk(Lambda->getBody());
  } else if (const auto *E = dyn_cast<StmtExpr>(S)) {
    walk(E->getSubStmt());
  } else {
    const auto *Read = dyn_cast<Expr>(S);
    if (!Read || !dimensionRead(Read))
      for (const Stmt *Child : S->children())
        visit(Child);
    noteTests(S);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S)) {
      if (Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2)
        handleAssignment(Operator->getArg(0), Operator->getArg(1), Operator);
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      handleCall(Call);
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->getOpcode() == BO_Assign)
        handleAssignment(Binary->getLHS(), Binary->getRHS(), Binary);
      else if (Binary->isAssignmentOp())
        if (const VarDecl *V = referredVariable(Binary->getLHS()); V && Integers.count(V))
          setInteger(V, unknown(V->getName()));
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
      if (Unary->isIncrementDecrementOp())
        if (const VarDecl *V = referredVariable(Unary->getSubExpr()); V && Integers.count(V))
          setInteger(V, unknown(V->getName()));
    }
  }
  --VisitDepth;
}

void BufferWalk::declare(const VarDecl *V) {
  const Expr *Init = V->getInit();
  StringRef Name = V->getDeclName().isIdentifier() ? V->getName() : StringRef();
  if (!Init)
    return;
  size_t FirstOperation = Out.Operations.size();
  visit(Init);
  if (const auto *Binary = dyn_cast<BinaryOperator>(stripWrappers(Init));
      V->getType()->isBooleanType() ||
      (Binary && (Binary->isComparisonOp() || Binary->isLogicalOp())))
    noteTested(Init);
  if (const LambdaExpr *Lambda = heldLambda(Init))
    LambdaOperations.try_emplace(Lambda, FirstOperation, Out.Operations.size());

  QualType Type = V->getType().getNonReferenceType();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(stripWrappers(Init));
      Construct && Construct->getConstructor()->getParent()->getDeclName().isIdentifier() &&
      Construct->getConstructor()->getParent()->getName() == "ArrayRefTensor" &&
      Construct->getNumArgs() >= 5) {
    if (Tensor *T = stackTensor(V, Construct)) {
      setTensor(V, T);
      event(HandleEvent::Kind::Bind, V, T, V->getSourceRange());
      return;
    }
  }

  const Expr *Stripped = stripWrappers(Init);
  if (Type->isArrayType() || isa<InitListExpr>(Stripped)) {
    QualType Element = Type->isArrayType() ? Context.getBaseElementType(Type) : QualType();
    if (Element.isNull() || Element->isIntegerType())
      if (std::optional<ExpressionList> Values = array(Init)) {
        Arrays[V] = *Values;
        if (!Element.isNull())
          return;
      }
    SmallVector<Tensor *, 4> Found;
    collectTensors(Init, Found);
    if (!Found.empty())
      Groups[V] = Found;
    if (Type->isArrayType())
      return;
  } else if (Type->isPointerType() && Type->getPointeeType()->isIntegerType()) {
    if (std::optional<ExpressionList> Values = array(Init)) {
      Arrays[V] = *Values;
      return;
    }
  }

  if (const auto *Call = dyn_cast<CallExpr>(Stripped)) {
    StringRef Member = memberName(Call);
    if (Member == "sizes" || Member == "strides")
      if (const Expr *Object = memberObject(Call))
        if (Tensor *T = tensorOf(Object)) {
          DimensionArrays[V] = {T, Member == "strides"};
          return;
        }
  }

  if (Tensor *T = tensorOf(Init)) {
    bool IsReference = V->getType()->isReferenceType();
    setTensor(V, T);
    if (T->In && T->K == Tensor::Kind::Whole && T->In->Name.empty())
      const_cast<Storage *>(T->In)->Name = Name.str();
    event(IsReference ? HandleEvent::Kind::Alias : HandleEvent::Kind::Bind, V, T,
          V->getSourceRange());
    if (!IsReference)
      if (const VarDecl *From = referredVariable(movedOperand(Init))) {
        event(HandleEvent::Kind::Move, From, T, Init->getSourceRange());
        setTensor(From, nullptr);
      }
    if (!Type->isIntegerType())
      return;
  }

  if (Type->isIntegerType()) {
    if (std::optional<DimensionRead> Read = dimensionRead(Init)) {
      setInteger(V, dimension(Read->T, Read->IsStride, Read->Index, Name, V->getSourceRange()));
      return;
    }
    if (solveSymbol(V, Name))
      return;
    setInteger(V, evaluate(Init));
  }
}

bool BufferWalk::solveSymbol(const VarDecl *V, StringRef Name) {
  // `s39 = (1.0/2.0)*x_size_0`, `s39 = div_floor_integer(x_size_0 - 1, 3)`: under the contract the
  // division is exact. A precomputed size, `ps0 = div_floor_integer(s77, 2)`, is meant to be cut.
  Rational R = reduced(quotient(V->getInit()));
  if (!R.Num || R.Den <= 1 || R.Num.hasOpaque())
    return false;
  bool IsFloating = stripWrappers(V->getInit())->getType()->isFloatingType();
  auto Symbols = R.Num.symbols();
  if (Symbols.size() != 1 || (!IsFloating && Name.starts_with("ps")))
    return false;
  const SizeSymbol *From = Out.symbol(Symbols[0]);
  // Of a value that the host reads nothing says that it is exact: the code takes it as it is.
  if (From && From->From == SizeSymbol::Origin::Item)
    Out.Divisions.push_back({V, V->getInit(), R.Num, R.Den, IsFloating});
  if (!From ||
      (From->From != SizeSymbol::Origin::InputSize && From->From != SizeSymbol::Origin::TensorSize))
    return false;
  Assumptions Known;
  Known.addRange(Symbols[0], From->Declared.intersect(Range::atLeast(0)));
  Range Whole = range(R.Num, Known), Declared;
  if (From->Declared.Lo && Whole.Lo && *Whole.Lo >= 0)
    Declared.Lo = (*Whole.Lo + R.Den - 1) / R.Den;
  if (Whole.Hi && *Whole.Hi >= 0)
    Declared.Hi = *Whole.Hi / R.Den;
  Out.Divisions.push_back({V, V->getInit(), R.Num, R.Den, IsFloating});
  Expression Solved = newSymbol(Name, SizeSymbol::Origin::Derived, Declared, V->getSourceRange());
  Out.Symbols.back().Numerator = R.Num;
  Out.Symbols.back().Divisor = R.Den;
  Out.Facts.push_back({Condition::eq(Solved * R.Den, R.Num), V->getSourceRange()});
  setInteger(V, Solved);
  return true;
}

} // namespace aoti
