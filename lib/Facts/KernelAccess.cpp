#include "Facts/KernelAccess.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// Whether a call of `data_ptr` names the type of the elements, which torch compares with the
/// dtype.
bool isTyped(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return Member->hasExplicitTemplateArgs();
  if (const auto *Member = dyn_cast<UnresolvedMemberExpr>(Callee))
    return Member->hasExplicitTemplateArgs();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return Member->hasExplicitTemplateArgs();
  return true;
}

const llvm::StringSet<> &extentNames() {
  static const llvm::StringSet<> Names = {"numel",    "size",      "sizes",    "nbytes",
                                          "sym_size", "sym_sizes", "sym_numel"};
  return Names;
}

const llvm::StringSet<> &dtypeNames() {
  static const llvm::StringSet<> Names = {"scalar_type",       "dtype",      "type",
                                          "is_floating_point", "is_complex", "is_signed",
                                          "element_size",      "itemsize",   "dtype_initialized"};
  return Names;
}

const llvm::StringSet<> &strideNames() {
  static const llvm::StringSet<> Names = {"is_contiguous",
                                          "stride",
                                          "strides",
                                          "sym_stride",
                                          "sym_strides",
                                          "sym_is_contiguous",
                                          "is_non_overlapping_and_dense",
                                          "suggest_memory_format",
                                          "is_contiguous_or_false"};
  return Names;
}

/// Questions to a tensor that tell nothing of its strides or dtype, and what hands the tensor
/// itself on.
const llvm::StringSet<> &plainNames() {
  static const llvm::StringSet<> Names = {"dim",
                                          "ndimension",
                                          "device",
                                          "get_device",
                                          "get_device_index",
                                          "device_type",
                                          "is_cuda",
                                          "is_cpu",
                                          "is_hip",
                                          "is_xpu",
                                          "is_mps",
                                          "is_meta",
                                          "is_privateuseone",
                                          "is_mtia",
                                          "options",
                                          "defined",
                                          "has_value",
                                          "value",
                                          "layout",
                                          "requires_grad",
                                          "is_quantized",
                                          "is_sparse",
                                          "is_leaf",
                                          "key_set",
                                          "storage_offset",
                                          "storage",
                                          "has_storage",
                                          "unsafeGetTensorImpl",
                                          "use_count",
                                          "get",
                                          "unsafeGetStorageImpl"};
  return Names;
}

/// Whether a member function of a tensor gives a copy or a view with the same dtype.
bool keepsDtype(const CallExpr *Call) {
  static const llvm::StringSet<> Names = {
      "contiguous", "view",      "reshape", "flatten",    "unflatten", "squeeze", "unsqueeze",
      "transpose",  "t",         "permute", "movedim",    "narrow",    "slice",   "select",
      "expand",     "expand_as", "view_as", "reshape_as", "clone",     "detach",  "index_select"};
  StringRef Name = calleeName(Call);
  if (!Names.contains(Name))
    return false;
  // `x.view(at::kInt)` gives the same bytes another dtype.
  if (Name != "view" || Call->getNumArgs() == 0)
    return true;
  QualType First = Call->getArg(0)->getType();
  return !First.isNull() && !First->isDependentType() &&
         !First.getNonReferenceType().getCanonicalType()->isEnumeralType();
}

/// Functions of torch that take a tensor and do not look at where its elements are.
bool isPlainFunction(StringRef Name) {
  static const llvm::StringSet<> Names = {"empty_like", "zeros_like", "ones_like",
                                          "full_like",  "rand_like",  "randn_like",
                                          "device_of",  "str",        "torchCheckMsgImpl"};
  return Names.contains(Name);
}

bool isMemoryFunction(StringRef Name) {
  std::string Lower = Name.lower();
  return StringRef(Lower).contains("memcpy") || StringRef(Lower).contains("memset") ||
         StringRef(Lower).contains("memmove");
}

const Expr *withoutImplicit(const Expr *E) {
  while (E) {
    const Expr *Next = E->IgnoreParenImpCasts();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Next))
      Next = Cleanups->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Next))
      Next = Temporary->getSubExpr();
    else if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(Next))
      Next = Bind->getSubExpr();
    if (Next == E)
      return E;
    E = Next;
  }
  return E;
}

} // namespace

class AccessVisitor : public AstVisitor<AccessVisitor> {
public:
  AccessVisitor(const ASTContext &Context, TensorAccesses &Into) : Context(Context), Into(Into) {}

  /// Storage offsets or sizes of storages are asked for.
  bool AsksStorage = false;

