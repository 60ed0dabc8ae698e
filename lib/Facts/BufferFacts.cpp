#include "Facts/BufferFacts.h"
#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"
#include "Facts/TuFacts.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <tuple>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// Nesting of expressions beyond which nothing is followed.
constexpr unsigned MaxDepth = 400;
/// `align` of generated code rounds up to this many bytes.
constexpr int64_t PoolAlignment = 64;

const VarDecl *referredVariable(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E ? stripWrappers(E) : nullptr);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

StringRef memberName(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return Member->getMemberDecl()->getDeclName().isIdentifier()
               ? Member->getMemberDecl()->getName()
               : StringRef();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return Member->getMember().isIdentifier() ? Member->getMember().getAsIdentifierInfo()->getName()
                                              : StringRef();
  return {};
}

const Expr *memberObject(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return Member->getBase();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return Member->isImplicitAccess() ? nullptr : Member->getBase();
  return nullptr;
}

bool isConversion(const CallExpr *Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  return Member && isa_and_nonnull<CXXConversionDecl>(Member->getMethodDecl());
}

/// The base and the index of `a[i]`, built-in or overloaded.
std::pair<const Expr *, const Expr *> subscript(const Expr *E) {
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return {Subscript->getBase(), Subscript->getIdx()};
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

/// The name of an array or of a vector that is indexed or addressed.
StringRef namedArray(const Expr *E) {
  E = E ? stripWrappers(E) : nullptr;
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E))
    return Ref->getDecl()->getDeclName().isIdentifier() ? Ref->getDecl()->getName() : StringRef();
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(E))
    return Member->getMemberDecl()->getDeclName().isIdentifier()
               ? Member->getMemberDecl()->getName()
               : StringRef();
  return {};
}

bool isOutputArray(StringRef Name) { return Name == "output_handles" || Name == "c_outputs"; }
bool isInputArray(StringRef Name) {
  return Name == "input_handles" || Name == "inputs" || Name == "c_inputs";
}

/// The operand of `std::move(x)`; null if it is none.
const Expr *movedOperand(const Expr *E) {
  E = E ? stripWrappers(E) : nullptr;
  while (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() != 1)
      return nullptr;
    E = stripWrappers(Construct->getArg(0));
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  return Call && Call->getNumArgs() == 1 && calleeName(Call) == "move" ? Call->getArg(0) : nullptr;
}

std::string dtypeOfType(QualType T, const ASTContext &Context) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *Builtin = T->getAs<BuiltinType>()) {
    switch (Builtin->getKind()) {
    case BuiltinType::Float:
      return "float32";
    case BuiltinType::Double:
      return "float64";
    case BuiltinType::Bool:
      return "bool";
    default:
      if (Builtin->isInteger())
        return (Builtin->isUnsignedInteger() ? "uint" : "int") +
               std::to_string(Context.getTypeSize(T));
      return {};
    }
  }
  return {};
}

} // namespace

class BufferWalk {
public:
  BufferWalk(TuFacts &Facts, BufferFacts &Buffers, FunctionBuffers &Out)
      : Facts(Facts), Context(Facts.context()), Buffers(Buffers),
        Expressions(Buffers.expressions()), Out(Out) {}

  void run();

private:
  /// `Num / Den` before a conversion to an integer.
  struct Rational {
    Expression Num;
    int64_t Den = 1;
  };
  struct Change {
    const VarDecl *V;
    bool IsTensor;
    Tensor *OldTensor;
    Expression OldInteger;
  };
  struct Loop {
    llvm::DenseMap<const VarDecl *, Tensor *> Merged;
  };
  using Snapshot = llvm::DenseMap<const VarDecl *, std::pair<Tensor *, Expression>>;

  // Control flow. All return whether the end of the statement is reached.
  bool walk(const Stmt *S);
  bool walkIf(const IfStmt *If);
  bool walkLoop(const Stmt *Head, const Expr *Condition, const Stmt *Increment, const Stmt *Body);
  void visit(const Stmt *S);
  void declare(const VarDecl *V);

  // Calls and assignments.
  void handleCall(const CallExpr *Call);
  void handleShim(const CallExpr *Call, StringRef Name);
  void handleAssignment(const Expr *Target, const Expr *Value, const Expr *Whole);
  Operation &operation(Operation::Kind K, const CallExpr *Call, StringRef Callee,
                       DeviceType Device = DeviceType::Unknown);
  void use(TensorUse::Kind K, const Expr *Argument, Operation &By);
  void useArguments(TensorUse::Kind K, Operation &By);
  Operation &viewOperation(const CallExpr *Call, StringRef Callee, const Tensor *Base,
                           const Expr *Argument);
  const Expr *streamArgument(const CallExpr *Call) const;
  bool isModelLaunch(const CallExpr *Call, StringRef Name) const;

  // Tensors.
  Tensor *newTensor(Tensor::Kind K, Storage *In, const CallExpr *Call);
  Tensor *newResult(const CallExpr *Call, DeviceType Device, StringRef Name);
  Tensor *allocate(const CallExpr *Call, const VarDecl *Target);
  Tensor *view(const CallExpr *Call, Tensor::Kind K, Tensor *Base, std::optional<uint64_t> Rank,
               const Expr *Sizes, const Expr *Strides, Expression Offset);
  Tensor *poolBlock(const CallExpr *Call);
  Tensor *dtypeView(const CallExpr *Call, Tensor *Base, StringRef Dtype);
  Tensor *aliasOf(const CallExpr *Call, Tensor *Base);
  Tensor *inputTensor(unsigned Index, SourceRange At, StringRef Name);
  Tensor *constantTensor(unsigned Index, SourceRange At, StringRef Name);
  Tensor *stackTensor(const VarDecl *V, const CXXConstructExpr *Construct);
  Tensor *tensorOf(const Expr *E, unsigned Depth = 0);
  void collectTensors(const Expr *E, SmallVectorImpl<Tensor *> &Found, unsigned Depth = 0);
  /// The variable or output slot that `&x` gives a callee to fill.
  const VarDecl *outVariable(const Expr *Argument) const;
  void bindOut(const Expr *Argument, Tensor *T, Operation &By);
  Tensor *dimensionRoot(Tensor *T);

  // Integers.
  Expression evaluate(const Expr *E, unsigned Depth = 0);
  Rational number(const Expr *E, unsigned Depth);
  /// The parts of an expression that is a division by a constant, in integers or in floating point;
  /// no numerator if it is none.
  Rational quotient(const Expr *E);
  Expression toInteger(Rational R);
  Expression unknown(StringRef Name = "?") { return Expressions.opaque(Name); }
  void noteDivisor(Expression By);
  std::optional<ExpressionList> array(const Expr *E, unsigned Depth = 0);
  Expression dimension(Tensor *T, bool IsStride, unsigned Index, StringRef Name, SourceRange At);
  /// The tensor, the kind and the number of the dimension that an expression reads.
  struct DimensionRead {
    Tensor *T = nullptr;
    bool IsStride = false;
    unsigned Index = 0;
  };
  std::optional<DimensionRead> dimensionRead(const Expr *E);
  Expression newSymbol(StringRef Name, SizeSymbol::Origin From, Range Declared, SourceRange At);
  bool conditions(const Expr *E, bool Negated, SmallVectorImpl<Condition> &Found,
                  unsigned Depth = 0);
  void addFacts(const Expr *Cond, bool Negated);
  void checkedProperties(const Expr *Cond);

  // State and its history.
  void setTensor(const VarDecl *V, Tensor *T);
  void setInteger(const VarDecl *V, Expression E);
  Snapshot rollBack(size_t Mark);
  void merge(const Snapshot &A, bool AEnds, const Snapshot &B, bool BEnds);
  Tensor *mergeTensors(Tensor *A, Tensor *B);
  void event(HandleEvent::Kind K, const VarDecl *V, Tensor *T, SourceRange At) {
    if (V)
      Out.Events.push_back({K, V, T, At});
  }

  TuFacts &Facts;
  ASTContext &Context;
  BufferFacts &Buffers;
  ExpressionContext &Expressions;
  FunctionBuffers &Out;

