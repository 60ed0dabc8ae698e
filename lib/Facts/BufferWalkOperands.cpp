#include "Facts/BufferWalk.h"
#include "Facts/ExternNodes.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// The names of generated tensor types, through references, pointers to handles and sugar.
bool isTensorType(QualType T) {
  if (T.isNull())
    return false;
  for (unsigned I = 0; I < 8; ++I) {
    T = T.getNonReferenceType();
    if (const auto *Typedef = T->getAs<TypedefType>()) {
      StringRef Name = Typedef->getDecl()->getName();
      if (Name == "AtenTensorHandle" || Name == "ConstAtenTensorHandle" || Name == "CUdeviceptr" ||
          Name == "hipDeviceptr_t")
        return true;
    }
    if (StringRef Record = recordName(T); T->isRecordType())
      return Record == "RAIIAtenTensorHandle" || Record == "ConstantHandle" ||
             Record == "MaybeOwningAtenTensorHandle" || Record == "ArrayRefTensor" ||
             Record == "AtenTensorOpaque";
    if (!T->isPointerType())
      return false;
    T = T->getPointeeType();
  }
  return false;
}

const ParmVarDecl *parameter(const FunctionDecl *F, unsigned I) {
  return F && I < F->getNumParams() && !F->getParamDecl(I)->isParameterPack() ? F->getParamDecl(I)
                                                                              : nullptr;
}

/// What the names of Inductor's own kernels say: `in_ptr0`, `out_ptr1`, `in_out_ptr0`, `ws_ptr`.
OperandRole roleOfKernelParameter(StringRef Name) {
  if (Name.starts_with("in_out_ptr") || Name.starts_with("ws_ptr") || Name.starts_with("sem_ptr") ||
      Name.starts_with("workspace") || Name.starts_with("semaphores"))
    return OperandRole::Both;
  if (Name.starts_with("in_ptr"))
    return OperandRole::Read;
  if (Name.starts_with("out_ptr"))
    return OperandRole::Written;
  return OperandRole::Unknown;
}

/// What the model needs to launch a kernel, and the kernel does not get.
bool isLaunchMachinery(StringRef Parameter) {
  return Parameter == "device_idx_" || Parameter == "stream_" || Parameter == "kernels_" ||
         Parameter == "cubin_dir_";
}

} // namespace

void BufferWalk::collectUnresolved(const Expr *E, SmallVectorImpl<const Expr *> &Found,
                                   unsigned Depth) {
  if (!E || Depth > 32)
    return;
  E = stripWrappers(E);
  if (isNullArgument(E) || tensorOf(E))
    return;
  if (const VarDecl *V = referredVariable(E); V && Groups.count(V)) {
    if (const Expr *Init = V->getInit())
      collectUnresolved(Init, Found, Depth + 1);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Member = memberName(Call);
    if ((Member == "data" || Member == "cbegin" || Member == "begin") && memberObject(Call)) {
      const Expr *Object = stripWrappers(memberObject(Call));
      if (isTensorType(Object->getType()))
        Found.push_back(E);
      else
        collectUnresolved(Object, Found, Depth + 1);
      return;
    }
    if (Member == "data_ptr" || isTensorType(E->getType()))
      Found.push_back(E);
    return;
  }
  if (isa<InitListExpr, CXXStdInitializerListExpr, ParenListExpr>(E)) {
    for (const Stmt *Child : E->children())
      if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
        collectUnresolved(Inner, Found, Depth + 1);
    return;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (isTensorType(E->getType())) {
      if (Construct->getNumArgs() > 0)
        Found.push_back(E);
      return;
    }
    for (const Expr *Argument : Construct->arguments())
      collectUnresolved(Argument, Found, Depth + 1);
    return;
  }
  const Expr *Named = E;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
    Named = stripWrappers(Unary->getSubExpr());
  const VarDecl *V = referredVariable(Named);
  if (!V || !isTensorType(V->getType()))
    return;
  // Handles that the call fills, and arguments that are left out.
  if (Named != E && outVariable(E))
    return;
  if (const Expr *Init = V->getInit(); Init && isNullArgument(Init))
    return;
  Found.push_back(E);
}

void BufferWalk::describeArguments(Operation &O,
                                   llvm::function_ref<OperandRole(const Operand &)> Role,
                                   bool WithScalars) {
  const FunctionDecl *F = calledPattern(O.Call);
  size_t Next = 0;
  for (unsigned I = 0; I < O.Call->getNumArgs(); ++I) {
    const Expr *Argument = O.Call->getArg(I);
    const ParmVarDecl *P = parameter(F, I);
    bool IsTensor = false;
    for (; Next < O.Operands.size() && O.Operands[Next].Argument == Argument; ++Next) {
      Operand &Given = O.Operands[Next];
      IsTensor = true;
      Given.Parameter = identifierOf(P);
      if (Given.Role == OperandRole::Unknown)
        Given.Role = Role(Given);
    }
    collectUnresolved(Argument, O.Unresolved);
    if (!WithScalars || IsTensor || isa<CXXDefaultArgExpr>(Argument))
      continue;
    QualType Type = Argument->getType();
    if (isLaunchMachinery(identifierOf(P)) || Argument == O.Stream || !Type->isArithmeticType())
      continue;
    O.Scalars.push_back(
        {Argument, identifierOf(P),
         Type->isIntegerType() && !Type->isBooleanType() ? evaluate(Argument) : Expression()});
  }
}

