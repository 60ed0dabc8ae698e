#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/ConstantFacts.h"
#include "Facts/HandleWalk.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

using Alternative = HandleAlternative;
using Is = HandleAlternative::Kind;

namespace {

/// What a condition depends on.
struct ConditionVariables : AstVisitor<ConditionVariables> {
  ConditionVariables(const SourceManager &SM, uint32_t GeneratedBegin)
      : SM(SM), GeneratedBegin(GeneratedBegin) {}

  SmallVector<const VarDecl *, 4> Variables;
  bool Calls = false, Environment = true;
  /// Whether it asks objects or functions of the wrapper, which may know more than the walk does.
  bool Opaque = false;

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return true;
    Variables.push_back(V);
    Environment = false;
    QualType T = V->getType().getNonReferenceType();
    Opaque |= T->isRecordType() || isRawType(T);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *) { return Environment = false, true; }
  bool VisitCallExpr(CallExpr *Call) {
    Calls |= Call->getNumArgs() > 0;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      Calls |= !Member->getMethodDecl() || !Member->getMethodDecl()->isConst();
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || Call->getNumArgs() > 0)
      Environment = false;
    Opaque |= F && Call->getNumArgs() > 0 && !isa<CXXMemberCallExpr>(Call) &&
              isGenerated(F->getLocation(), SM, GeneratedBegin);
    return true;
  }

private:
  const SourceManager &SM;
  uint32_t GeneratedBegin;
};

bool isNullPointer(const Expr *E) {
  E = stripWrappers(E);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return identifierOf(Ref->getDecl()) == "nullopt";
  return false;
}

/// Whether an operand of a comparison is null: `0` is, where it became a pointer.
bool isNullOperand(const Expr *E) {
  if (isNullPointer(E))
    return true;
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_NullToPointer;
}

/// Whether a comparison with a number holds for all values of a range, or for none.
std::optional<bool> compare(const Range &R, BinaryOperatorKind Op, int64_t Value) {
  auto Below = [&](int64_t Than) { return R.Hi && *R.Hi < Than; };
  auto Above = [&](int64_t Than) { return R.Lo && *R.Lo > Than; };
  auto Decide = [](bool Holds, bool Fails) -> std::optional<bool> {
    return Holds ? std::optional(true) : Fails ? std::optional(false) : std::nullopt;
  };
  bool Equal = R.Lo && R.Hi && *R.Lo == Value && *R.Hi == Value;
  switch (Op) {
  case BO_LT:
    return Decide(Below(Value), R.Lo && *R.Lo >= Value);
  case BO_LE:
    return Decide(R.Hi && *R.Hi <= Value, Above(Value));
  case BO_GT:
    return Decide(Above(Value), R.Hi && *R.Hi <= Value);
  case BO_GE:
    return Decide(R.Lo && *R.Lo >= Value, Below(Value));
  case BO_EQ:
    return Decide(Equal, Below(Value) || Above(Value));
  case BO_NE:
    return Decide(Below(Value) || Above(Value), Equal);
  default:
    return std::nullopt;
  }
}

BinaryOperatorKind mirrored(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_LT:
    return BO_GT;
  case BO_GT:
    return BO_LT;
  case BO_LE:
    return BO_GE;
  case BO_GE:
    return BO_LE;
  default:
    return Op;
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Tests for null
//===----------------------------------------------------------------------===//

std::optional<HandleWalk::NullTest> HandleWalk::nullTest(const Expr *E) {
  NullTest T;
  E = stripWrappers(E);
  auto Compare = [&](const Expr *Left, const Expr *Right, bool Equal) -> bool {
    if (!isNullOperand(Left) && !isNullOperand(Right))
      return false;
    T.Subject = isNullOperand(Right) ? Left : Right;
    T.HoldsForNull = Equal;
    return true;
  };
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isEqualityOp() &&
        Compare(Binary->getLHS(), Binary->getRHS(), Binary->getOpcode() == BO_EQ))
      return T;
    if (!Binary->getType()->isPointerType())
      return std::nullopt;
  }
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    auto Form = Rewritten->getDecomposedForm();
    if ((Form.Opcode == BO_EQ || Form.Opcode == BO_NE) &&
        Compare(Form.LHS, Form.RHS, Form.Opcode == BO_EQ))
      return T;
    return std::nullopt;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    bool Equal = Operator->getOperator() == OO_EqualEqual;
    if ((Equal || Operator->getOperator() == OO_ExclaimEqual) && Operator->getNumArgs() == 2 &&
        Compare(Operator->getArg(0), Operator->getArg(1), Equal))
      return T;
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    const auto *Conversion = dyn_cast_or_null<CXXConversionDecl>(Method);
    if (Method && ((Conversion && Conversion->getConversionType()->isBooleanType()) ||
                   identifierOf(Method) == "has_value")) {
      T.Subject = Member->getImplicitObjectArgument();
      return T;
    }
  }
  if (E->getType().isNull() || (!E->getType()->isPointerType() && !isOwnerType(E->getType())))
    return std::nullopt;
  T.Subject = E;
  return T;
}