  llvm::DenseMap<const VarDecl *, Tensor *> Tensors;
  llvm::DenseMap<const VarDecl *, Expression> Integers;
  std::vector<Change> Journal;
  std::vector<Loop> Loops;
  llvm::DenseMap<const VarDecl *, ExpressionList> Arrays;
  llvm::DenseMap<const VarDecl *, SmallVector<Tensor *, 4>> Groups;
  llvm::DenseMap<const VarDecl *, std::pair<Tensor *, bool>> DimensionArrays;
  llvm::DenseMap<const Expr *, Tensor *> Made;
  llvm::DenseMap<Tensor *, Tensor *> DimensionRoots;
  std::map<std::tuple<Tensor *, bool, unsigned>, Expression> Dimensions;
  std::map<unsigned, Tensor *> InputTensors, ConstantTensors;
  llvm::DenseMap<const VarDecl *, std::pair<Tensor *, bool>>
      Properties; ///< filled by get_dtype and get_device_type
  /// The conditions of the branches around the current place.
  SmallVector<Condition, 4> Guards;
  unsigned VisitDepth = 0;
};

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
  walk(Body);

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
      if (!walk(Child))
        return false;
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
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return walkLoop(nullptr, While->getCond(), nullptr, While->getBody());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return walkLoop(For->getInit(), For->getCond(), For->getInc(), For->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    // The usual wrapping of a macro runs once.
    bool Holds = true;
    if (!Do->getCond()->isValueDependent() &&
        Do->getCond()->EvaluateAsBooleanCondition(Holds, Context) && !Holds)
      return walk(Do->getBody());
    return walkLoop(nullptr, Do->getCond(), nullptr, Do->getBody());
  }
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    visit(Range->getRangeInit());
    return walkLoop(nullptr, nullptr, nullptr, Range->getBody());
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
    visit(Switch->getCond());
    // Cases are taken as a loop body: what they change is merged.
    walkLoop(nullptr, nullptr, nullptr, Switch->getBody());
    return true;
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
      if (Tensor *T = tensorOf(Value))
        Out.Uses.push_back({TensorUse::Kind::Output, T, Value, {}, DeviceType::Unknown});
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
    if (const auto *Call = dyn_cast<CallExpr>(Stripped))
      if (const FunctionDecl *F = Call->getDirectCallee(); F && F->isNoReturn())
        return false;
    return true;
  }
  for (const Stmt *Child : S->children())
    walk(Child);
  return true;
}

bool BufferWalk::walkIf(const IfStmt *If) {
  walk(If->getInit());
  if (const VarDecl *V = If->getConditionVariable())
    declare(V);
  if (If->isConstexpr() && !If->getCond()->isValueDependent())
    if (auto Live = If->getNondiscardedCase(Context))
      return walk(*Live);
  visit(If->getCond());

  size_t Mark = Journal.size(), Outer = Guards.size();
  conditions(If->getCond(), false, Guards);
  bool ThenEnds = walk(If->getThen());
  Snapshot Then = rollBack(Mark);
  Guards.truncate(Outer);
  if (If->getElse())
    conditions(If->getCond(), true, Guards);
  bool ElseEnds = walk(If->getElse());
  Snapshot Else = rollBack(Mark);
  Guards.truncate(Outer);
  if (!ThenEnds && !ElseEnds)
    return false;
  if (ThenEnds != ElseEnds) {
    addFacts(If->getCond(), ElseEnds);
    if (ElseEnds)
      checkedProperties(If->getCond());
  }
  merge(Then, ThenEnds, Else, ElseEnds);
  return true;
}

namespace {
/// Collects the variables that a piece of code may change.
struct ChangedVariables : RecursiveASTVisitor<ChangedVariables> {
  llvm::SmallPtrSet<const VarDecl *, 16> Found;
  void add(const Expr *E) {
    if (const VarDecl *V = referredVariable(E))
      Found.insert(V);
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      add(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
      add(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->isAssignmentOp())
        add(Operator->getArg(0));
    } else if (const Expr *Object = memberObject(Call)) {
      StringRef Name = memberName(Call);
      if (Name == "reset" || Name == "release")
        add(Object);
    } else if (calleeName(Call) == "move" && Call->getNumArgs() == 1) {
      add(Call->getArg(0));
    }
    return true;
  }
};
} // namespace

bool BufferWalk::walkLoop(const Stmt *Init, const Expr *Condition, const Stmt *Increment,
                          const Stmt *Body) {
  walk(Init);
  ChangedVariables Changed;
  for (const Stmt *Part : {static_cast<const Stmt *>(Condition), Increment, Body})
    if (Part)
      Changed.TraverseStmt(const_cast<Stmt *>(Part));

  Loop Frame;
  std::vector<const VarDecl *> IntegerVariables;
  for (const VarDecl *V : Changed.Found) {
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
  visit(Condition);
  walk(Body);
  walk(Increment);
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
    for (const Stmt *Child : S->children())
      visit(Child);
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
  visit(Init);

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
    // A size that is computed from a single dimension stands for the symbol that torch solved for:
    // under the contract the division is exact.
    Rational R = quotient(Init);
    if (R.Num && R.Den > 1 && R.Num.isSymbol()) {
      const SizeSymbol *From = Out.symbol(R.Num);
      if (From && (From->From == SizeSymbol::Origin::InputSize ||
                   From->From == SizeSymbol::Origin::TensorSize)) {
        Range Declared;
        if (From->Declared.Lo)
          Declared.Lo = (*From->Declared.Lo + R.Den - 1) / R.Den;
        if (From->Declared.Hi)
          Declared.Hi = *From->Declared.Hi / R.Den;
        Expression Solved =
            newSymbol(Name, SizeSymbol::Origin::Derived, Declared, V->getSourceRange());
        Out.Facts.push_back(Condition::eq(Solved * R.Den, R.Num));
        setInteger(V, Solved);
        return;
      }
    }
    setInteger(V, evaluate(Init));
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Expression BufferWalk::newSymbol(StringRef Name, SizeSymbol::Origin From, Range Declared,
                                 SourceRange At) {
  Expression Symbol = Expressions.freshSymbol(Name);
  SizeSymbol S;
  S.Symbol = Symbol;
  S.From = From;
  S.Declared = Declared;
  S.At = At;
  Out.SymbolNumber[Symbol.symbolId()] = Out.Symbols.size();
  Out.Symbols.push_back(S);
  return Symbol;
}

Tensor *BufferWalk::dimensionRoot(Tensor *T) {
  for (unsigned I = 0; T && I < MaxDepth; ++I) {
    Tensor *Next = DimensionRoots.lookup(T);
    if (!Next || Next == T)
      break;
    T = Next;
  }
  return T;
}

Expression BufferWalk::dimension(Tensor *T, bool IsStride, unsigned Index, StringRef Name,
                                 SourceRange At) {
  T = dimensionRoot(T);
  const ExpressionList &Known = IsStride ? T->Strides : T->Sizes;
  if (T->HasGeometry)
    return Index < Known.size() ? Known[Index] : unknown(Name);
  Expression &Memo = Dimensions[{T, IsStride, Index}];
  if (Memo)
    return Memo;
  bool IsInput = T->In && T->In->From == Storage::Origin::Input;
  Range Declared;
  if (IsInput)
    if (auto It = Buffers.Inputs.find(T->In->Index); It != Buffers.Inputs.end()) {
      const auto &Ranges = IsStride ? It->second.Strides : It->second.Sizes;
      if (auto Found = Ranges.find(Index); Found != Ranges.end())
        Declared = Found->second;
    }
  if (Declared.Lo && Declared.Hi && *Declared.Lo == *Declared.Hi)
    return Memo = Expressions.constant(*Declared.Lo);
  std::string Own = Name.empty()
                        ? (T->In ? T->In->Name : std::string()) +
                              (IsStride ? ".stride(" : ".size(") + std::to_string(Index) + ")"
                        : Name.str();
  SizeSymbol::Origin From = !IsInput   ? SizeSymbol::Origin::TensorSize
                            : IsStride ? SizeSymbol::Origin::InputStride
                                       : SizeSymbol::Origin::InputSize;
  Memo = newSymbol(Own, From, Declared, At);
  Out.Symbols.back().Input = IsInput ? T->In->Index : 0;
  Out.Symbols.back().Dimension = Index;
  return Memo;
}

std::optional<BufferWalk::DimensionRead> BufferWalk::dimensionRead(const Expr *E) {
  E = stripWrappers(E);
  auto Index = [&](const Expr *I) -> std::optional<unsigned> {
    std::optional<int64_t> Value = integerLiteral(stripWrappers(I), Context);
    if (!Value || *Value < 0 || *Value > 63)
      return std::nullopt;
    return static_cast<unsigned>(*Value);
  };
  if (auto [Base, Idx] = subscript(E); Base) {
    std::optional<unsigned> I = Index(Idx);
    if (!I)
      return std::nullopt;
    if (const VarDecl *V = referredVariable(Base))
      if (auto It = DimensionArrays.find(V); It != DimensionArrays.end())
        return DimensionRead{It->second.first, It->second.second, *I};
    if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(Base))) {
      StringRef Member = memberName(Call);
      if ((Member == "sizes" || Member == "strides") && memberObject(Call))
        if (Tensor *T = tensorOf(memberObject(Call)))
          return DimensionRead{T, Member == "strides", *I};
    }
    return std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Member = memberName(Call);
    if ((Member == "size" || Member == "stride") && Call->getNumArgs() == 1 && memberObject(Call))
      if (std::optional<unsigned> I = Index(Call->getArg(0)))
        if (Tensor *T = tensorOf(memberObject(Call)))
          return DimensionRead{T, Member == "stride", *I};
  }
  return std::nullopt;
}