llvm::ArrayRef<StringRef> BufferWalk::mutatedArguments(const FunctionDecl *Helper) {
  auto [It, IsNew] = MutatedNames.try_emplace(Helper);
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Helper->getBody());
  if (!IsNew || !Body || Body->body_empty())
    return It->second;
  StringRef Text = Lexer::getSourceText(
      CharSourceRange::getCharRange(Body->getLBracLoc(), Body->body_front()->getBeginLoc()),
      Context.getSourceManager(), Context.getLangOpts());
  size_t At = Text.find("'mutated_arg_names':");
  if (At == StringRef::npos)
    return It->second;
  StringRef List = Text.substr(At).split('[').second.split(']').first;
  // An empty name stands for a list that is there.
  It->second.push_back(StringRef());
  while (!List.empty()) {
    auto [Name, Rest] = List.split(',');
    It->second.push_back(Name.trim(" '\"\n"));
    List = Rest;
  }
  return It->second;
}

void BufferWalk::describeHelperLaunch(Operation &O) {
  const FunctionDecl *F = calledPattern(O.Call);
  O.Kernel = F ? identifierOf(F) : memberName(O.Call);
  O.Kernel.consume_front("call_");
  describeArguments(
      O,
      [&](const Operand &Given) {
        OperandRole Named = roleOfKernelParameter(Given.Parameter);
        if (Named != OperandRole::Unknown || !F || Given.Parameter.empty())
          return Named;
        llvm::ArrayRef<StringRef> Mutated = mutatedArguments(F);
        if (Mutated.empty())
          return OperandRole::Unknown;
        return llvm::is_contained(Mutated, Given.Parameter) ? OperandRole::Both : OperandRole::Read;
      },
      true);
}

void BufferWalk::describeKernelLaunch(Operation &O) {
  if (O.Call->getNumArgs() > 0) {
    const Expr *Kernel = stripWrappers(O.Call->getArg(0));
    if (const auto *Member = dyn_cast<MemberExpr>(Kernel))
      O.Kernel = identifierOf(Member->getMemberDecl());
    else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Kernel))
      O.Kernel = Member->getMember().isIdentifier()
                     ? Member->getMember().getAsIdentifierInfo()->getName()
                     : StringRef();
    else if (const VarDecl *V = referredVariable(Kernel))
      O.Kernel = identifierOf(V);
  }
  // `launchKernel(kernels.x, x_grid_0.grid_x, …)`, where x_grid_0 is made of three numbers.
  for (unsigned Axis = 0; Axis < 3 && Axis + 1 < O.Call->getNumArgs(); ++Axis) {
    const Expr *Programs = stripWrappers(O.Call->getArg(Axis + 1));
    if (const auto *Member = dyn_cast<MemberExpr>(Programs)) {
      const VarDecl *V = referredVariable(Member->getBase());
      const auto *Made =
          V && V->hasInit() ? dyn_cast<CXXConstructExpr>(stripWrappers(V->getInit())) : nullptr;
      if (!Made || Made->getNumArgs() != 3)
        continue;
      Programs = Made->getArg(Axis);
    }
    if (!Programs->isValueDependent() && !Programs->isTypeDependent())
      O.Grid[Axis] = evaluate(Programs);
  }
  // `void *kernel_args_var_0[] = {&var_0, &var_1};`
  for (const Expr *Argument : O.Call->arguments()) {
    const VarDecl *List = referredVariable(Argument);
    if (!List || !List->getType()->isArrayType() || !List->getInit())
      continue;
    const auto *Init = dyn_cast<InitListExpr>(stripWrappers(List->getInit()));
    if (!Init)
      continue;
    size_t Next = 0;
    while (Next < O.Operands.size() && O.Operands[Next].Argument != Argument)
      ++Next;
    for (const Expr *Element : Init->inits()) {
      const auto *Address = dyn_cast<UnaryOperator>(stripWrappers(Element));
      const VarDecl *V = Address && Address->getOpcode() == UO_AddrOf
                             ? referredVariable(Address->getSubExpr())
                             : nullptr;
      if (Tensor *T = tensorOf(Element)) {
        if (Next < O.Operands.size() && O.Operands[Next].T == T) {
          O.Operands[Next].Element = Element;
          ++Next;
        }
      } else if (V && isTensorType(V->getType())) {
        // A scratch of no bytes is 0.
        if (!V->getInit() || !isNullArgument(V->getInit()))
          O.Unresolved.push_back(Element);
      } else if (V && V->getType()->isArithmeticType()) {
        O.Scalars.push_back(
            {Address->getSubExpr(), StringRef(),
             V->getType()->isIntegerType() ? evaluate(Address->getSubExpr()) : Expression()});
      } else {
        O.Unresolved.push_back(Element);
      }
    }
  }
}

