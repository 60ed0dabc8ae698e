#include "Facts/MetaDevices.h"
#include "Facts/AstQuery.h"
#include "Facts/TorchTypes.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

/// How far values are followed from one variable or function to the next.
static constexpr unsigned MaxDepth = 16;

//===--- what changes variables ------------------------------------------===//

class MetaDevices::ChangeFinder : public AstVisitor<ChangeFinder> {
public:
  explicit ChangeFinder(MetaDevices &Into) : Into(Into) {}

  bool TraverseIfStmt(IfStmt *If) {
    // In the order of the text, and what stands in the branches depends on the condition.
    for (Stmt *Part : {If->getInit(), static_cast<Stmt *>(If->getConditionVariableDeclStmt()),
                       static_cast<Stmt *>(If->getCond())})
      if (Part && !TraverseStmt(Part))
        return false;
    Conditions.push_back(If->getCond());
    bool Result = TraverseStmt(If->getThen()) && (!If->getElse() || TraverseStmt(If->getElse()));
    Conditions.pop_back();
    return Result;
  }
  bool VisitBinaryOperator(BinaryOperator *Binary) {
    if (Binary->isAssignmentOp())
      change(Binary->getLHS(), Binary->getRHS());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    // Through a reference anything may be assigned.
    if (V->getType()->isLValueReferenceType() && isMutable(V->getType()) && V->getInit())
      change(V->getInit(), nullptr);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->isAssignmentOp() && Call->getNumArgs() == 2) {
        change(Call->getArg(0), Call->getArg(1));
        if (const auto *Tie = dyn_cast<CallExpr>(stripWrappers(Call->getArg(0)));
            Tie && calleeName(Tie) == "tie")
          for (const Expr *Target : Tie->arguments())
            change(Target, Call->getArg(1));
        return true;
      }
      if (Operator->getOperator() != OO_Call)
        return true;
    }
    unsigned First = F && isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F) ? 1 : 0;
    for (unsigned I = First; I < Call->getNumArgs(); ++I) {
      unsigned P = I - First;
      QualType T = F && P < F->getNumParams() ? F->getParamDecl(P)->getType() : QualType();
      const Expr *Argument = stripWrappers(Call->getArg(I));
      const auto *Address = dyn_cast<UnaryOperator>(Argument);
      if (Address && Address->getOpcode() == UO_AddrOf)
        change(Address->getSubExpr(), Call);
      else if (!F || (!T.isNull() && T->isLValueReferenceType() && isMutable(T)))
        change(Argument, Call);
    }
    return true;
  }
  bool VisitRecoveryExpr(RecoveryExpr *Recovery) {
    for (const Expr *Argument : recoveredArguments(Recovery))
      change(Argument, nullptr);
    return true;
  }

private:
  static bool isMutable(QualType Reference) {
    return !Reference.getNonReferenceType().isConstQualified();
  }

  void change(const Expr *Target, const Expr *From) {
    const VarDecl *V = referredVariable(Target);
    if (!V)
      return;
    auto &Of = Into.Changes[V];
    Of.push_back(From);
    Of.append(Conditions.begin(), Conditions.end());
  }

  MetaDevices &Into;
  SmallVector<const Expr *, 8> Conditions;
};

void MetaDevices::enter(const FunctionDecl *F) {
  if (!F->getBody() || !Entered.insert(F).second)
    return;
  for (const VarDecl *V : changedVariables({F->getBody()}))
    Reassigned.insert(V);
  ChangeFinder(*this).TraverseStmt(F->getBody());
}

//===--- parameters of templates -----------------------------------------===//

void MetaDevices::bind(const NonTypeTemplateParmDecl *P, std::optional<int64_t> Value) {
  if (integerOf(P) == Value)
    return;
  if (Value)
    Parameters[P] = *Value;
  else
    Parameters.erase(P);
  for (const void *Key : Dependent)
    Known.erase(Key);
  Dependent.clear();
}

std::optional<int64_t> MetaDevices::integerOf(const NonTypeTemplateParmDecl *P) const {
  auto Found = Parameters.find(P);
  return Found == Parameters.end() ? std::nullopt : std::optional(Found->second);
}