void BufferWalk::noteDivisor(Expression By) {
  int64_t Value = By.constantValue().value_or(0);
  if (!llvm::is_contained(Out.Divisors, Value))
    Out.Divisors.push_back(Value);
}

Expression BufferWalk::toInteger(Rational R) {
  if (R.Den == 1)
    return R.Num;
  noteDivisor(Expressions.constant(R.Den));
  // Other divisors are not exact in floating point.
  if ((R.Den & (R.Den - 1)) != 0)
    return unknown();
  return truncDiv(R.Num, Expressions.constant(R.Den));
}

BufferWalk::Rational BufferWalk::quotient(const Expr *E) {
  E = stripWrappers(E);
  if (E->getType()->isFloatingType())
    return number(E, 0);
  const Expr *Num = nullptr, *Den = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->getOpcode() == BO_Div) {
    Num = Binary->getLHS();
    Den = Binary->getRHS();
  } else if (const auto *Call = dyn_cast<CallExpr>(E);
             Call && Call->getNumArgs() == 2 && calleeName(Call) == "div_floor_integer") {
    Num = Call->getArg(0);
    Den = Call->getArg(1);
  }
  std::optional<int64_t> By = Den ? integerLiteral(stripWrappers(Den), Context) : std::nullopt;
  return By && *By > 1 ? Rational{evaluate(Num), *By} : Rational{};
}

Expression BufferWalk::evaluate(const Expr *E, unsigned Depth) {
  return toInteger(number(E, Depth));
}

BufferWalk::Rational BufferWalk::number(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return {unknown()};
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    Rational R = number(Cast->getSubExpr(), Depth + 1);
    if (Cast->getCastKind() == CK_FloatingToIntegral)
      return {toInteger(R)};
    return R;
  }
  if (const auto *Wrapped = dyn_cast<FullExpr>(E))
    return number(Wrapped->getSubExpr(), Depth + 1);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return number(Temporary->getSubExpr(), Depth + 1);
  if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
    return number(Bind->getSubExpr(), Depth + 1);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return number(Default->getExpr(), Depth + 1);
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return number(Substituted->getReplacement(), Depth + 1);
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E)) {
    if (Literal->getValue().getActiveBits() > 63)
      return {unknown()};
    return {Expressions.constant(static_cast<int64_t>(Literal->getValue().getZExtValue()))};
  }
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E)) {
    double Value = Literal->getValueAsApproximateDouble();
    if (Value == static_cast<double>(static_cast<int64_t>(std::min(std::max(Value, -1e15), 1e15))))
      return {Expressions.constant(static_cast<int64_t>(Value))};
    // Dyadic fractions, as in `0.25*s0`.
    for (int64_t Den = 2; Den <= 1024; Den *= 2) {
      double Scaled = Value * static_cast<double>(Den);
      if (Scaled > -1e12 && Scaled < 1e12 &&
          Scaled == static_cast<double>(static_cast<int64_t>(Scaled)))
        return {Expressions.constant(static_cast<int64_t>(Scaled)), Den};
    }
    return {unknown()};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Rational R = number(Unary->getSubExpr(), Depth + 1);
    if (Unary->getOpcode() == UO_Minus)
      return {-R.Num, R.Den};
    if (Unary->getOpcode() == UO_Plus)
      return R;
    return {unknown()};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isAdditiveOp() && !Binary->isMultiplicativeOp())
      return {unknown()};
    Rational A = number(Binary->getLHS(), Depth + 1), B = number(Binary->getRHS(), Depth + 1);
    bool Integral = Binary->getType()->isIntegerType();
    auto Reduced = [](Expression Num, int64_t Den) -> Rational {
      if (Den > 1)
        if (std::optional<int64_t> Value = Num.constantValue(); Value && *Value % Den == 0)
          return {Num.context().constant(*Value / Den)};
      return {Num, Den};
    };
    if (A.Den > (1 << 20) || B.Den > (1 << 20))
      return {unknown()};
    switch (Binary->getOpcode()) {
    case BO_Add:
      return Reduced(A.Num * B.Den + B.Num * A.Den, A.Den * B.Den);
    case BO_Sub:
      return Reduced(A.Num * B.Den - B.Num * A.Den, A.Den * B.Den);
    case BO_Mul:
      return Reduced(A.Num * B.Num, A.Den * B.Den);
    case BO_Div:
      if (!Integral) {
        std::optional<int64_t> By = B.Num.constantValue();
        if (!By || *By == 0 || *By == INT64_MIN)
          return {unknown()};
        Expression Num = A.Num * B.Den;
        return *By < 0 ? Reduced(-Num, A.Den * -*By) : Reduced(Num, A.Den * *By);
      }
      noteDivisor(B.Num);
      return {truncDiv(A.Num, B.Num)};
    case BO_Rem:
      noteDivisor(B.Num);
      return {truncRem(A.Num, B.Num)};
    default:
      return {unknown()};
    }
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    SmallVector<Condition, 2> Found;
    Expression A = evaluate(Choice->getTrueExpr(), Depth + 1),
               B = evaluate(Choice->getFalseExpr(), Depth + 1);
    if (conditions(Choice->getCond(), false, Found, Depth + 1) && Found.size() == 1)
      return {select(Found[0], A, B)};
    return {A == B ? A : unknown()};
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() == 1)
    return number(Construct->getArg(0), Depth + 1);
  if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 1)
    return number(List->getInit(0), Depth + 1);
  if (const auto *Construct = dyn_cast<CXXUnresolvedConstructExpr>(E);
      Construct && Construct->getNumArgs() == 1)
    return number(Construct->getArg(0), Depth + 1);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return {unknown()};
    if (auto It = Integers.find(V); It != Integers.end() && It->second)
      return {It->second};
    // Constants of the file.
    if (!V->isLocalVarDeclOrParm() && V->getType().isConstQualified() && V->getInit() &&
        V->getType()->isIntegerType())
      if (std::optional<int64_t> Value = integerLiteral(V->getInit(), Context))
        return {Expressions.constant(*Value)};
    return {unknown(V->getDeclName().isIdentifier() ? V->getName() : StringRef("?"))};
  }
  if (std::optional<DimensionRead> Read = dimensionRead(E))
    return {dimension(Read->T, Read->IsStride, Read->Index, {}, E->getSourceRange())};
  if (auto [Base, Idx] = subscript(E); Base) {
    if (const VarDecl *V = referredVariable(Base))
      if (auto It = Arrays.find(V); It != Arrays.end())
        if (std::optional<int64_t> I = integerLiteral(stripWrappers(Idx), Context);
            I && *I >= 0 && static_cast<uint64_t>(*I) < It->second.size())
          return {It->second[*I]};
    return {unknown()};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Name = calleeName(Call);
    if (Call->getNumArgs() == 2 && (Name == "max" || Name == "min")) {
      Expression A = evaluate(Call->getArg(0), Depth + 1), B = evaluate(Call->getArg(1), Depth + 1);
      return {Name == "max" ? max(A, B) : min(A, B)};
    }
    if (Call->getNumArgs() == 1 && (Name == "max" || Name == "min")) {
      // `std::max<int64_t>({a, b, c})`
      std::optional<ExpressionList> Values = array(Call->getArg(0));
      if (!Values || Values->empty())
        return {unknown()};
      Expression Result = Values->front();
      for (Expression Value : llvm::drop_begin(*Values))
        Result = Name == "max" ? max(Result, Value) : min(Result, Value);
      return {Result};
    }
    if (Call->getNumArgs() == 2 && Name == "div_floor_integer") {
      Expression A = evaluate(Call->getArg(0), Depth + 1), B = evaluate(Call->getArg(1), Depth + 1);
      noteDivisor(B);
      return {floorDiv(A, B)};
    }
    if (Call->getNumArgs() == 1 && Name == "align")
      return {align(evaluate(Call->getArg(0), Depth + 1), PoolAlignment)};
    if (Call->getNumArgs() == 1 && (Name == "floor" || Name == "ceil" || Name == "trunc")) {
      Rational R = number(Call->getArg(0), Depth + 1);
      if (R.Den == 1)
        return R;
      noteDivisor(Expressions.constant(R.Den));
      if ((R.Den & (R.Den - 1)) != 0)
        return {unknown()};
      return {Name == "floor"  ? floorDiv(R.Num, R.Den)
              : Name == "ceil" ? ceilDiv(R.Num, R.Den)
                               : truncDiv(R.Num, Expressions.constant(R.Den))};
    }
    if (isConversion(Call))
      return number(cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument(), Depth + 1);
  }
  if (std::optional<int64_t> Value = integerLiteral(E, Context))
    return {Expressions.constant(*Value)};
  return {unknown()};
}