void BufferWalk::describeCpuKernel(Operation &O) {
  const FunctionDecl *F = O.Call->getDirectCallee();
  O.Kernel = identifierOf(F);
  describeArguments(
      O,
      [&](const Operand &Given) {
        QualType Type = Given.Argument->getType();
        if (!Type->isPointerType())
          return OperandRole::Unknown;
        if (Type->getPointeeType().isConstQualified())
          return OperandRole::Read;
        OperandRole Named = roleOfKernelParameter(Given.Parameter);
        return Named == OperandRole::Unknown || Named == OperandRole::Read ? OperandRole::Both
                                                                           : Named;
      },
      true);
}

void BufferWalk::describeMetalLaunch(Operation &O) {
  if (O.Call->getNumArgs() < 3)
    return;
  // `get_mps_lib_0_handle()`
  if (const auto *Getter = dyn_cast<CallExpr>(stripWrappers(O.Call->getArg(0)))) {
    O.Kernel = calleeName(Getter);
    O.Kernel.consume_front("get_");
    O.Kernel.consume_back("_handle");
  }
  // The address of a `std::function` that is made of the lambda that sets the arguments.
  const Expr *E = stripWrappers(O.Call->getArg(2));
  if (const auto *Address = dyn_cast<UnaryOperator>(E))
    E = Address->getSubExpr();
  const VarDecl *V = referredVariable(E);
  auto It = LambdaOperations.find(heldLambda(V ? V->getInit() : E));
  if (It == LambdaOperations.end()) {
    O.Unresolved.push_back(O.Call->getArg(2));
    return;
  }
  for (size_t I = It->second.first; I < It->second.second; ++I) {
    const Operation &Set = Out.Operations[I];
    O.Operands.append(Set.Operands.begin(), Set.Operands.end());
    O.Unresolved.append(Set.Unresolved.begin(), Set.Unresolved.end());
    if (StringRef(Set.Callee).ends_with("_set_arg_int") && Set.Call->getNumArgs() == 3)
      O.Scalars.push_back({Set.Call->getArg(2), StringRef(), evaluate(Set.Call->getArg(2))});
  }
  for (Operand &Given : O.Operands)
    Given.Role = OperandRole::Unknown;
}

void BufferWalk::describeShim(Operation &O) {
  const FunctionDecl *F = O.Call->getDirectCallee();
  // What a custom operator does is in no declaration.
  bool IsCustom = F && Context.getSourceManager().isInMainFile(F->getLocation()) &&
                  Facts.dialect().Kind == SourceKind::Wrapper;
  StringRef Name = O.Callee;
  const Expr *First = O.Call->getNumArgs() > 0 ? O.Call->getArg(0) : nullptr;
  OperandRole OfFirst = OperandRole::Read;
  if (Name.ends_with("_copy_") || Name.ends_with("_zero_") || Name.ends_with("_fill_") ||
      Name.ends_with("_out"))
    OfFirst = OperandRole::Written;
  else if (Name.ends_with("_"))
    OfFirst = OperandRole::Both;
  describeArguments(
      O,
      [&](const Operand &Given) {
        return IsCustom                  ? OperandRole::Unknown
               : Given.Argument == First ? OfFirst
                                         : OperandRole::Read;
      },
      false);
}

void BufferWalk::describeProxyCall(Operation &O) {
  // The outputs come last; those that are no new tensors are inputs that the operator changes, and
  // stand among the inputs too.
  llvm::DenseMap<const Tensor *, unsigned> Times;
  for (const Operand &Given : O.Operands)
    ++Times[Given.T];
  describeArguments(
      O,
      [&](const Operand &Given) {
        if (Uninitialized.count(Given.T))
          return OperandRole::Written;
        return Times[Given.T] > 1 ? OperandRole::Unknown : OperandRole::Read;
      },
      false);
  const std::vector<ExternNode> &Nodes = Facts.externNodes().Nodes;
  const ExternNode *Node = nullptr;
  if (std::optional<int64_t> Number =
          O.Call->getNumArgs() > 1 ? evaluate(O.Call->getArg(1)).constantValue() : std::nullopt;
      Number && *Number >= 0 && static_cast<size_t>(*Number) < Nodes.size())
    Node = &Nodes[static_cast<size_t>(*Number)];
  SmallVector<Tensor *, 4> Made;
  for (const Operand &Given : O.Operands)
    if (Uninitialized.erase(Given.T))
      Made.push_back(const_cast<Tensor *>(Given.T));
  if (Node) {
    O.Kernel = Node->Target;
    describeExternResults(O.Call, *Node, Made);
  }
}

} // namespace aoti