static const NonTypeTemplateParmDecl *namedParameter(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(E));
  return Ref ? dyn_cast<NonTypeTemplateParmDecl>(Ref->getDecl()) : nullptr;
}

std::optional<int64_t> MetaDevices::integer(const Expr *E) const {
  if (const NonTypeTemplateParmDecl *P = namedParameter(E))
    return integerOf(P);
  return constantInteger(stripWrappers(E), Context);
}

bool MetaDevices::dependsOnParameter(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (!E->isInstantiationDependent())
      return false;
    if (const NonTypeTemplateParmDecl *P = namedParameter(E))
      return !integerOf(P);
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) { return dependsOnParameter(Child); });
}

//===--- values ----------------------------------------------------------===//

const Expr *MetaDevices::copied(const Expr *E) {
  E = stripWrappers(E);
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() != 1)
      break;
    E = stripWrappers(Construct->getArg(0));
  }
  return E;
}

const Expr *MetaDevices::keptValue(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->isLocalVarDecl() && isConstant(V) ? V->getInit() : nullptr;
}

bool MetaDevices::isDeviceOfTensor(const Expr *Object, unsigned Depth) const {
  if (!Object || Depth > MaxDepth)
    return false;
  Object = stripWrappers(Object);
  if (isTensorType(Object->getType()))
    return true;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Object)) {
    StringRef Name = memberName(Call);
    return (Name == "device" || Name == "options" || Name == "type" || Name == "device_type") &&
           isDeviceOfTensor(memberObject(Call), Depth + 1);
  }
  const Expr *Kept = keptValue(Object);
  return Kept && isDeviceOfTensor(copied(Kept), Depth + 1);
}

/// The name of a class or of an enumeration.
static StringRef tagName(QualType T) {
  return T.isNull() ? StringRef()
                    : identifierOf(T.getNonReferenceType().getCanonicalType()->getAsTagDecl());
}

StringRef MetaDevices::deviceTypeName(const Expr *E, unsigned Depth) const {
  if (Depth > MaxDepth)
    return {};
  E = copied(E);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() >= 1)
    return deviceTypeName(Construct->getArg(0), Depth + 1);
  if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits())
    return deviceTypeName(List->getInit(0), Depth + 1);
  if (const auto *Literal = dyn_cast<StringLiteral>(E)) {
    if (Literal->getCharByteWidth() != 1)
      return {};
    StringRef Text = Literal->getString().split(':').first;
    return Text == "meta"   ? "Meta"
           : Text == "cpu"  ? "CPU"
           : Text == "cuda" ? "CUDA"
           : Text.empty()   ? StringRef()
                            : "other";
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && (calleeName(Call) == "make_optional" || calleeName(Call) == "move") &&
      Call->getNumArgs() == 1)
    return deviceTypeName(Call->getArg(0), Depth + 1);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return {};
  StringRef Type = tagName(Ref->getType());
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(Ref->getDecl());
      Enumerator && Type == "DeviceType") {
    StringRef Name = Enumerator->getName();
    return Name.consume_front("k") ? Name : Enumerator->getName();
  }
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V || isa<ParmVarDecl>(V) || !V->getAnyInitializer() || !isConstant(V))
    return {};
  if (Type == "DeviceType" || Type == "Device")
    return deviceTypeName(V->getAnyInitializer(), Depth + 1);
  return {};
}

/// The result of a comparison; nullopt for other operators.
static std::optional<bool> compare(BinaryOperatorKind Operator, int64_t Left, int64_t Right) {
  switch (Operator) {
  case BO_EQ:
    return Left == Right;
  case BO_NE:
    return Left != Right;
  case BO_LT:
    return Left < Right;
  case BO_LE:
    return Left <= Right;
  case BO_GT:
    return Left > Right;
  case BO_GE:
    return Left >= Right;
  default:
    return std::nullopt;
  }
}

/// Whether a member function tells whether a tensor is on a device that is not Meta.
static bool isDeviceTestName(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Case("is_cpu", true)
      .Case("is_cuda", true)
      .Case("is_hip", true)
      .Case("is_xpu", true)
      .Case("is_mps", true)
      .Case("is_privateuseone", true)
      .Case("is_xla", true)
      .Case("is_hpu", true)
      .Case("is_mtia", true)
      .Default(false);
}