std::optional<ExpressionList> BufferWalk::array(const Expr *E, unsigned Depth) {
  if (!E || Depth > 16)
    return std::nullopt;
  E = stripWrappers(E);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E) ||
      (isa<IntegerLiteral>(E) && cast<IntegerLiteral>(E)->getValue() == 0))
    return ExpressionList();
  if (const VarDecl *V = referredVariable(E)) {
    auto It = Arrays.find(V);
    if (It == Arrays.end())
      return std::nullopt;
    return It->second;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    // `std::array` holds its elements in an inner list.
    if (List->getNumInits() == 1 && isa<InitListExpr>(stripWrappers(List->getInit(0))) &&
        !List->getType()->isIntegerType())
      return array(List->getInit(0), Depth + 1);
    ExpressionList Values;
    for (const Expr *Init : List->inits()) {
      if (!Init->getType()->isIntegerType() && !Init->isTypeDependent())
        return std::nullopt;
      Values.push_back(evaluate(Init));
    }
    if (const auto *Type = Context.getAsConstantArrayType(List->getType()))
      while (Values.size() < Type->getZExtSize() && Values.size() < 64)
        Values.push_back(Expressions.constant(0));
    return Values;
  }
  if (const auto *Std = dyn_cast<CXXStdInitializerListExpr>(E))
    return array(Std->getSubExpr(), Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Member = memberName(Call);
    if ((Member == "data" || Member == "cbegin" || Member == "begin") && memberObject(Call))
      return array(memberObject(Call), Depth + 1);
    return std::nullopt;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() >= 1 &&
        llvm::all_of(llvm::drop_begin(Construct->arguments()),
                     [](const Expr *A) { return isa<CXXDefaultArgExpr>(A); }))
      return array(Construct->getArg(0), Depth + 1);
    if (Construct->getNumArgs() == 0)
      return ExpressionList();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
    if (auto [Base, Idx] = subscript(stripWrappers(Unary->getSubExpr())); Base)
      if (integerLiteral(stripWrappers(Idx), Context) == 0)
        return array(Base, Depth + 1);
  return std::nullopt;
}

bool BufferWalk::conditions(const Expr *E, bool Negated, SmallVectorImpl<Condition> &Found,
                            unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return false;
  E = stripWrappers(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot)
    return conditions(Unary->getSubExpr(), !Negated, Found, Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getNumArgs() == 2 && calleeName(Call) == "__builtin_expect")
    return conditions(Call->getArg(0), Negated, Found, Depth + 1);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return false;
  BinaryOperatorKind Op = Binary->getOpcode();
  if (Op == (Negated ? BO_LOr : BO_LAnd) || (!Negated && Op == BO_And)) {
    bool Left = conditions(Binary->getLHS(), Negated, Found, Depth + 1);
    bool Right = conditions(Binary->getRHS(), Negated, Found, Depth + 1);
    return Left && Right;
  }
  if (!Binary->isComparisonOp() || !Binary->getLHS()->getType()->isIntegerType() ||
      !Binary->getRHS()->getType()->isIntegerType())
    return false;
  Expression A = evaluate(Binary->getLHS(), Depth + 1), B = evaluate(Binary->getRHS(), Depth + 1);
  if (A.hasOpaque() || B.hasOpaque())
    return false;
  Condition C{Condition::Zero, A - B};
  switch (Op) {
  case BO_LT:
    C = Condition::lt(A, B);
    break;
  case BO_GT:
    C = Condition::gt(A, B);
    break;
  case BO_LE:
    C = Condition::le(A, B);
    break;
  case BO_GE:
    C = Condition::ge(A, B);
    break;
  case BO_EQ:
    C = Condition::eq(A, B);
    break;
  case BO_NE:
    C = Condition::ne(A, B);
    break;
  default:
    return false;
  }
  Found.push_back(Negated ? C.negate() : C);
  return true;
}

void BufferWalk::addFacts(const Expr *Cond, bool Negated) {
  SmallVector<Condition, 2> Found;
  conditions(Cond, Negated, Found);
  for (const Condition &C : Found) {
    Out.Facts.push_back(C);
    // A bound of a single symbol is part of its declared range.
    auto Symbols = C.E.symbols();
    if (Symbols.size() != 1)
      continue;
    auto Number = Out.SymbolNumber.find(Symbols[0].symbolId());
    if (Number == Out.SymbolNumber.end())
      continue;
    Range &Declared = Out.Symbols[Number->second].Declared;
    auto AtLeastZero = [&](Expression E) {
      if (std::optional<int64_t> Constant = (E - Symbols[0]).constantValue())
        Declared = Declared.intersect(Range::atLeast(-*Constant));
      else if (std::optional<int64_t> Constant = (E + Symbols[0]).constantValue())
        Declared = Declared.intersect({std::nullopt, *Constant});
    };
    switch (C.K) {
    case Condition::NonNegative:
      AtLeastZero(C.E);
      break;
    case Condition::Negative:
      AtLeastZero(-C.E - 1);
      break;
    case Condition::Zero:
      AtLeastZero(C.E);
      AtLeastZero(-C.E);
      break;
    case Condition::NonZero:
      break;
    }
  }
}

