#include "checks/device/DeviceDemands.h"
#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"
#include "checks/device/TensorDevice.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

struct HelperReader : AstVisitor<HelperReader> {
  explicit HelperReader(DeviceDemands::LaunchHelper &Helper) : Helper(Helper) {}

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    if (Name == "launchKernel")
      Helper.LaunchesOnGpu = true;
    else if (Name.starts_with("loadCpuTriton"))
      Helper.LaunchesOnCpu = true;
    else if (Name.starts_with("aoti_torch_item_") && Call->getNumArgs() > 0)
      Helper.Read.insert(parameter(Call->getArg(0)));
    if (memberName(Call) == "data_ptr")
      if (const Expr *Object = memberObject(Call))
        Helper.Addressed.insert(parameter(Object));
    return true;
  }

private:
  static const ParmVarDecl *parameter(const Expr *E) {
    return dyn_cast_or_null<ParmVarDecl>(namedVariable(E));
  }

  DeviceDemands::LaunchHelper &Helper;
};

/// Whether a pointer into a tensor is among what an argument gives.
bool givesAddress(const Expr *E, unsigned Depth = 0) {
  if (!E || Depth > 16)
    return false;
  E = stripWrappers(E);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return memberName(Call) == "data_ptr" || memberName(Call) == "data" ||
           calleeName(Call) == "get_data_ptr_wrapper";
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && !isa<ParmVarDecl>(V) && V->getInit() && givesAddress(V->getInit(), Depth + 1);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return givesAddress(Unary->getSubExpr(), Depth + 1);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return llvm::any_of(List->inits(),
                        [&](const Expr *Init) { return givesAddress(Init, Depth + 1); });
  return false;
}

/// Whether the kernel gets the address of an operand.
bool isAddressed(const Operation &O, const Operand &Op, const FunctionDecl *F,
                 const DeviceDemands::LaunchHelper *Helper) {
  if (!Helper)
    return givesAddress(Op.Argument);
  for (unsigned I = 0; I < O.Call->getNumArgs() && I < F->getNumParams(); ++I)
    if (O.Call->getArg(I) == Op.Argument) {
      const ParmVarDecl *P = F->getParamDecl(I);
      return Helper->Addressed.contains(P) && !Helper->Read.contains(P);
    }
  return false;
}

} // namespace

StringRef wrongDeviceEffect(const DeviceDemand &D) {
  bool OnHost = D.Runs == DeviceType::Cpu;
  switch (D.Why) {
  case DeviceDemand::Reason::Kernel:
    return OnHost
               ? "it takes a device pointer for one of the host (segmentation fault) on every run"
               : "it takes a host pointer for one of the device (illegal memory access) on every "
                 "run";
  case DeviceDemand::Reason::Shim:
    if (OnHost)
      return "the call fails or takes a device pointer for one of the host (segmentation fault) on "
             "every run";
    break;
  case DeviceDemand::Reason::Together:
  case DeviceDemand::Reason::None:
    break;
  }
  return "the call fails on every run (expected all tensors to be on the same device)";
}

DeviceDemand DeviceDemands::of(const FunctionBuffers &Buffers, const Operation &O) {
  switch (O.K) {
  case Operation::Kind::Launch:
    return ofLaunch(O);
  case Operation::Kind::CpuKernel:
    return ofCpuKernel(O);
  case Operation::Kind::Shim:
    return ofShim(Buffers, O);
  default:
    return {};
  }
}

const DeviceDemands::LaunchHelper &DeviceDemands::helper(const FunctionDecl *F) {
  auto [It, IsNew] = Helpers.try_emplace(F);
  if (IsNew && F->getBody())
    HelperReader(It->second).TraverseStmt(F->getBody());
  return It->second;
}

DeviceDemand DeviceDemands::ofLaunch(const Operation &O) {
  const FunctionDecl *F = O.Call->getDirectCallee();
  if (F && F->getTemplateInstantiationPattern())
    F = F->getTemplateInstantiationPattern();
  const LaunchHelper *Helper = nullptr;
  bool OnGpu = isGpu(O.Device), OnCpu = false;
  if (F && O.Callee != "launchKernel") {
    const FunctionDecl *Definition = nullptr;
    if (!F->getBody(Definition))
      return {};
    F = Definition;
    Helper = &helper(F);
    OnGpu &= Helper->LaunchesOnGpu;
    OnCpu = Helper->LaunchesOnCpu;
  }
  if (OnGpu == OnCpu)
    return {};
  DeviceDemand D{DeviceDemand::Reason::Kernel, OnGpu ? O.Device : DeviceType::Cpu, {}};
  for (const Operand &Op : O.Operands)
    if (!Op.IsResult && Op.T && Op.Argument && isAddressed(O, Op, F, Helper))
      D.Operands.push_back(&Op);
  return D;
}

DeviceDemand DeviceDemands::ofCpuKernel(const Operation &O) const {
  const FunctionDecl *F = O.Call->getDirectCallee();
  if (!F || !F->getReturnType()->isVoidType() || O.Stream)
    return {};
  // A kernel takes pointers to elements and integers.
  for (const ParmVarDecl *P : F->parameters()) {
    QualType T = P->getType().getCanonicalType();
    if (!T->isArithmeticType() &&
        !(T->isPointerType() && !T->getPointeeType()->isVoidPointerType() &&
          !T->getPointeeType()->isIncompleteType()))
      return {};
  }
  DeviceDemand D{DeviceDemand::Reason::Kernel, DeviceType::Cpu, {}};
  for (const Operand &Op : O.Operands)
    if (!Op.IsResult && Op.T && Op.Argument && givesAddress(Op.Argument))
      D.Operands.push_back(&Op);
  return D;
}

DeviceDemand DeviceDemands::ofShim(const FunctionBuffers &Buffers, const Operation &O) const {
  ShimDevice Treats = shimDevice(O.Callee);
  if (Treats == ShimDevice::Any || isCustom(O.Call))
    return {};
  DeviceDemand D{DeviceDemand::Reason::Shim, normalizedDevice(O.Device), {}};
  for (const Operand &Op : O.Operands)
    if (!Op.IsResult && Op.T)
      if (Treats != ShimDevice::Scalar || hasDimensions(Buffers, Facts, *Op.T))
        D.Operands.push_back(&Op);
  if (Treats != ShimDevice::Together)
    return D;
  D.Why = DeviceDemand::Reason::Together;
  D.Runs = DeviceType::Unknown;
  for (const Operand *Op : D.Operands)
    if (DeviceType Lives = certainDevice(Buffers, *Op->T); Lives != DeviceType::Unknown) {
      if (D.Runs != DeviceType::Unknown && D.Runs != Lives)
        return {};
      D.Runs = Lives;
    }
  return D.Runs == DeviceType::Unknown ? DeviceDemand() : D;
}

/// A shim that the wrapper declares itself belongs to a custom operator, which may be named like
/// one of torch.
bool DeviceDemands::isCustom(const CallExpr *Call) const {
  const FunctionDecl *F = Call->getDirectCallee();
  const SourceManager &SM = Context.getSourceManager();
  return F && SM.isInMainFile(SM.getExpansionLoc(F->getCanonicalDecl()->getLocation()));
}

} // namespace aoti