  bool VisitVarDecl(VarDecl *V) {
    const Expr *Init = V->getInit();
    if (!Init || isa<ParmVarDecl>(V))
      return true;
    if (isTensorOrOptional(V->getType())) {
      if (const DeclRefExpr *Ref = tensorReference(Init)) {
        of(Ref).PassedTo.push_back(V);
        Explained.insert(Ref);
      } else if (const DeclRefExpr *From = rearranged(Init)) {
        of(From).RearrangedTo.push_back(V);
      }
      return true;
    }
    if (V->isLocalVarDecl() && holdsObject(V->getType()))
      if (const DeclRefExpr *Ref = tensorOfStorage(Init))
        Storages[V] = Ref;
    if (V->isLocalVarDecl() && V->getType()->isPointerType())
      if (auto [Start, Ref] = storageStart(Init); Start)
        StorageStarts[V] = {Start, Ref};
    if (V->getType()->isPointerType() || V->getType()->isUndeducedType() ||
        V->getType()->isDependentType())
      if (const CallExpr *Pointer = dataPointer(Init))
        Pointers[V] = Pointer;
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2)
      assign(Operator->getArg(0), Operator->getArg(1));
    StringRef Name = calleeName(Call);
    if (const Expr *Object = memberObject(Call)) {
      if (const DeclRefExpr *Ref = tensorReference(Object)) {
        method(Call, Name, Ref);
        return true;
      }
      if (const DeclRefExpr *Ref = rearranged(Object))
        methodOfRearranged(Call, Name, of(Ref));
      if (dtypeNames().contains(Name) || Name == "type_equal")
        if (const DeclRefExpr *Ref = tensorOfOptions(Object))
          of(Ref).AsksDtype = true;
      AsksStorage |= Name == "nbytes" || Name == "storage_offset" || Name == "sym_nbytes";
    }
    PassedArguments Passed = passedArguments(Call, Context);
    arguments(Passed, isPlainFunction(Name));
    handOver(Call, Name, Passed);
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    // A copy of a tensor is the tensor; what copies it is looked at where it stands.
    if (isTensorOrOptional(Construct->getType()))
      return true;
    arguments(passedArguments(Construct, Context), false);
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *Return) {
    if (const DeclRefExpr *Ref =
            Return->getRetValue() ? tensorReference(Return->getRetValue()) : nullptr)
      Explained.insert(Ref);
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *Subscript) {
    if (integerLiteral(Subscript->getIdx(), Context))
      return true;
    if (const CallExpr *Pointer = dataPointer(Subscript->getBase()))
      walk(Pointer, "");
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      if (const VarDecl *V = referredVariable(B->getLHS()))
        forget(V);
    if (B->isComparisonOp())
      for (const auto &[Side, Other] :
           {std::pair(B->getLHS(), B->getRHS()), std::pair(B->getRHS(), B->getLHS())}) {
        const auto *Call = dyn_cast<CallExpr>(stripWrappers(Side));
        const Expr *Object = Call ? memberObject(Call) : nullptr;
        std::optional<int64_t> Value = integerLiteral(Other, Context);
        StringRef Name = Call ? calleeName(Call) : StringRef();
        if (!Object || !Value)
          continue;
        if (const DeclRefExpr *Ref = tensorReference(Object))
          of(Ref).IsSingle |= ((Name == "numel" || Name == "size" || Name == "nbytes") &&
                               *Value == 1 && B->getOpcode() != BO_GT && B->getOpcode() != BO_GE) ||
                              (Name == "dim" && *Value == 0 && B->isEqualityOp());
      }
    return true;
  }

  bool VisitExplicitCastExpr(ExplicitCastExpr *Cast) {
    QualType To = Cast->getTypeAsWritten();
    if (!To->isPointerType())
      return true;
    const Expr *From = withoutImplicit(Cast->getSubExpr());
    const auto *Call = dyn_cast<CallExpr>(From);
    const DeclRefExpr *Ref = Call ? tensorOfPointer(Call) : nullptr;
    if (Call && !Ref && isDataPointerName(calleeName(Call)) && memberObject(Call))
      Ref = rearranged(memberObject(Call));
    if (Ref) {
      if (!isTyped(Call))
        of(Ref).Casts.push_back({Call, Cast});
    } else if (!To->getPointeeType()->isVoidType()) {
      storagePointer(From);
    }
    return true;
  }

  bool TraverseLambdaCapture(LambdaExpr *Lambda, const LambdaCapture *Capture, Expr *Init) {
    // What is done with it is seen in the body, which names the variable itself.
    if (Capture->capturesVariable() && Init && tensorReference(Init) &&
        tensorReference(Init)->getDecl() == Capture->getCapturedVar())
      return true;
    return AstVisitor::TraverseLambdaCapture(Lambda, Capture, Init);
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && isTensorOrOptional(V->getType()) && !Explained.count(Ref)) {
      TensorAccess &Access = Into.ByVariable[V];
      Access.IsUndecided = Access.IsDtypeUndecided = true;
    }
    return true;
  }