void BufferWalk::checkedProperties(const Expr *Cond) {
  const auto *Binary = dyn_cast<BinaryOperator>(stripWrappers(Cond));
  if (!Binary || Binary->getOpcode() != BO_NE)
    return;
  const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  for (auto [Read, Expected] : {std::pair(Left, Right), std::pair(Right, Left)}) {
    const VarDecl *V = referredVariable(Read);
    auto It = V ? Properties.find(V) : Properties.end();
    if (It == Properties.end())
      continue;
    Tensor *T = It->second.first;
    if (!T->In || T->In->From != Storage::Origin::Input)
      continue;
    InputDeclaration &Declaration = Buffers.Inputs[T->In->Index];
    if (!It->second.second) {
      Declaration.Dtype = torchConstantName(Expected, "dtype").str();
    } else {
      StringRef Name = torchConstantName(Expected, "device_type");
      std::optional<int64_t> Value = evaluate(Expected).constantValue();
      if (!Name.empty())
        Value = llvm::StringSwitch<int64_t>(Name)
                    .Case("cpu", 0)
                    .Case("cuda", 1)
                    .Case("hip", 6)
                    .Case("xpu", 12)
                    .Case("mps", 13)
                    .Default(-1);
      Declaration.DeviceType = Value.value_or(-1);
    }
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Tensor *BufferWalk::newTensor(Tensor::Kind K, Storage *In, const CallExpr *Call) {
  Tensor &T = Out.Tensors.emplace_back();
  T.K = K;
  T.In = In;
  T.Call = Call;
  T.Guards.append(Guards.begin(), Guards.end());
  T.At = Call ? Call->getSourceRange() : In ? In->At : SourceRange();
  if (In) {
    T.Dtype = In->Dtype;
    T.Frame = &T;
  }
  return &T;
}

Tensor *BufferWalk::newResult(const CallExpr *Call, DeviceType Device, StringRef Name) {
  Storage &S = Out.Storages.emplace_back();
  S.From = Storage::Origin::Result;
  S.Name = Name.str();
  S.At = Call->getSourceRange();
  S.Call = Call;
  S.Device = Device;
  return newTensor(Tensor::Kind::Whole, &S, Call);
}

/// The first \p Rank values of two arrays; none if one is not known. \p Short gets the first array
/// that is too short.
static bool takeGeometry(std::optional<uint64_t> Rank, std::optional<ExpressionList> Sizes,
                         std::optional<ExpressionList> Strides, Tensor &T) {
  for (const auto &Array : {Sizes, Strides})
    if (Rank && Array && Array->size() < *Rank && !T.ShortArray)
      T.ShortArray = {*Rank, Array->size()};
  if (!Rank || !Sizes || !Strides || T.ShortArray)
    return false;
  T.Sizes.assign(Sizes->begin(), Sizes->begin() + *Rank);
  T.Strides.assign(Strides->begin(), Strides->begin() + *Rank);
  return true;
}

Tensor *BufferWalk::allocate(const CallExpr *Call, const VarDecl *Target) {
  Storage &S = Out.Storages.emplace_back();
  S.From = Storage::Origin::Allocation;
  if (Target && Target->getDeclName().isIdentifier()) {
    StringRef Name = Target->getName();
    Name.consume_back("_handle");
    S.Name = Name.str();
  }
  S.At = Call->getSourceRange();
  S.Call = Call;
  S.Dtype = torchConstantName(Call->getArg(3), "dtype").str();
  S.Device = parseDeviceType(torchConstantName(Call->getArg(4), "device_type"));
  S.DeviceIndex = Call->getArg(5);
  Tensor *T = newTensor(Tensor::Kind::Whole, &S, Call);
  std::optional<int64_t> Rank = evaluate(Call->getArg(0)).constantValue();
  if (Rank && *Rank >= 0 &&
      takeGeometry(*Rank, array(Call->getArg(1)), array(Call->getArg(2)), *T)) {
    T->HasGeometry = true;
    T->Offset = Expressions.constant(0);
    S.Sizes = T->Sizes;
    S.Strides = T->Strides;
    bool Empty = llvm::any_of(T->Sizes, [](Expression Size) { return Size.constantValue() == 0; });
    S.Elements = Empty ? Expressions.constant(0) : viewExtent(Expressions, T->Sizes, T->Strides);
  }
  return T;
}

Tensor *BufferWalk::view(const CallExpr *Call, Tensor::Kind K, Tensor *Base,
                         std::optional<uint64_t> Rank, const Expr *Sizes, const Expr *Strides,
                         Expression Offset) {
  Tensor *T = newTensor(K, const_cast<Storage *>(Base->In), Call);
  T->Base = Base;
  T->Dtype = Base->Dtype;
  T->Frame = Base->Frame;
  if (!Base->In)
    T->Sources.push_back(Base);
  T->GivenOffset = Offset;
  bool Known = takeGeometry(Rank, array(Sizes), array(Strides), *T);
  if (Known && Base->HasGeometry && Offset) {
    T->HasGeometry = true;
    T->Offset = Base->Offset + Offset;
  } else if (Known) {
    T->DeclaredSizes = T->Sizes;
    T->DeclaredStrides = T->Strides;
  }
  return T;
}

Tensor *BufferWalk::poolBlock(const CallExpr *Call) {
  Tensor *Pool = tensorOf(Call->getArg(0));
  if (!Pool)
    return newResult(Call, DeviceType::Unknown, {});
  std::optional<int64_t> Rank = evaluate(Call->getArg(3)).constantValue();
  Tensor *T = newTensor(Tensor::Kind::PoolBlock, const_cast<Storage *>(Pool->In), Call);
  T->Base = Pool;
  if (!Pool->In)
    T->Sources.push_back(Pool);
  T->Frame = T;
  T->Dtype = torchConstantName(Call->getArg(2), "dtype").str();
  T->GivenOffset = evaluate(Call->getArg(1));
  bool Known =
      Rank && *Rank >= 0 && takeGeometry(*Rank, array(Call->getArg(4)), array(Call->getArg(5)), *T);
  std::optional<unsigned> Size = itemSize(T->Dtype);
  // A pool that does not start its storage is refused at run time.
  if (Known && Size && Pool->HasGeometry && Pool->Offset.constantValue() == 0) {
    T->HasGeometry = true;
    T->Offset = floorDiv(T->GivenOffset, *Size);
  }
  return T;
}

Tensor *BufferWalk::dtypeView(const CallExpr *Call, Tensor *Base, StringRef Dtype) {
  Tensor *T = newTensor(Tensor::Kind::DtypeView, const_cast<Storage *>(Base->In), Call);
  T->Base = Base;
  T->Frame = Base->Frame;
  T->Dtype = Dtype.str();
  if (!Base->In)
    T->Sources.push_back(Base);
  std::optional<unsigned> Old = itemSize(Base->Dtype), New = itemSize(Dtype);
  if (!Base->HasGeometry || !Old || !New)
    return T;
  if (*Old == *New) {
    T->HasGeometry = true;
    T->Offset = Base->Offset;
    T->Sizes = Base->Sizes;
    T->Strides = Base->Strides;
  } else if (*Old > *New && !Base->Sizes.empty() && Base->Strides.back().constantValue() == 1) {
    int64_t Ratio = *Old / *New;
    T->HasGeometry = true;
    T->Offset = Base->Offset * Ratio;
    T->Sizes = Base->Sizes;
    T->Sizes.back() *= Expressions.constant(Ratio);
    for (Expression Stride : llvm::ArrayRef(Base->Strides).drop_back())
      T->Strides.push_back(Stride * Ratio);
    T->Strides.push_back(Expressions.constant(1));
  }
  return T;
}

Tensor *BufferWalk::aliasOf(const CallExpr *Call, Tensor *Base) {
  Tensor *T = newTensor(Tensor::Kind::Alias, const_cast<Storage *>(Base->In), Call);
  T->Base = Base;
  T->Frame = Base->Frame;
  T->Dtype = Base->Dtype;
  T->HasGeometry = Base->HasGeometry;
  T->Offset = Base->Offset;
  T->Sizes = Base->Sizes;
  T->Strides = Base->Strides;
  if (!Base->In)
    T->Sources.push_back(Base);
  DimensionRoots[T] = dimensionRoot(Base);
  return T;
}

Tensor *BufferWalk::inputTensor(unsigned Index, SourceRange At, StringRef Name) {
  Tensor *&T = InputTensors[Index];
  if (!T) {
    Storage &S = Out.Storages.emplace_back();
    S.From = Storage::Origin::Input;
    S.Index = Index;
    S.At = At;
    S.Name = Name.str();
    if (auto It = Buffers.Inputs.find(Index); It != Buffers.Inputs.end()) {
      S.Dtype = It->second.Dtype;
      switch (It->second.DeviceType) {
      case 0:
        S.Device = DeviceType::Cpu;
        break;
      case 1:
        S.Device = DeviceType::Cuda;
        break;
      case 6:
        S.Device = DeviceType::Hip;
        break;
      case 12:
        S.Device = DeviceType::Xpu;
        break;
      case 13:
        S.Device = DeviceType::Mps;
        break;
      default:
        break;
      }
    }
    T = newTensor(Tensor::Kind::Whole, &S, nullptr);
  }
  return T;
}

Tensor *BufferWalk::constantTensor(unsigned Index, SourceRange At, StringRef Name) {
  Tensor *&T = ConstantTensors[Index];
  if (T)
    return T;
  Storage &S = Out.Storages.emplace_back();
  S.From = Storage::Origin::Constant;
  S.Index = Index;
  S.At = At;
  S.Name = Name.str();
  const InfoEntry *Entry = nullptr;
  if (Facts.constants().models().size() == 1)
    Entry = Facts.constants().models()[0].constant(Index);
  T = newTensor(Tensor::Kind::Whole, &S, nullptr);
  if (!Entry)
    return T;
  if (Entry->Dtype.isSettled())
    S.Dtype = T->Dtype = Entry->Dtype.Value;
  if (Entry->DeviceType.isSettled())
    S.Device = parseDeviceType(Entry->DeviceType.Value);
  std::optional<unsigned> Size = itemSize(S.Dtype);
  bool Strided =
      Entry->Layout.isAbsent() || (Entry->Layout.isSettled() && Entry->Layout.Value == "strided");
  bool Folded = !Entry->FromFolded.isSettled() || Entry->FromFolded.Value;
  if (!Strided || !Size || Folded || !Entry->DataSize.isSettled() || !Entry->Shape.isSettled() ||
      !Entry->Stride.isSettled() || !Entry->Offset.isSettled() || Entry->DataSize.Value < 0 ||
      Entry->Shape.Value.size() != Entry->Stride.Value.size())
    return T;
  T->HasGeometry = true;
  T->Offset = Expressions.constant(Entry->Offset.Value);
  for (int64_t Value : Entry->Shape.Value)
    T->Sizes.push_back(Expressions.constant(Value));
  for (int64_t Value : Entry->Stride.Value)
    T->Strides.push_back(Expressions.constant(Value));
  // Where the table contradicts itself, or the function binds a variable of another name to the
  // constant, that is what is wrong, and not the views.
  Expression Elements = Expressions.constant(Entry->DataSize.Value / *Size);
  std::optional<int64_t> Needed =
      (T->Offset + viewExtent(Expressions, T->Sizes, T->Strides)).constantValue();
  bool Fits = llvm::is_contained(Entry->Shape.Value, 0) ||
              (Needed && *Needed <= Entry->DataSize.Value / *Size);
  bool Misnamed = false;
  for (const FunctionUses &F : Facts.constants().models()[0].Functions)
    if (F.Function->getCanonicalDecl() == Out.Function->getCanonicalDecl())
      for (const ConstantUse &Use : F.Constants)
        Misnamed |= Use.Index.isKnown() && Use.Index.Value == Index && Use.Local &&
                    Entry->Name.isSettled() && Entry->Name.Value != Use.Local->getName();
  if (Fits && !Misnamed)
    S.Elements = Elements;
  return T;
}

Tensor *BufferWalk::stackTensor(const VarDecl *V, const CXXConstructExpr *Construct) {
  const VarDecl *Memory = referredVariable(Construct->getArg(0));
  if (!Memory)
    if (const auto *Inner = dyn_cast<CXXConstructExpr>(stripWrappers(Construct->getArg(0)));
        Inner && Inner->getNumArgs() >= 1)
      Memory = referredVariable(Inner->getArg(0));
  const ConstantArrayType *Type =
      Memory ? Context.getAsConstantArrayType(Memory->getType()) : nullptr;
  if (!Type)
    return nullptr;
  Storage &S = Out.Storages.emplace_back();
  S.From = Storage::Origin::Stack;
  S.Name = V->getName().str();
  S.At = Memory->getSourceRange();
  S.Dtype = dtypeOfType(Type->getElementType(), Context);
  S.Device = DeviceType::Cpu;
  S.DeviceIndex = Construct->getArg(4);
  S.Elements = Expressions.constant(static_cast<int64_t>(Type->getZExtSize()));
  Tensor *T = newTensor(Tensor::Kind::Whole, &S, nullptr);
  T->At = V->getSourceRange();
  std::optional<ExpressionList> Sizes = array(Construct->getArg(1));
  if (Sizes && takeGeometry(Sizes->size(), Sizes, array(Construct->getArg(2)), *T)) {
    T->HasGeometry = true;
    T->Offset = Expressions.constant(0);
  }
  return T;
}

Tensor *BufferWalk::tensorOf(const Expr *E, unsigned Depth) {
  if (!E || Depth > 64)
    return nullptr;
  E = stripWrappers(E);
  if (const VarDecl *V = referredVariable(E))
    return Tensors.lookup(V);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref
               ? tensorOf(Unary->getSubExpr(), Depth + 1)
               : nullptr;
  if (auto [Base, Idx] = subscript(E); Base) {
    StringRef Name = namedArray(Base);
    std::optional<int64_t> Index = integerLiteral(stripWrappers(Idx), Context);
    if (isInputArray(Name) && Index && *Index >= 0 && *Index < (1 << 20))
      return inputTensor(*Index, E->getSourceRange(), {});
    if (const VarDecl *V = referredVariable(Base))
      if (auto It = Groups.find(V); It != Groups.end() && Index && *Index >= 0 &&
                                    static_cast<size_t>(*Index) < It->second.size())
        return It->second[*Index];
    return nullptr;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Tensor *A = tensorOf(Choice->getTrueExpr(), Depth + 1),
           *B = tensorOf(Choice->getFalseExpr(), Depth + 1);
    return A && B ? mergeTensors(A, B) : nullptr;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() >= 1 &&
                   llvm::all_of(llvm::drop_begin(Construct->arguments()),
                                [](const Expr *A) { return isa<CXXDefaultArgExpr>(A); })
               ? tensorOf(Construct->getArg(0), Depth + 1)
               : nullptr;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 && !List->getType()->isArrayType() &&
                   !List->getType()->isRecordType()
               ? tensorOf(List->getInit(0), Depth + 1)
               : nullptr;
  if (const auto *Construct = dyn_cast<CXXUnresolvedConstructExpr>(E))
    return Construct->getNumArgs() == 1 ? tensorOf(Construct->getArg(0), Depth + 1) : nullptr;
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return nullptr;
  if (auto It = Made.find(Call); It != Made.end())
    return It->second;
  if (isConversion(Call))
    return tensorOf(cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument(), Depth + 1);
  if (const Expr *Object = memberObject(Call)) {
    StringRef Member = memberName(Call);
    if (Member == "at" && Call->getNumArgs() == 1) {
      const Expr *Table = stripWrappers(Object);
      if (const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Table);
          Arrow && Arrow->getOperator() == OO_Arrow)
        Table = Arrow->getArg(0);
      std::optional<int64_t> Index = integerLiteral(stripWrappers(Call->getArg(0)), Context);
      if (namedArray(Table) == "constants_" && Index && *Index >= 0 && *Index < (1 << 24))
        return constantTensor(*Index, Call->getSourceRange(), {});
      return nullptr;
    }
    if (Member == "get" || Member == "release" || Member == "data_ptr" || Member == "data" ||
        Member == "tensor" || Member == "borrow")
      return tensorOf(Object, Depth + 1);
    return nullptr;
  }
  StringRef Name = calleeName(Call);
  if (Name == "get" && Call->getNumArgs() == 1) {
    const FunctionDecl *F = Call->getDirectCallee();
    const TemplateArgumentList *Arguments = F ? F->getTemplateSpecializationArgs() : nullptr;
    if (Arguments && Arguments->size() > 0 &&
        Arguments->get(0).getKind() == TemplateArgument::Integral &&
        isInputArray(namedArray(Call->getArg(0))))
      return inputTensor(Arguments->get(0).getAsIntegral().getZExtValue() & 0xfffff,
                         Call->getSourceRange(), {});
    return nullptr;
  }
  static constexpr StringRef Passing[] = {"move",
                                          "forward",
                                          "wrap_with_raii_handle_if_needed",
                                          "borrow_arrayref_tensor_as_tensor",
                                          "convert_arrayref_tensor_to_tensor",
                                          "copy_arrayref_tensor_to_tensor",
                                          "temporary_reference",
                                          "get_data_ptr_wrapper",
                                          "unwrap_raii_handle_if_needed",
                                          "c_to_arrayref_tensor"};
  if (Call->getNumArgs() == 1 && llvm::is_contained(Passing, Name))
    return tensorOf(Call->getArg(0), Depth + 1);
  if (Name == "reinterpret_tensor_wrapper" && Call->getNumArgs() == 5) {
    Tensor *Base = tensorOf(Call->getArg(0), Depth + 1);
    Tensor *T = nullptr;
    if (Base) {
      std::optional<int64_t> Rank = evaluate(Call->getArg(1)).constantValue();
      T = view(Call, Tensor::Kind::View, Base,
               Rank && *Rank >= 0 ? std::optional<uint64_t>(*Rank) : std::nullopt, Call->getArg(2),
               Call->getArg(3), evaluate(Call->getArg(4)));
    } else {
      T = newResult(Call, DeviceType::Unknown, {});
    }
    viewOperation(Call, Name, Base, Call->getArg(0)).Operands.push_back({T, nullptr, true});
    return Made[Call] = T;
  }
  if (Name == "scalar_to_tensor_handle") {
    Tensor *T = newResult(Call, DeviceType::Cpu, {});
    operation(Operation::Kind::Allocation, Call, Name, DeviceType::Cpu)
        .Operands.push_back({T, nullptr, true});
    return Made[Call] = T;
  }
  return nullptr;
}

void BufferWalk::collectTensors(const Expr *E, SmallVectorImpl<Tensor *> &Found, unsigned Depth) {
  if (!E || Depth > 32)
    return;
  E = stripWrappers(E);
  if (Tensor *T = tensorOf(E)) {
    Found.push_back(T);
    return;
  }
  if (const VarDecl *V = referredVariable(E)) {
    if (auto It = Groups.find(V); It != Groups.end())
      Found.append(It->second.begin(), It->second.end());
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Member = memberName(Call);
    if ((Member == "data" || Member == "cbegin" || Member == "begin") && memberObject(Call))
      collectTensors(memberObject(Call), Found, Depth + 1);
    return;
  }
  if (isa<InitListExpr, CXXConstructExpr, CXXStdInitializerListExpr, ParenListExpr>(E))
    for (const Stmt *Child : E->children())
      if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
        collectTensors(Inner, Found, Depth + 1);
}

//===----------------------------------------------------------------------===//
// Calls and assignments
//===----------------------------------------------------------------------===//

Operation &BufferWalk::operation(Operation::Kind K, const CallExpr *Call, StringRef Callee,
                                 DeviceType Device) {
  Operation &O = Out.Operations.emplace_back();
  O.K = K;
  O.Call = Call;
  O.Callee = Callee.str();
  O.Device = Device;
  Out.OperationByCall.try_emplace(Call, &O);
  return O;
}

void BufferWalk::use(TensorUse::Kind K, const Expr *Argument, Operation &By) {
  SmallVector<Tensor *, 4> Found;
  collectTensors(Argument, Found);
  for (Tensor *T : Found) {
    By.Operands.push_back({T, Argument});
    Out.Uses.push_back({K, T, By.Call, By.Callee, By.Device, &By});
  }
}

void BufferWalk::useArguments(TensorUse::Kind K, Operation &By) {
  for (const Expr *Argument : By.Call->arguments())
    use(K, Argument, By);
}

Operation &BufferWalk::viewOperation(const CallExpr *Call, StringRef Callee, const Tensor *Base,
                                     const Expr *Argument) {
  Operation &O = operation(Operation::Kind::View, Call, Callee);
  if (Base)
    O.Operands.push_back({Base, Argument});
  return O;
}

const Expr *BufferWalk::streamArgument(const CallExpr *Call) const {
  const FunctionDecl *F = Call->getDirectCallee();
  if (F && F->getTemplateInstantiationPattern())
    F = F->getTemplateInstantiationPattern();
  auto IsStreamType = [](QualType T) {
    std::string Name = T.getAsString();
    return StringRef(Name).contains("Stream_t") || StringRef(Name).contains("StreamType") ||
           StringRef(Name).contains("sycl::queue");
  };
  auto IsStreamName = [](const ValueDecl *D) {
    return D->getDeclName().isIdentifier() &&
           (D->getName() == "stream" || D->getName() == "stream_");
  };
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    if (F && I < F->getNumParams() && !F->getParamDecl(I)->isParameterPack()) {
      const ParmVarDecl *P = F->getParamDecl(I);
      if (IsStreamName(P) || IsStreamType(P->getType()))
        return Call->getArg(I);
      continue;
    }
    const VarDecl *V = referredVariable(Call->getArg(I));
    if (V && (IsStreamName(V) || IsStreamType(V->getType())))
      return Call->getArg(I);
  }
  return nullptr;
}

const VarDecl *BufferWalk::outVariable(const Expr *Argument) const {
  const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(Argument));
  if (!Unary || Unary->getOpcode() != UO_AddrOf)
    return nullptr;
  const VarDecl *V = referredVariable(Unary->getSubExpr());
  if (!V)
    return nullptr;
  // A handle that has a value is an optional argument.
  if (const Expr *Init = V->getInit())
    if (!isa<CXXNullPtrLiteralExpr, ImplicitValueInitExpr>(stripWrappers(Init)) &&
        !isa<CXXConstructExpr>(Init))
      return nullptr;
  return V;
}