std::optional<unsigned> HandleWalk::peek(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Method && Object && isOwnerType(Object->getType()) &&
        (isa<CXXConversionDecl>(Method) || identifierOf(Method) == "get"))
      return peek(Object);
    return std::nullopt;
  }
  const Expr *Base = nullptr, *Index = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    auto It = V ? Variables.find(V) : Variables.end();
    if (It == Variables.end() || Cells[It->second].K == HandleCell::Kind::Data ||
        State.get(It->second).empty())
      return std::nullopt;
    return It->second;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    Base = Subscript->getBase();
    Index = Subscript->getIdx();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2) {
    Base = Call->getArg(0);
    Index = Call->getArg(1);
  } else {
    return std::nullopt;
  }
  const VarDecl *V = referredVariable(Base);
  std::optional<int64_t> I = integerLiteral(stripWrappers(Index), Context);
  if (!V || !I || *I < 0 || *I > MaxElements)
    return std::nullopt;
  if (V == OutputArray)
    return slot(V, *I);
  if (isOwnerVector(V->getType()))
    return element(V, *I);
  return std::nullopt;
}

bool HandleWalk::visitNullTest(const Expr *E) {
  // What is not C++ may have no type.
  if (E->getType().isNull() || !E->getType()->isBooleanType() ||
      !isa<CastExpr, BinaryOperator, CXXRewrittenBinaryOperator, CXXOperatorCallExpr>(E))
    return false;
  std::optional<NullTest> T = nullTest(E);
  std::optional<unsigned> Cell = T ? peek(T->Subject) : std::nullopt;
  if (!Cell)
    return false;
  if (Cells[*Cell].K == HandleCell::Kind::Raw &&
      llvm::any_of(State.get(*Cell), [](const Alternative &A) { return A.K == Is::Uninitialised; }))
    use(*Cell, E->getSourceRange());
  return true;
}

HandleTest HandleWalk::holdsTensor(const Expr *Subject) {
  HandleTest T;
  if (isa<CXXThisExpr>(stripWrappers(Subject)))
    return HandleTest::known(true);
  if (const VarDecl *V = referredVariable(Subject))
    if (isa<ParmVarDecl>(V) && V->getType()->isPointerType() &&
        (V == OutputArray || identifierOf(V) == "output_handles" ||
         identifierOf(V) == "input_handles"))
      return HandleTest::known(true);
  SmallVector<unsigned, 4> With, Without;
  std::optional<unsigned> Cell = peek(Subject);
  bool Unknown = !Cell;
  if (Cell) {
    bool IsSlot = Cells[*Cell].K == HandleCell::Kind::Slot;
    for (const Alternative &A : State.get(*Cell)) {
      if (A.K == Is::Holds || A.K == Is::Constant)
        With.push_back(A.Path);
      else if (A.K == Is::Empty || A.K == Is::Ended || (IsSlot && A.K == Is::Uninitialised))
        Without.push_back(A.Path);
      else
        Unknown = true;
    }
    // What is excluded here is not asked for.
    auto Excluded = [&](unsigned Path) {
      return Paths.within(Path, Branches) == HandlePaths::Feasibility::No;
    };
    llvm::erase_if(With, Excluded);
    llvm::erase_if(Without, Excluded);
  }
  if (!Unknown && Without.empty() && !With.empty())
    return HandleTest::known(true);
  if (!Unknown && With.empty() && !Without.empty())
    return HandleTest::known(false);
  if (!Unknown)
    if (std::optional<HandleLiteral> L = Paths.separating(With, Without)) {
      T.Literal.Condition = L->Condition;
      T.Literal.Holds = L->Holds;
      T.IsSeen = true;
      return T;
    }
  HandleCondition C;
  C.MayNeverHold = C.MayNeverFail = true;
  T.Literal.Condition = Paths.addCondition(C);
  return T;
}

//===----------------------------------------------------------------------===//
// Other conditions
//===----------------------------------------------------------------------===//