private:
  TensorAccess &of(const DeclRefExpr *Ref) {
    return Into.ByVariable[cast<VarDecl>(Ref->getDecl())];
  }

  /// The tensor of `x.options()`, also of a local variable with that; null if it is something else.
  static const DeclRefExpr *tensorOfOptions(const Expr *E) {
    E = stripWrappers(E);
    if (const VarDecl *V = referredVariable(E); V && V->isLocalVarDecl() && V->getInit())
      E = stripWrappers(V->getInit());
    while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() != 1)
        return nullptr;
      E = stripWrappers(Construct->getArg(0));
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    const Expr *Object = Call && calleeName(Call) == "options" ? memberObject(Call) : nullptr;
    return Object ? tensorReference(Object) : nullptr;
  }

  void method(const CallExpr *Call, StringRef Name, const DeclRefExpr *Ref) {
    Explained.insert(Ref);
    TensorAccess &Access = of(Ref);
    AsksStorage |= Name == "storage_offset" || Name == "sym_storage_offset";
    if (isDataPointerName(Name) || (Name == "data" && isTyped(Call)))
      Access.AsksDtype |= isTyped(Call);
    else if (extentNames().contains(Name))
      Access.HasExtent = true;
    else if (dtypeNames().contains(Name))
      Access.AsksDtype = true;
    else if (strideNames().contains(Name))
      Access.AsksStrides = true;
    else if (!plainNames().contains(Name) && !isConversion(Call)) {
      Access.IsUndecided = true;
      Access.IsDtypeUndecided |= !Followed.count(Call);
    }
  }

  /// A member function is called on a copy or a view.
  void methodOfRearranged(const CallExpr *Call, StringRef Name, TensorAccess &Whole) {
    if (isDataPointerName(Name) || (Name == "data" && isTyped(Call)))
      Whole.AsksDtype |= isTyped(Call);
    else if (dtypeNames().contains(Name))
      Whole.AsksDtype = true;
    else if (Name == "options" ||
             (!extentNames().contains(Name) && !strideNames().contains(Name) &&
              !plainNames().contains(Name) && !isConversion(Call) && !Followed.count(Call)))
      Whole.IsDtypeUndecided = true;
  }

  /// The reference to the tensor that an expression gives a copy or a view of, with the same dtype:
  /// `x.contiguous()`, `x.view({-1}).t()`. Null if it is something else, or the tensor itself. The
  /// calls are noted as followed.
  const DeclRefExpr *rearranged(const Expr *E) {
    llvm::SmallVector<const CallExpr *, 4> Calls;
    for (unsigned I = 0; E && I < 16; ++I) {
      if (const DeclRefExpr *Ref = Calls.empty() ? nullptr : tensorReference(E)) {
        Followed.insert(Calls.begin(), Calls.end());
        return Ref;
      }
      E = stripWrappers(E);
      if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
          Construct && Construct->getNumArgs() == 1) {
        E = Construct->getArg(0);
        continue;
      }
      const auto *Call = dyn_cast<CallExpr>(E);
      const Expr *Object = Call ? memberObject(Call) : nullptr;
      if (!Object || !keepsDtype(Call))
        return nullptr;
      Calls.push_back(Call);
      E = Object;
    }
    return nullptr;
  }

  void assign(const Expr *To, const Expr *Value) {
    if (const VarDecl *V = referredVariable(To))
      forget(V);
    const DeclRefExpr *Target = tensorReference(To);
    const DeclRefExpr *From = Target ? rearranged(Value) : nullptr;
    if (!From)
      return;
    of(From).RearrangedTo.push_back(cast<VarDecl>(Target->getDecl()));
    // Its strides are others from now on.
    of(Target).IsUndecided = true;
    Explained.insert(Target);
  }

  /// A variable is given something else.
  void forget(const VarDecl *V) {
    Storages.erase(V);
    StorageStarts.erase(V);
  }

  void arguments(const PassedArguments &Passed, bool IsPlain) {
    for (unsigned I = 0; I < Passed.Arguments.size(); ++I) {
      const ParmVarDecl *Parameter = nullptr;
      if (Passed.Callee && I < Passed.Callee->getNumParams() &&
          isTensorOrOptional(Passed.Callee->getParamDecl(I)->getType()))
        Parameter = Passed.Callee->getParamDecl(I);
      if (!IsPlain && !Parameter)
        continue;
      if (const DeclRefExpr *Ref = tensorReference(Passed.Arguments[I])) {
        Explained.insert(Ref);
        if (!IsPlain)
          of(Ref).PassedTo.push_back(Parameter);
      } else if (const DeclRefExpr *From = rearranged(Passed.Arguments[I]); From && !IsPlain) {
        of(From).RearrangedTo.push_back(Parameter);
      }
    }
  }

  void handOver(const CallExpr *Call, StringRef Name, const PassedArguments &Passed) {
    const FunctionDecl *F = calledPattern(Call);
    SourceLocation At =
        F ? Context.getSourceManager().getFileLoc(F->getLocation()) : SourceLocation();
    // What torch makes of a pointer is not followed.
    if (F && !isa<CUDAKernelCallExpr>(Call) && !isMemoryFunction(Name) &&
        (At.isInvalid() || Context.getSourceManager().isInSystemHeader(At)))
      return;
    for (const Expr *Argument : Passed.Arguments) {
      if (const CallExpr *Pointer = dataPointer(Argument))
        walk(Pointer, Name.empty() ? "a function" : "'" + Name.str() + "'");
      else
        storagePointer(withoutImplicit(Argument));
    }
  }

  void walk(const CallExpr *Pointer, std::string Callee) {
    std::optional<DataWalk> &First = of(tensorOfPointer(Pointer)).Walk;
    if (!First)
      First = {Pointer, std::move(Callee)};
  }

  /// The call that gives the data that an expression points into, through casts, offsets and local
  /// variables; null if there is none.
  const CallExpr *dataPointer(const Expr *E) const {
    for (unsigned I = 0; E && I < 16; ++I) {
      E = stripWrappers(E);
      if (const auto *Call = dyn_cast<CallExpr>(E))
        return tensorOfPointer(Call) ? Call : nullptr;
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
        const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        auto It = V ? Pointers.find(V) : Pointers.end();
        return It == Pointers.end() ? nullptr : It->second;
      }
      if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
        if (!Binary->isAdditiveOp())
          return nullptr;
        E = Binary->getLHS();
      } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
        if (Unary->getOpcode() != UO_AddrOf)
          return nullptr;
        const auto *Subscript = dyn_cast<ArraySubscriptExpr>(stripWrappers(Unary->getSubExpr()));
        E = Subscript ? Subscript->getBase() : nullptr;
      } else if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
        // `x.has_value() ? x->data_ptr<float>() : nullptr`
        E = isNullArgument(Conditional->getFalseExpr())  ? Conditional->getTrueExpr()
            : isNullArgument(Conditional->getTrueExpr()) ? Conditional->getFalseExpr()
                                                         : nullptr;
      } else {
        return nullptr;
      }
    }
    return nullptr;
  }

  /// Whether a variable of this type can hold a storage or something inside of it.
  static bool holdsObject(QualType T) {
    T = T.getNonReferenceType();
    return (T->isPointerType() ? T->getPointeeType() : T)->isRecordType();
  }

  /// The reference to the tensor whose storage, or a part of it, an expression is: `x.storage()`,
  /// `x.storage().unsafeGetStorageImpl()`, a local variable with these. Null if it is something
  /// else.
  const DeclRefExpr *tensorOfStorage(const Expr *E) const {
    bool ThroughStorage = false;
    for (unsigned I = 0; E && I < 16; ++I) {
      E = stripWrappers(E);
      if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
        E = Operator->getNumArgs() == 1 ? Operator->getArg(0) : nullptr;
      } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
        E = Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr()
                                                                              : nullptr;
      } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
        E = Construct->getNumArgs() == 1 ? Construct->getArg(0) : nullptr;
      } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
        const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        return V ? Storages.lookup(V) : nullptr;
      } else {
        const auto *Call = dyn_cast<CallExpr>(E);
        const Expr *Object = Call ? memberObject(Call) : nullptr;
        if (!Object)
          return nullptr;
        ThroughStorage |= calleeName(Call) == "storage" || calleeName(Call) == "unsafe_storage";
        if (const DeclRefExpr *Ref = tensorReference(Object))
          return ThroughStorage ? Ref : nullptr;
        E = Object;
      }
    }
    return nullptr;
  }

  /// The call that gives the beginning of a storage, with the reference to its tensor:
  /// `x.storage().data()`, `x.storage().data_ptr().get()`,
  /// `x.storage().unsafeGetStorageImpl()->data()` and their like, a local variable with that. Both
  /// null if the expression is something else.
  std::pair<const CallExpr *, const DeclRefExpr *> storageStart(const Expr *E) const {
    if (const VarDecl *V = referredVariable(E))
      return StorageStarts.lookup(V);
    const auto *Call = dyn_cast<CallExpr>(withoutImplicit(E));
    const Expr *Object = Call ? memberObject(Call) : nullptr;
    StringRef Name = Call ? calleeName(Call) : StringRef();
    if (!Object || tensorReference(Object) ||
        (Name != "data" && Name != "mutable_data" && Name != "get" && Name != "mutable_get"))
      return {};
    const DeclRefExpr *Ref = tensorOfStorage(Object);
    return Ref ? std::pair(Call, Ref) : std::pair<const CallExpr *, const DeclRefExpr *>();
  }

  /// Notes the beginning of a storage that is used as data.
  void storagePointer(const Expr *E) {
    if (auto [Start, Ref] = storageStart(E); Start)
      of(Ref).StoragePointers.push_back(Start);
  }

  const ASTContext &Context;
  TensorAccesses &Into;
  /// References to tensors whose use is known.
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Explained;
  /// Calls that make copies and views with the same dtype, where it is known what becomes of these.
  llvm::SmallPtrSet<const CallExpr *, 32> Followed;
  /// Local pointers into tensors.
  llvm::DenseMap<const VarDecl *, const CallExpr *> Pointers;
  /// Local variables with the storage of a tensor or a part of it, and local pointers to the
  /// beginning of one.
  llvm::DenseMap<const VarDecl *, const DeclRefExpr *> Storages;
  llvm::DenseMap<const VarDecl *, std::pair<const CallExpr *, const DeclRefExpr *>> StorageStarts;
};