void BufferWalk::bindOut(const Expr *Argument, Tensor *T, Operation &By) {
  By.Operands.push_back({T, Argument, true});
  if (const VarDecl *V = outVariable(Argument)) {
    setTensor(V, T);
    event(HandleEvent::Kind::Assign, V, T, Argument->getSourceRange());
    return;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(Argument));
  if (Unary && Unary->getOpcode() == UO_AddrOf)
    if (auto [Base, Idx] = subscript(stripWrappers(Unary->getSubExpr()));
        Base && isOutputArray(namedArray(Base)))
      Out.Uses.push_back({TensorUse::Kind::Output, T, Argument, {}, DeviceType::Unknown, &By});
}

bool BufferWalk::isModelLaunch(const CallExpr *Call, StringRef Name) const {
  if (Name == "launchKernel")
    return true;
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F) {
    // `kernels.name(…)` is a pointer to a function in the model's table of kernels.
    const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParenImpCasts());
    StringRef Object = Member ? namedArray(Member->getBase()) : StringRef();
    return Object == "kernels" || Object == "kernels_";
  }
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  if (!isGenerated(F->getLocation(), Context.getSourceManager(), Facts.dialect().GeneratedBegin))
    return false;
  return Name.starts_with("call_") || llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
           return P->getDeclName().isIdentifier() &&
                  (P->getName() == "stream_" || P->getName() == "kernels_");
         });
}