std::optional<bool> HandleWalk::sizeTest(const BinaryOperator *Binary) {
  if (!Binary->isComparisonOp())
    return std::nullopt;
  const Expr *Subject = Binary->getLHS();
  BinaryOperatorKind Op = Binary->getOpcode();
  std::optional<int64_t> Value = integerLiteral(stripWrappers(Binary->getRHS()), Context);
  if (!Value) {
    Value = integerLiteral(stripWrappers(Binary->getLHS()), Context);
    Subject = Binary->getRHS();
    Op = mirrored(Op);
  }
  if (!Value)
    return std::nullopt;
  Range R;
  Subject = stripWrappers(Subject);
  if (const auto *Call = dyn_cast<CallExpr>(Subject)) {
    if (calleeName(Call) != "num_outputs" || Call->getNumArgs() != 0 ||
        Facts.constants().models().size() != 1)
      return std::nullopt;
    const WrittenInteger &Count = Facts.constants().models()[0].count(InfoTable::Outputs);
    if (!Count.isKnown())
      return std::nullopt;
    R.Lo = R.Hi = Count.Value;
    return compare(R, Op, *Value);
  }
  const VarDecl *V = referredVariable(Subject);
  if (!V || !V->getType()->isIntegerType())
    return std::nullopt;
  if (!SizesRead) {
    SizesRead = true;
    if (const FunctionBuffers *Buffers = Facts.buffers().function(Out.Function))
      for (const SizeSymbol &S : Buffers->Symbols)
        if (S.From == SizeSymbol::Origin::InputSize || S.From == SizeSymbol::Origin::TensorSize)
          Sizes.try_emplace(S.Symbol.name(), &S);
  }
  const SizeSymbol *S = Sizes.lookup(identifierOf(V));
  if (!S)
    return std::nullopt;
  R = S->Declared;
  if (!R.Lo || *R.Lo < 0)
    R.Lo = 0;
  return compare(R, Op, *Value);
}

HandleTest HandleWalk::meaning(const Expr *E) {
  bool Negated = false;
  auto Signed = [&](HandleTest T) {
    if (Negated) {
      T.Literal.Holds = !T.Literal.Holds;
      if (T.Known)
        T.Known = !*T.Known;
    }
    return T;
  };
  for (;;) {
    if (!E)
      break;
    bool Value = false;
    if (!E->isValueDependent() && !E->isTypeDependent() &&
        E->EvaluateAsBooleanCondition(Value, Context))
      return Signed(HandleTest::known(Value));
    E = stripWrappers(E);
    if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
      Negated = !Negated;
      E = Not->getSubExpr();
      continue;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && calleeName(Call) == "__builtin_expect" && Call->getNumArgs() == 2) {
      E = Call->getArg(0);
      continue;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isEqualityOp()) {
      const auto *Truth = dyn_cast<CXXBoolLiteralExpr>(stripWrappers(Binary->getRHS()));
      if (Truth && stripWrappers(Binary->getLHS())->getType()->isBooleanType()) {
        Negated ^= Truth->getValue() != (Binary->getOpcode() == BO_EQ);
        E = Binary->getLHS();
        continue;
      }
    }
    break;
  }
  HandleTest T;
  HandleCondition C;
  if (!E) {
    T.Literal.Condition = Paths.addCondition(C);
    return Signed(T);
  }

  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    HandleTest Left = meaning(Binary->getLHS()), Right = meaning(Binary->getRHS());
    // `false && x`, `true || x`
    bool Decisive = Binary->getOpcode() == BO_LOr;
    for (const auto &[Part, Other] : {std::pair(&Left, &Right), std::pair(&Right, &Left)}) {
      if (Part->Known && *Part->Known == Decisive)
        return Signed(HandleTest::known(Decisive));
      if (Part->Known)
        return Signed(*Other);
    }
    C.MayNeverHold = Paths.isDoubtful(Left.Literal) || Paths.isDoubtful(Right.Literal);
    C.MayNeverFail = Paths.isDoubtful(!Left.Literal) || Paths.isDoubtful(!Right.Literal);
  } else if (std::optional<NullTest> Null = nullTest(E)) {
    HandleTest Held = holdsTensor(Null->Subject);
    Negated ^= Null->HoldsForNull;
    return Signed(Held);
  } else if (Binary) {
    if (std::optional<bool> Known = sizeTest(Binary))
      return Signed(HandleTest::known(*Known));
  } else if (const VarDecl *V = referredVariable(E)) {
    auto It = Meanings.find(V);
    if (It != Meanings.end() && It->second.first == Versions.lookup(V)) {
      HandleTest Told = It->second.second;
      Told.IsSeen = true;
      return Signed(Told);
    }
  }

  std::optional<int64_t> EqualTo;
  if (Binary && Binary->isEqualityOp()) {
    const Expr *Subject = Binary->getLHS();
    std::optional<int64_t> Value = integerLiteral(stripWrappers(Binary->getRHS()), Context);
    if (!Value) {
      Value = integerLiteral(stripWrappers(Binary->getLHS()), Context);
      Subject = Binary->getRHS();
    }
    if (Value) {
      EqualTo = Value;
      E = stripWrappers(Subject);
      Negated ^= Binary->getOpcode() == BO_NE;
    }
  }
  ConditionVariables Used(Context.getSourceManager(), Facts.dialect().GeneratedBegin);
  Used.TraverseStmt(const_cast<Expr *>(E));
  if (Used.Opaque)
    C.MayNeverHold = C.MayNeverFail = true;
  if (Used.Calls) {
    // Two calls may answer differently.
    T.Literal.Condition = Paths.addCondition(C);
    return Signed(T);
  }
  // The same text with the same values.
  llvm::FoldingSetNodeID Id;
  E->Profile(Id, Context, true);
  for (const VarDecl *V : Used.Variables)
    Id.AddInteger(Versions.lookup(V));
  llvm::FoldingSetNodeIDRef Interned = Id.Intern(KeyMemory);
  llvm::ArrayRef<unsigned> Key(Interned.getData(), Interned.getSize());
  unsigned &Subject = SubjectOf[Key.vec()];
  if (!Subject)
    Subject = ++LastSubject;
  unsigned &Known = EqualityOf[{Subject, EqualTo ? *EqualTo : INT64_MIN + 1}];
  T.IsSeen = Known;
  if (!Known) {
    C.Subject = EqualTo ? Subject : 0;
    C.EqualTo = EqualTo;
    if (Used.Environment)
      C.K = HandleCondition::Kind::Independent;
    Known = Paths.addCondition(C);
  }
  T.Literal.Condition = Known;
  return Signed(T);
}