std::optional<bool> MetaDevices::foldDeviceIndex(const Expr *E) const {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isComparisonOp())
    return std::nullopt;
  // The meta device has no index, which torch gives as -1.
  auto ValueOf = [&](const Expr *Side) -> std::optional<int64_t> {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(stripWrappers(Side));
    if (!Call)
      return std::nullopt;
    StringRef Name = memberName(Call);
    const Expr *Object = memberObject(Call);
    bool IsTensor = Object && isTensorType(stripWrappers(Object)->getType());
    return (Name == "get_device" && IsTensor) ||
                   (Name == "index" && !IsTensor && isDeviceOfTensor(Object))
               ? std::optional<int64_t>(-1)
               : std::nullopt;
  };
  std::optional<int64_t> Left = ValueOf(Binary->getLHS()), Right = ValueOf(Binary->getRHS());
  // Two devices without an index are compared, or one with a constant.
  if (Left.has_value() == Right.has_value())
    return std::nullopt;
  if (!Left)
    Left = constantInteger(Binary->getLHS(), Context);
  if (!Right)
    Right = constantInteger(Binary->getRHS(), Context);
  if (!Left || !Right)
    return std::nullopt;
  return compare(Binary->getOpcode(), *Left, *Right);
}

std::optional<bool> MetaDevices::foldDevice(const Expr *E) const {
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    StringRef Name = memberName(Call);
    if ((isDeviceTestName(Name) || Name == "is_meta") && isDeviceOfTensor(memberObject(Call)))
      return Name == "is_meta";
    return std::nullopt;
  }
  const Expr *Left = nullptr, *Right = nullptr;
  bool Equal = true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isEqualityOp()) {
    Left = Binary->getLHS();
    Right = Binary->getRHS();
    Equal = Binary->getOpcode() == BO_EQ;
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getNumArgs() == 2 &&
             (Call->getOperator() == OO_EqualEqual || Call->getOperator() == OO_ExclaimEqual)) {
    Left = Call->getArg(0);
    Right = Call->getArg(1);
    Equal = Call->getOperator() == OO_EqualEqual;
  }
  if (std::optional<bool> Index = foldDeviceIndex(E))
    return Index;
  if (!Left)
    return std::nullopt;
  for (unsigned I = 0; I < 2; ++I, std::swap(Left, Right)) {
    if (isTensorType(stripWrappers(Left)->getType()) || !isDeviceOfTensor(Left))
      continue;
    if (StringRef Name = deviceTypeName(Right); !Name.empty())
      return (Name == "Meta") == Equal;
  }
  return std::nullopt;
}