void BufferWalk::handleCall(const CallExpr *Call) {
  if (const Expr *Object = memberObject(Call);
      Object && !Call->getDirectCallee() && !isModelLaunch(Call, {}) && memberName(Call) != "reset")
    return;
  if (isa<CXXMemberCallExpr>(Call) || (memberObject(Call) && memberName(Call) == "reset")) {
    StringRef Member = memberName(Call);
    const VarDecl *V = memberObject(Call) ? referredVariable(memberObject(Call)) : nullptr;
    if (!V || !Tensors.count(V))
      return;
    if (Member == "reset" && Call->getNumArgs() == 0) {
      event(HandleEvent::Kind::Reset, V, Tensors.lookup(V), Call->getSourceRange());
      setTensor(V, nullptr);
    } else if (Member == "release") {
      // The value is read by the expression around it, so the variable keeps it.
      event(HandleEvent::Kind::Release, V, Tensors.lookup(V), Call->getSourceRange());
    }
    return;
  }
  StringRef Name = calleeName(Call);
  if (Name.starts_with("aoti_torch_")) {
    handleShim(Call, Name);
    return;
  }
  if (isModelLaunch(Call, Name)) {
    Operation &O = operation(Operation::Kind::Launch, Call, Name.empty() ? memberName(Call) : Name,
                             Facts.dialect().Device);
    O.Stream = streamArgument(Call);
    useArguments(TensorUse::Kind::Launch, O);
    return;
  }
  if (Name.starts_with("assert_")) {
    if (Name == "assert_size_stride" && Call->getNumArgs() >= 3)
      if (Tensor *T = tensorOf(Call->getArg(0))) {
        Tensor *Root = dimensionRoot(T);
        if (!Root->HasGeometry)
          if (auto Sizes = array(Call->getArg(1)), Strides = array(Call->getArg(2));
              Sizes && Strides && Sizes->size() == Strides->size()) {
            Root->DeclaredSizes = *Sizes;
            Root->DeclaredStrides = *Strides;
          }
      }
    useArguments(TensorUse::Kind::Check, operation(Operation::Kind::Check, Call, Name));
    return;
  }
  if (Name == "reinterpret_tensor_wrapper" || Name == "scalar_to_tensor_handle") {
    tensorOf(Call);
    return;
  }
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || Name.empty() || F->isInStdNamespace())
    return;
  static constexpr StringRef Transparent[] = {"wrap_with_raii_handle_if_needed",
                                              "borrow_arrayref_tensor_as_tensor",
                                              "convert_arrayref_tensor_to_tensor",
                                              "copy_arrayref_tensor_to_tensor",
                                              "temporary_reference",
                                              "get_data_ptr_wrapper",
                                              "unwrap_raii_handle_if_needed",
                                              "c_to_arrayref_tensor",
                                              "steal_from_raw_handles_to_raii_handles",
                                              "is_non_zero",
                                              "check_input"};
  if (llvm::is_contained(Transparent, Name))
    return;
  bool IsCpuKernel = Name.starts_with("cpp_") || F->isExternC();
  if (IsCpuKernel)
    useArguments(TensorUse::Kind::CpuKernel,
                 operation(Operation::Kind::CpuKernel, Call, Name, DeviceType::Cpu));
  else
    useArguments(TensorUse::Kind::Other, operation(Operation::Kind::Other, Call, Name));
}