const DeclRefExpr *tensorOfPointer(const CallExpr *Call) {
  const Expr *Object = memberObject(Call);
  StringRef Name = calleeName(Call);
  return Object && (isDataPointerName(Name) || (Name == "data" && isTyped(Call)))
             ? tensorReference(Object)
             : nullptr;
}

bool TensorAccesses::read(const FunctionDecl *F) {
  auto [It, New] = Read.try_emplace(F, false);
  if (New) {
    AccessVisitor Visitor(Facts.context(), *this);
    forEachPartOf(F, [&](const Stmt *Part) { Visitor.TraverseStmt(const_cast<Stmt *>(Part)); });
    It->second = Visitor.AsksStorage;
  }
  return It->second;
}

void TensorAccesses::forEachName(const ParmVarDecl *P, bool WithRearranged,
                                 llvm::function_ref<void(const TensorAccess &)> Visit) const {
  llvm::SmallSetVector<const VarDecl *, 8> Names;
  Names.insert(P);
  for (unsigned I = 0; I < Names.size(); ++I) {
    auto It = ByVariable.find(Names[I]);
    if (It == ByVariable.end())
      continue;
    const TensorAccess &Part = It->second;
    Visit(Part);
    Names.insert(Part.PassedTo.begin(), Part.PassedTo.end());
    if (WithRearranged)
      Names.insert(Part.RearrangedTo.begin(), Part.RearrangedTo.end());
  }
}