const Expr *MetaDevices::onlyResult(const CallExpr *Call) const {
  const FunctionDecl *F = definitionInView(Call->getDirectCallee(), Context.getSourceManager());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const auto *Body = F ? dyn_cast<CompoundStmt>(F->getBody()) : nullptr;
  if (!Body || Body->size() != 1 || (Method && Method->isVirtual()))
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

std::optional<bool> MetaDevices::fold(const Expr *E) {
  if (!E)
    return std::nullopt;
  E = stripWrappers(E);
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
    E = Rewritten->getSemanticForm();
  const void *Key = E;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Key = Ref->getDecl();
  else if (!isa<BinaryOperator, UnaryOperator, CallExpr>(E))
    return foldOnce(E);
  auto [Place, New] = Known.try_emplace(Key, std::nullopt);
  if (!New)
    return Place->second;
  if (E->isInstantiationDependent())
    Dependent.push_back(Key);
  std::optional<bool> Value = foldOnce(E);
  return Known[Key] = Value;
}

std::optional<bool> MetaDevices::foldOnce(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot) {
    std::optional<bool> Value = fold(Unary->getSubExpr());
    return Value ? std::optional(!*Value) : std::nullopt;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isLogicalOp()) {
    std::optional<bool> Left = fold(Binary->getLHS()), Right = fold(Binary->getRHS());
    bool Decisive = Binary->getOpcode() == BO_LOr;
    if (Left == std::optional(Decisive) || Right == std::optional(Decisive))
      return Decisive;
    return Left && Right ? std::optional(!Decisive) : std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (calleeName(Call).starts_with("__builtin_expect") && Call->getNumArgs() >= 2)
      return fold(Call->getArg(0));
    if (Call->getType()->isBooleanType())
      if (const Expr *Result = onlyResult(Call))
        return fold(Result);
  }
  if (std::optional<bool> Device = foldDevice(E))
    return Device;
  if (E->isValueDependent()) {
    if (namedParameter(E)) {
      std::optional<int64_t> Value = integer(E);
      return Value ? std::optional(*Value != 0) : std::nullopt;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isComparisonOp()) {
      std::optional<int64_t> Left = integer(Binary->getLHS()), Right = integer(Binary->getRHS());
      return Left && Right ? compare(Binary->getOpcode(), *Left, *Right) : std::nullopt;
    }
  }
  if (isa<DeclRefExpr>(E) && E->getType()->isBooleanType())
    if (const Expr *Kept = keptValue(E))
      return fold(Kept);
  bool Value = false;
  if (!E->isValueDependent() && !E->getType().isNull() && !E->containsErrors() &&
      E->EvaluateAsBooleanCondition(Value, Context))
    return Value;
  return std::nullopt;
}

const Expr *MetaDevices::deviceTest(const Expr *E) {
  llvm::SmallPtrSet<const Decl *, 8> Seen;
  return deviceTest(E, Seen);
}

const Expr *MetaDevices::deviceTest(const Expr *E, llvm::SmallPtrSetImpl<const Decl *> &Seen) {
  E = stripWrappers(E);
  if (foldDevice(E))
    return E;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const Expr *Kept = Ref->getType()->isBooleanType() && Seen.insert(Ref->getDecl()).second
                           ? keptValue(E)
                           : nullptr;
    return Kept ? deviceTest(Kept, Seen) : nullptr;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const Expr *Result = onlyResult(Call);
        Result && Seen.insert(Call->getDirectCallee()->getCanonicalDecl()).second)
      // The test is told where the function is called.
      return deviceTest(Result, Seen) ? E : nullptr;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      if (const Expr *Found = deviceTest(Part, Seen))
        return Found;
  return nullptr;
}

/// Whether what a function returns may tell a device: nothing else than a decision, or nothing,
/// since it may give it back by reference.
static bool mayAnswer(QualType T) {
  return T->isBooleanType() || T->isEnumeralType() || T->isVoidType() || recordName(T) == "Device";
}

/// Whether a function of another file, of which nothing is known, is given a tensor.
static bool isUnknownQuestion(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return !isOfTorch(F) && isGenerated(F->getLocation(), SM, 0) && !definitionInView(F, SM) &&
         llvm::any_of(Call->arguments(), [](const Expr *A) { return holdsTensor(A->getType()); });
}

bool MetaDevices::mayTestDevice(const Expr *E) {
  llvm::SmallPtrSet<const Decl *, 8> Seen;
  return mayTest(E, /*Anywhere=*/false, Seen);
}