void BufferWalk::handleShim(const CallExpr *Call, StringRef Name) {
  unsigned NumArgs = Call->getNumArgs();
  StringRef Short = Name;
  Short.consume_front("aoti_torch_");
  auto OutArgument = [&](unsigned I) {
    return I < NumArgs ? outVariable(Call->getArg(I)) : nullptr;
  };

  if (Short.starts_with("empty_strided") && NumArgs == 7) {
    Tensor *T = allocate(Call, OutArgument(6));
    bindOut(Call->getArg(6), T, operation(Operation::Kind::Allocation, Call, Name, T->In->Device));
    return;
  }
  if (Short == "_alloc_from_pool" && NumArgs == 7) {
    Tensor *T = poolBlock(Call);
    bindOut(Call->getArg(6), T, viewOperation(Call, Name, T->Base, Call->getArg(0)));
    return;
  }
  if (Short == "as_strided" && NumArgs == 4) {
    Tensor *Base = tensorOf(Call->getArg(0));
    Tensor *T = nullptr;
    if (Base) {
      // As many sizes are read as the base has dimensions.
      std::optional<uint64_t> Rank;
      if (Base->HasGeometry)
        Rank = Base->Sizes.size();
      T = view(Call, Tensor::Kind::AsStrided, Base, Rank, Call->getArg(1), Call->getArg(2),
               Expressions.constant(0));
    } else {
      T = newResult(Call, DeviceType::Unknown, {});
    }
    bindOut(Call->getArg(3), T, viewOperation(Call, Name, Base, Call->getArg(0)));
    return;
  }
  if (Short == "_reinterpret_tensor" && NumArgs == 6) {
    if (Tensor *Base = tensorOf(Call->getArg(0))) {
      std::optional<int64_t> Rank = evaluate(Call->getArg(1)).constantValue();
      Tensor *T = view(Call, Tensor::Kind::View, Base,
                       Rank && *Rank >= 0 ? std::optional<uint64_t>(*Rank) : std::nullopt,
                       Call->getArg(2), Call->getArg(3), evaluate(Call->getArg(4)));
      bindOut(Call->getArg(5), T, viewOperation(Call, Name, Base, Call->getArg(0)));
    }
    return;
  }
  if ((Short == "new_tensor_handle" || Short == "assign_tensors_out") && NumArgs == 2) {
    if (Tensor *Base = tensorOf(Call->getArg(0)))
      bindOut(Call->getArg(1), aliasOf(Call, Base),
              viewOperation(Call, Name, Base, Call->getArg(0)));
    return;
  }
  if (Short.ends_with("view_dtype") && NumArgs == 3) {
    if (Tensor *Base = tensorOf(Call->getArg(0)))
      bindOut(Call->getArg(2), dtypeView(Call, Base, torchConstantName(Call->getArg(1), "dtype")),
              viewOperation(Call, Name, Base, Call->getArg(0)));
    return;
  }
  if ((Short == "clone" || Short == "clone_preserve_strides") && NumArgs == 2) {
    Tensor *Source = tensorOf(Call->getArg(0));
    Operation &O = operation(Operation::Kind::Copy, Call, Name);
    use(TensorUse::Kind::CopyFrom, Call->getArg(0), O);
    Tensor *T =
        newResult(Call, Source && Source->In ? Source->In->Device : DeviceType::Unknown, {});
    if (Source) {
      T->Dtype = Source->Dtype;
      DimensionRoots[T] = dimensionRoot(Source);
    }
    bindOut(Call->getArg(1), T, O);
    return;
  }
  if (Short == "copy_" && NumArgs >= 2) {
    Operation &O = operation(Operation::Kind::Copy, Call, Name);
    use(TensorUse::Kind::CopyInto, Call->getArg(0), O);
    use(TensorUse::Kind::CopyFrom, Call->getArg(1), O);
    return;
  }
  if ((Short == "get_dtype" || Short == "get_device_type") && NumArgs == 2) {
    if (Tensor *T = tensorOf(Call->getArg(0)))
      if (const VarDecl *V = outVariable(Call->getArg(1)))
        Properties[V] = {T, Short == "get_device_type"};
    return;
  }
  if (Short.starts_with("item_") && NumArgs == 2) {
    use(TensorUse::Kind::Item, Call->getArg(0), operation(Operation::Kind::Item, Call, Name));
    const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(Call->getArg(1)));
    const VarDecl *V = Unary ? referredVariable(Unary->getSubExpr()) : nullptr;
    if (V && V->getType()->isIntegerType() && !V->getType()->isBooleanType()) {
      StringRef Symbol = V->getName();
      Symbol.consume_back("_raw");
      setInteger(V,
                 newSymbol(Symbol, SizeSymbol::Origin::Item, Range::all(), Call->getSourceRange()));
    }
    return;
  }
  if (Short == "check" && NumArgs >= 1) {
    addFacts(Call->getArg(0), false);
    return;
  }

  TensorUse::Kind K = TensorUse::Kind::Other;
  Operation::Kind Does = Operation::Kind::Other;
  DeviceType Device = DeviceType::Unknown;
  if (Short.starts_with("proxy_executor_call_function")) {
    K = TensorUse::Kind::Proxy;
    Does = Operation::Kind::Proxy;
  } else if (Short.starts_with("print_") || Short.starts_with("save_") ||
             Short.starts_with("check_") || Short.starts_with("get_") ||
             Short.ends_with("_to_ivalue")) {
    K = TensorUse::Kind::Check;
    Does = Operation::Kind::Check;
  } else {
    auto [Prefix, Rest] = Short.split('_');
    DeviceType Named = parseDeviceType(Prefix);
    if (Named != DeviceType::Unknown && Named != DeviceType::Other && !Rest.empty()) {
      K = TensorUse::Kind::Shim;
      Does = Operation::Kind::Shim;
      Device = Named;
    }
  }
  Operation &O = operation(Does, Call, Name, Device);
  useArguments(K, O);

  if (K == TensorUse::Kind::Check)
    return;
  // Such a tensor has another storage afterwards, or a storage of another size.
  if ((Short.contains("resize") || Short.contains("set_source") || Short.contains("set__source")) &&
      NumArgs > 0)
    if (Tensor *T = tensorOf(Call->getArg(0)))
      for (const Storage *S : BufferFacts::storagesOf(*T))
        const_cast<Storage *>(S)->Elements = Expression();
  // Handles that the call fills, and integers that it may change.
  for (const Expr *Argument : Call->arguments()) {
    const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(Argument));
    if (!Unary || Unary->getOpcode() != UO_AddrOf)
      continue;
    const VarDecl *V = referredVariable(Unary->getSubExpr());
    if (V && Integers.count(V)) {
      setInteger(V, unknown(V->getName()));
    } else if (V && V->getType()->isPointerType() && outVariable(Argument)) {
      StringRef Own = V->getName();
      Own.consume_back("_handle");
      bindOut(Argument, newResult(Call, Device, Own), O);
    }
  }
}

void BufferWalk::handleAssignment(const Expr *Target, const Expr *Value, const Expr *Whole) {
  const Expr *Left = stripWrappers(Target);
  if (const VarDecl *V = referredVariable(Left)) {
    if (Tensor *T = tensorOf(Value)) {
      if (const VarDecl *From = referredVariable(movedOperand(Value)); From && From != V) {
        event(HandleEvent::Kind::Move, From, T, Value->getSourceRange());
        setTensor(From, nullptr);
      }
      setTensor(V, T);
      event(HandleEvent::Kind::Assign, V, T, Whole->getSourceRange());
    } else if (Tensors.count(V)) {
      setTensor(V, nullptr);
    }
    if (V->getType()->isIntegerType())
      setInteger(V, evaluate(Value));
    return;
  }
  StringRef Name;
  if (auto [Base, Idx] = subscript(Left); Base)
    Name = namedArray(Base);
  else if (const auto *Call = dyn_cast<CallExpr>(Left);
           Call && calleeName(Call) == "get" && Call->getNumArgs() == 1)
    Name = namedArray(Call->getArg(0));
  if (isOutputArray(Name) || Name == "output_arrayref_tensors")
    if (Tensor *T = tensorOf(Value))
      Out.Uses.push_back({TensorUse::Kind::Output, T, Whole, {}, DeviceType::Unknown});
}

//===----------------------------------------------------------------------===//
// The facts
//===----------------------------------------------------------------------===//

const SizeSymbol *FunctionBuffers::symbol(Expression E) const {
  if (!E || !E.isSymbol())
    return nullptr;
  auto It = SymbolNumber.find(E.symbolId());
  return It == SymbolNumber.end() ? nullptr : &Symbols[It->second];
}

llvm::ArrayRef<const TensorUse *> FunctionBuffers::usesOf(const Storage &S) const {
  auto It = UsesByStorage.find(&S);
  return It == UsesByStorage.end() ? llvm::ArrayRef<const TensorUse *>()
                                   : llvm::ArrayRef(It->second);
}

SmallVector<const Storage *, 2> BufferFacts::storagesOf(const Tensor &T) {
  SmallVector<const Storage *, 2> Found;
  if (T.In) {
    Found.push_back(T.In);
    return Found;
  }
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  SmallVector<const Tensor *, 8> Pending{&T};
  while (!Pending.empty()) {
    const Tensor *Next = Pending.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Next->In) {
      if (!llvm::is_contained(Found, Next->In))
        Found.push_back(Next->In);
      continue;
    }
    Pending.append(Next->Sources.begin(), Next->Sources.end());
  }
  return Found;
}

BufferFacts::BufferFacts(TuFacts &Facts) : Expressions(std::make_unique<ExpressionContext>()) {
  std::vector<FunctionBuffers *> Checks, Others;
  forEachGeneratedFunction(
      Facts.context(), Facts.dialect().GeneratedBegin, [&](const FunctionDecl *F) {
        FunctionBuffers &Buffers = Functions.emplace_back();
        Buffers.Function = F;
        bool TakesInputs = llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
          return P->getDeclName().isIdentifier() && P->getName() == "input_handles";
        });
        (TakesInputs && !isa<CXXMethodDecl>(F) ? Checks : Others).push_back(&Buffers);
      });
  // What the checks say of the inputs is known before the functions that use them are walked.
  for (FunctionBuffers *Check : Checks) {
    BufferWalk(Facts, *this, *Check).run();
    for (const SizeSymbol &S : Check->Symbols)
      if (S.From == SizeSymbol::Origin::InputSize || S.From == SizeSymbol::Origin::InputStride) {
        InputDeclaration &Input = Inputs[S.Input];
        Range &Known =
            (S.From == SizeSymbol::Origin::InputStride ? Input.Strides : Input.Sizes)[S.Dimension];
        Known = Known.intersect(S.Declared);
      }
  }
  for (FunctionBuffers *Other : Others)
    BufferWalk(Facts, *this, *Other).run();
}

BufferFacts::~BufferFacts() = default;

const FunctionBuffers *BufferFacts::function(const FunctionDecl *F) const {
  for (const FunctionBuffers &Buffers : Functions)
    if (Buffers.Function == F)
      return &Buffers;
  return nullptr;
}

} // namespace aoti