HandleTest HandleWalk::test(const Expr *Condition, const Stmt *At) {
  HandleTest T = meaning(Condition);
  T.Literal.At = At;
  T.Literal.Instance = ++LastInstance;
  T.Literal.Taken = true;
  return T;
}

std::optional<uint64_t> HandleWalk::rounds(const ForStmt *For) const {
  const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *V = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  const auto *Ends =
      dyn_cast_or_null<BinaryOperator>(For->getCond() ? stripWrappers(For->getCond()) : nullptr);
  const auto *Step =
      dyn_cast_or_null<UnaryOperator>(For->getInc() ? stripWrappers(For->getInc()) : nullptr);
  if (!V || !V->getInit() || !Ends || !Step || !Step->isIncrementOp() ||
      referredVariable(Step->getSubExpr()) != V || referredVariable(Ends->getLHS()) != V ||
      !For->getBody())
    return std::nullopt;
  std::optional<int64_t> From = constantInteger(V->getInit(), Context),
                         To = constantInteger(Ends->getRHS(), Context);
  if (!From || !To || changedVariables({For->getBody()}).contains(V))
    return std::nullopt;
  switch (Ends->getOpcode()) {
  case BO_LE:
    return *To < *From ? 0 : static_cast<uint64_t>(*To) - *From + 1;
  case BO_LT:
    return *To <= *From ? 0 : static_cast<uint64_t>(*To) - *From;
  case BO_NE:
    return *To < *From ? std::nullopt : std::optional(static_cast<uint64_t>(*To) - *From);
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Calls that end a way
//===----------------------------------------------------------------------===//

bool HandleWalk::neverReturns(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return false;
  if (F->isNoReturn())
    return true;
  // `aoti_torch_check(false, …)`
  bool Value = true;
  if (identifierOf(F) == "aoti_torch_check" && Call->getNumArgs() > 0 &&
      !Call->getArg(0)->isValueDependent() &&
      Call->getArg(0)->EvaluateAsBooleanCondition(Value, Context) && !Value)
    return true;
  return alwaysThrows(F, 0);
}

bool HandleWalk::alwaysThrows(const FunctionDecl *F, unsigned Level) {
  const FunctionDecl *Definition = nullptr;
  if (Level > 4 || !F->hasBody(Definition) || !isa_and_nonnull<CompoundStmt>(Definition->getBody()))
    return false;
  auto [It, New] = Throws.try_emplace(Definition, false);
  if (!New)
    return It->second;
  struct Finder : AstVisitor<Finder> {
    bool Found = false;
    bool VisitReturnStmt(ReturnStmt *) { return !(Found = true); }
    bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  };
  for (const Stmt *S : cast<CompoundStmt>(Definition->getBody())->body()) {
    if (const auto *E = dyn_cast<Expr>(S)) {
      const Expr *Inner = stripWrappers(E);
      const auto *Call = dyn_cast<CallExpr>(Inner);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (isa<CXXThrowExpr>(Inner) ||
          (Callee && (Callee->isNoReturn() || alwaysThrows(Callee, Level + 1))))
        return Throws[Definition] = true;
      continue;
    }
    Finder Returns;
    Returns.TraverseStmt(const_cast<Stmt *>(S));
    if (Returns.Found || isa<LabelStmt, GotoStmt, CXXTryStmt>(S))
      return false;
  }
  return false;
}

} // namespace aoti