/// \p Anywhere: any question for a device counts, also one that has a certain answer.
bool MetaDevices::mayTest(const Stmt *S, bool Anywhere, llvm::SmallPtrSetImpl<const Decl *> &Seen) {
  if (!S)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call); Member && Anywhere) {
      StringRef Name = memberName(Member);
      if ((isDeviceTestName(Name) || Name == "is_meta" || Name == "device" ||
           Name == "device_type" || Name == "get_device" || Name == "key_set") &&
          isDeviceOfTensor(memberObject(Member)))
        return true;
    }
    if (const FunctionDecl *Definition = definitionInView(F, Context.getSourceManager())) {
      if (mayAnswer(F->getReturnType()) && Seen.insert(Definition->getCanonicalDecl()).second) {
        enter(Definition);
        if (mayTest(Definition->getBody(), /*Anywhere=*/true, Seen))
          return true;
      }
    } else if (F && F->getReturnType()->isBooleanType() && isUnknownQuestion(Call)) {
      return true;
    }
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl())) {
      const FunctionDecl *Definition = definitionInView(F, Context.getSourceManager());
      return Definition && Seen.insert(Definition->getCanonicalDecl()).second &&
             mayTest(Definition->getBody(), /*Anywhere=*/true, Seen);
    }
    if (!V || !V->isLocalVarDeclOrParm() || !Seen.insert(V).second)
      return false;
    if (holdsTensor(V->getType()))
      return false;
    if (isConstant(V))
      return !isa<ParmVarDecl>(V) && mayTest(V->getInit(), Anywhere, Seen);
    bool IsDecision = V->getType().getNonReferenceType()->isBooleanType();
    auto Found = Changes.find(V);
    if (Found == Changes.end())
      return false;
    // Asking may enter functions, which adds to the map.
    SmallVector<const Expr *, 4> Parts = Found->second;
    return llvm::any_of(Parts, [&](const Expr *From) {
      const auto *Call = dyn_cast_or_null<CallExpr>(From);
      bool IsUnknown = !From || (Call && Call->getDirectCallee() && isUnknownQuestion(Call));
      return (IsDecision && IsUnknown) || mayTest(From, /*Anywhere=*/true, Seen);
    });
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return mayTest(Lambda->getBody(), /*Anywhere=*/true, Seen);
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mayTest(Child, Anywhere, Seen); });
}

//===--- where tensors are allocated -------------------------------------===//

MetaDevices::Place MetaDevices::ofDevice(const Expr *E) const {
  E = copied(E);
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && calleeName(Call) == "make_optional" && Call->getNumArgs() == 1)
    E = copied(Call->getArg(0));
  if (isDeviceOfTensor(E))
    return Place::Input;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E); Ref && identifierOf(Ref->getDecl()) == "nullopt")
    return Place::Default;
  StringRef Name = deviceTypeName(E);
  if (Name == "Meta")
    return Place::Meta;
  return Name.empty() ? Place::Unknown : Place::Real;
}

MetaDevices::Place MetaDevices::ofOptions(const Expr *E, unsigned Depth) const {
  E = stripWrappers(E);
  if (Depth > MaxDepth)
    return Place::Unknown;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    StringRef Name = memberName(Member);
    const Expr *Object = memberObject(Member);
    if (Name == "device" && Member->getNumArgs() >= 1)
      return ofDevice(Member->getArg(0));
    if (Name == "options" && Object && isTensorType(Object->getType()))
      return Place::Input;
    bool KeepsDevice = llvm::StringSwitch<bool>(Name)
                           .Case("dtype", true)
                           .Case("layout", true)
                           .Case("requires_grad", true)
                           .Case("pinned_memory", true)
                           .Case("memory_format", true)
                           .Case("device_index", true)
                           .Default(false);
    if (KeepsDevice && Object && recordName(stripWrappers(Object)->getType()) == "TensorOptions")
      return ofOptions(Object, Depth + 1);
    return Place::Unknown;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Name = calleeName(Call);
    if (Name == "device" && Call->getNumArgs() >= 1)
      return ofDevice(Call->getArg(0));
    if (Name == "dtype" || Name == "layout" || Name == "requires_grad" || Name == "memory_format")
      return Place::Default;
    if (const Expr *Result = onlyResult(Call))
      return ofOptions(Result, Depth + 1);
    return Place::Unknown;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Construct->getArg(0)))
      return Place::Default;
    const Expr *Argument = Construct->getArg(0);
    StringRef Type = tagName(copied(Argument)->getType());
    if (Type == "TensorOptions")
      return ofOptions(Argument, Depth + 1);
    if (Type == "Device" || Type == "DeviceType")
      return ofDevice(Argument);
    if (Type == "ScalarType" || Type == "TypeMeta" || Type == "Layout" || Type == "MemoryFormat")
      return Place::Default;
    return Place::Unknown;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 0)
    return Place::Default;
  if (const Expr *Kept = keptValue(E))
    return ofOptions(Kept, Depth + 1);
  return Place::Unknown;
}

} // namespace aoti