const KernelAccess &TensorAccesses::of(const FunctionDecl *Kernel) {
  auto [Place, New] = Known.try_emplace(Kernel);
  KernelAccess &Access = Place->second;
  llvm::ArrayRef<const FunctionDecl *> Functions = Facts.operatorKernels().hostFunctionsOf(Kernel);
  if (!New || Functions.empty())
    return Access;
  Access.IsKnown = true;
  for (const FunctionDecl *F : Functions)
    Access.AsksStorage |= read(F);
  for (const ParmVarDecl *P : Kernel->parameters()) {
    if (!isTensorOrOptional(P->getType()))
      continue;
    TensorAccess Whole;
    forEachName(P, /*WithRearranged=*/false, [&](const TensorAccess &Part) {
      if (!Whole.Walk)
        Whole.Walk = Part.Walk;
      Whole.StoragePointers.append(Part.StoragePointers);
      Whole.HasExtent |= Part.HasExtent;
      Whole.IsSingle |= Part.IsSingle;
      Whole.AsksStrides |= Part.AsksStrides;
      Whole.IsUndecided |= Part.IsUndecided;
    });
    forEachName(P, /*WithRearranged=*/true, [&](const TensorAccess &Part) {
      Whole.Casts.append(Part.Casts);
      Whole.AsksDtype |= Part.AsksDtype;
      Whole.IsDtypeUndecided |= Part.IsDtypeUndecided;
    });
    Access.Tensors.emplace_back(P, std::move(Whole));
  }
  return Access;
}

} // namespace aoti
