#include "Facts/BufferWalk.h"
#include "Facts/ConstantFacts.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

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
  // A model of the CPU has no other device.
  S.Device = Device == DeviceType::Unknown && Facts.dialect().Device == DeviceType::Cpu
                 ? DeviceType::Cpu
                 : Device;
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
    setShape(T, T->Sizes, T->Strides);
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
  } else if (*Old < *New && !Base->Sizes.empty() && Base->Strides.back().constantValue() == 1) {
    // What is no multiple is refused at run time.
    int64_t Ratio = *New / *Old;
    T->HasGeometry = true;
    T->Offset = floorDiv(Base->Offset, Ratio);
    T->Sizes = Base->Sizes;
    T->Sizes.back() = floorDiv(T->Sizes.back(), Ratio);
    for (Expression Stride : llvm::ArrayRef(Base->Strides).drop_back())
      T->Strides.push_back(floorDiv(Stride, Ratio));
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
  // A packed one has sizes as any other, but no strides.
  if (Entry->Layout.isSettled() && !Strided && Entry->Shape.isSettled()) {
    ExpressionList Sizes;
    for (int64_t Value : Entry->Shape.Value)
      Sizes.push_back(Expressions.constant(Value));
    setShape(T, Sizes, ExpressionList(Sizes.size()));
  }
  // What a folded constant lies in is made at run time.
  if (Strided && Folded && Entry->Shape.isSettled() && Entry->Stride.isSettled() &&
      Entry->Shape.Value.size() == Entry->Stride.Value.size()) {
    for (int64_t Value : Entry->Shape.Value)
      T->DeclaredSizes.push_back(Expressions.constant(Value));
    for (int64_t Value : Entry->Stride.Value)
      T->DeclaredStrides.push_back(Expressions.constant(Value));
    setShape(T, T->DeclaredSizes, T->DeclaredStrides);
  }
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
  bool HandsOn = handsTensorOn(Name) || Name == "move" || Name == "forward" ||
                 Name == "get_data_ptr_wrapper" || Name == "c_to_arrayref_tensor";
  if (Call->getNumArgs() == 1 && HandsOn)
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
    viewOperation(Call, Name, Base, Call->getArg(0))
        .Operands.push_back({T, nullptr, true, OperandRole::Made});
    return Made[Call] = T;
  }
  if (Name == "scalar_to_tensor_handle") {
    Tensor *T = newResult(Call, DeviceType::Cpu, {});
    if (Call->getNumArgs() == 1)
      declareDtype(T, dtypeOfType(stripWrappers(Call->getArg(0))->getType(), Context));
    setShape(T, {}, {});
    operation(Operation::Kind::Allocation, Call, Name, DeviceType::Cpu)
        .Operands.push_back({T, nullptr, true, OperandRole::Made});
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

} // namespace aoti
