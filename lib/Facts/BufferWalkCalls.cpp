#include "Facts/BufferWalk.h"
#include "Facts/KernelFacts.h"
#include "Facts/StreamValue.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

Operation &BufferWalk::operation(Operation::Kind K, const CallExpr *Call, StringRef Callee,
                                 DeviceType Device) {
  Operation &O = Out.Operations.emplace_back();
  O.K = K;
  O.Call = Call;
  O.Callee = Callee.str();
  O.Device = Device;
  O.In = CurrentRegion;
  Out.OperationByCall.try_emplace(Call, &O);
  return O;
}

void BufferWalk::use(TensorUse::Kind K, const Expr *Argument, Operation &By) {
  SmallVector<Tensor *, 4> Found;
  collectTensors(Argument, Found);
  for (Tensor *T : Found) {
    By.Operands.push_back({T, Argument});
    Out.Uses.push_back({K, T, By.Call, By.Callee, By.Device, &By, Argument});
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
    O.Operands.push_back({Base, Argument, false, OperandRole::Read});
  return O;
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

void BufferWalk::output(Tensor *T, const Expr *At, const Expr *Slot, const Operation *By) {
  TensorUse U;
  U.K = TensorUse::Kind::Output;
  U.T = T;
  U.At = At;
  U.By = By;
  if (std::optional<int64_t> Number =
          Slot ? integerLiteral(stripWrappers(Slot), Context) : std::nullopt;
      Number && *Number >= 0 && *Number < (1 << 24))
    U.Slot = static_cast<int>(*Number);
  Out.Uses.push_back(std::move(U));
}

void BufferWalk::bindOut(const Expr *Argument, Tensor *T, Operation &By) {
  By.Operands.push_back({T, Argument, true, OperandRole::Made});
  if (const VarDecl *V = outVariable(Argument)) {
    setTensor(V, T);
    event(HandleEvent::Kind::Assign, V, T, Argument->getSourceRange());
    return;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(Argument));
  if (Unary && Unary->getOpcode() == UO_AddrOf)
    if (auto [Base, Idx] = subscript(stripWrappers(Unary->getSubExpr()));
        Base && isOutputArray(namedArray(Base)))
      output(T, Argument, Idx, &By);
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
    if (std::optional<unsigned> I = streamArgumentIndex(Call))
      O.Stream = Call->getArg(*I);
    useArguments(TensorUse::Kind::Launch, O);
    if (Name == "launchKernel")
      describeKernelLaunch(O);
    else
      describeHelperLaunch(O);
    return;
  }
  if (Name.starts_with("assert_")) {
    if (Name == "assert_size_stride" && Call->getNumArgs() >= 3)
      if (Tensor *T = tensorOf(Call->getArg(0))) {
        // Torch 2.15 says the dtype that the compiler expects too.
        if (T->Dtype.empty() && Call->getNumArgs() >= 5)
          T->Dtype = torchConstantName(Call->getArg(4), "dtype").str();
        Tensor *Root = dimensionRoot(T);
        if (auto Sizes = array(Call->getArg(1)), Strides = array(Call->getArg(2));
            Sizes && Strides && Sizes->size() == Strides->size()) {
          assertShape(Root, *Sizes, *Strides);
        }
        if (Call->getNumArgs() >= 5)
          declareDtype(T, torchConstantName(Call->getArg(4), "dtype"));
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
  if (handsTensorOn(Name) || Name == "get_data_ptr_wrapper" || Name == "c_to_arrayref_tensor" ||
      Name == "steal_from_raw_handles_to_raii_handles" || Name == "is_non_zero" ||
      Name == "check_input")
    return;
  bool IsCpuKernel =
      isCpuKernelName(Name) ||
      (F->isExternC() && !F->getBuiltinID() &&
       isGenerated(F->getLocation(), Context.getSourceManager(), Facts.dialect().GeneratedBegin));
  if (IsCpuKernel) {
    Operation &O = operation(Operation::Kind::CpuKernel, Call, Name, DeviceType::Cpu);
    useArguments(TensorUse::Kind::CpuKernel, O);
    describeCpuKernel(O);
  } else {
    useArguments(TensorUse::Kind::Other, operation(Operation::Kind::Other, Call, Name));
  }
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
  if (Short.ends_with("_view_as_real") && NumArgs == 2) {
    if (Tensor *Base = tensorOf(Call->getArg(0)))
      bindOut(Call->getArg(1), viewAsReal(Call, Base),
              viewOperation(Call, Name, Base, Call->getArg(0)));
    return;
  }
  if ((Short == "clone" || Short == "clone_preserve_strides") && NumArgs == 2) {
    Tensor *Source = tensorOf(Call->getArg(0));
    Operation &O = operation(Operation::Kind::Copy, Call, Name);
    use(TensorUse::Kind::CopyFrom, Call->getArg(0), O);
    describeShim(O);
    Tensor *T =
        newResult(Call, Source && Source->In ? Source->In->Device : DeviceType::Unknown, {});
    if (Source) {
      declareDtype(T, Source->Dtype);
      T->Like = Source;
      DimensionRoots[T] = dimensionRoot(Source);
    }
    bindOut(Call->getArg(1), T, O);
    return;
  }
  if (Short == "copy_" && NumArgs >= 2) {
    Operation &O = operation(Operation::Kind::Copy, Call, Name);
    use(TensorUse::Kind::CopyInto, Call->getArg(0), O);
    use(TensorUse::Kind::CopyFrom, Call->getArg(1), O);
    describeShim(O);
    return;
  }
  if ((Short == "get_dtype" || Short == "get_device_type") && NumArgs == 2) {
    if (Tensor *T = tensorOf(Call->getArg(0)))
      if (const VarDecl *V = outVariable(Call->getArg(1)))
        Properties[V] = {T, Short == "get_device_type"};
    return;
  }
  if (NumArgs > 1 && (Short == "get_size" || Short == "get_sizes"))
    noteTested(tensorOf(Call->getArg(0)), std::nullopt);
  if (NumArgs > 1 && Short == "get_dim")
    if (ElsewhereTested *Of = elsewhere(tensorOf(Call->getArg(0))))
      Of->Rank = true;
  if (Short.starts_with("item_") && NumArgs == 2) {
    Operation &O = operation(Operation::Kind::Item, Call, Name);
    use(TensorUse::Kind::Item, Call->getArg(0), O);
    describeShim(O);
    const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(Call->getArg(1)));
    const VarDecl *V = Unary ? referredVariable(Unary->getSubExpr()) : nullptr;
    if (V && V->getType()->isIntegerType() && !V->getType()->isBooleanType()) {
      StringRef Symbol = V->getName();
      Symbol.consume_back("_raw");
      setInteger(V,
                 newSymbol(Symbol, SizeSymbol::Origin::Item, Range::all(), Call->getSourceRange()));
      Out.Symbols.back().Source = tensorOf(Call->getArg(0));
      Out.Symbols.back().Bits = Context.getTypeSize(V->getType());
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
  } else if (Short == "mps_run_command_block") {
    K = TensorUse::Kind::Launch;
    Does = Operation::Kind::Launch;
    Device = DeviceType::Mps;
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
  if (Does == Operation::Kind::Launch)
    describeMetalLaunch(O);
  else if (Does == Operation::Kind::Proxy)
    describeProxyCall(O);
  else
    describeShim(O);

  if (K == TensorUse::Kind::Check)
    return;
  // Such a tensor has another storage afterwards, or a storage of another size.
  if ((Short.contains("resize") || Short.contains("set_source") || Short.contains("set__source")) &&
      NumArgs > 0)
    if (Tensor *T = tensorOf(Call->getArg(0)))
      for (const Storage *S : BufferFacts::storagesOf(*T))
        const_cast<Storage *>(S)->Elements = Expression();
  SmallVector<Tensor *, 2> Results;
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
      Tensor *T = newResult(Call, Device, Own);
      if (Short == "new_uninitialized_tensor")
        Uninitialized.insert(T);
      Results.push_back(T);
      bindOut(Argument, T, O);
    }
  }
  if (Device != DeviceType::Unknown)
    describeResults(Call, Short.split('_').second, Device, Results);
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
      // What a loop carries may be something that is not followed.
      for (Loop &L : Loops)
        if (auto It = L.Merged.find(V); It != L.Merged.end())
          It->second->Sources.push_back(newTensor(Tensor::Kind::Merged, nullptr, nullptr));
      setTensor(V, nullptr);
    }
    if (V->getType()->isIntegerType())
      setInteger(V, evaluate(Value));
    return;
  }
  StringRef Name;
  const Expr *Slot = nullptr;
  if (auto [Base, Idx] = subscript(Left); Base) {
    Name = namedArray(Base);
    Slot = Idx;
  } else if (const auto *Call = dyn_cast<CallExpr>(Left);
             Call && calleeName(Call) == "get" && Call->getNumArgs() == 1) {
    Name = namedArray(Call->getArg(0));
  }
  if (isOutputArray(Name) || Name == "output_arrayref_tensors")
    if (Tensor *T = tensorOf(Value))
      output(T, Whole, Slot);
}

} // namespace aoti
