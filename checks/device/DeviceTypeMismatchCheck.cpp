#include "checks/device/DeviceTypeMismatchCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "checks/device/TensorDevice.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// What a helper that launches a kernel does with its parameters.
struct LaunchHelper : RecursiveASTVisitor<LaunchHelper> {
  /// Whether it hands a kernel to the driver of a GPU, or to the launcher of Triton for the CPU.
  bool LaunchesOnGpu = false, LaunchesOnCpu = false;
  /// Parameters whose address the kernel gets, and those that the host reads.
  llvm::SmallPtrSet<const ParmVarDecl *, 8> Addressed, Read;

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    if (Name == "launchKernel")
      LaunchesOnGpu = true;
    else if (Name.starts_with("loadCpuTriton"))
      LaunchesOnCpu = true;
    else if (Name.starts_with("aoti_torch_item_") && Call->getNumArgs() > 0)
      Read.insert(parameter(Call->getArg(0)));
    if (memberName(Call) == "data_ptr")
      if (const Expr *Object = memberObject(Call))
        Addressed.insert(parameter(Object));
    return true;
  }

private:
  static const ParmVarDecl *parameter(const Expr *E) {
    return dyn_cast_or_null<ParmVarDecl>(namedVariable(E));
  }
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

bool isPinned(const Tensor &T) {
  return llvm::any_of(BufferFacts::storagesOf(T), [](const Storage *S) {
    return S->Call && calleeName(S->Call).contains("pinned");
  });
}

class MismatchFinder {
public:
  MismatchFinder(ASTContext &Context, TuFacts &Facts,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Facts(Facts), Report(Report) {}

  void check(const FunctionBuffers &Buffers) {
    for (const Operation &O : Buffers.Operations)
      switch (O.K) {
      case Operation::Kind::Launch:
        checkLaunch(Buffers, O);
        break;
      case Operation::Kind::CpuKernel:
        checkCpuKernel(Buffers, O);
        break;
      case Operation::Kind::Shim:
        checkShim(Buffers, O);
        break;
      default:
        break;
      }
  }

private:
  using Wrong = llvm::SmallVector<const Operand *, 2>;

  const LaunchHelper &helper(const FunctionDecl *F) {
    auto [It, IsNew] = Helpers.try_emplace(F);
    if (IsNew && F->getBody())
      It->second.TraverseStmt(F->getBody());
    return It->second;
  }

  void checkLaunch(const FunctionBuffers &Buffers, const Operation &O) {
    const FunctionDecl *F = O.Call->getDirectCallee();
    if (F && F->getTemplateInstantiationPattern())
      F = F->getTemplateInstantiationPattern();
    const LaunchHelper *Helper = nullptr;
    bool OnGpu = isGpu(O.Device), OnCpu = false;
    if (F && O.Callee != "launchKernel") {
      const FunctionDecl *Definition = nullptr;
      if (!F->getBody(Definition))
        return;
      F = Definition;
      Helper = &helper(F);
      OnGpu &= Helper->LaunchesOnGpu;
      OnCpu = Helper->LaunchesOnCpu;
      if (OnGpu && OnCpu)
        return;
    }
    if (!OnGpu && !OnCpu)
      return;
    Wrong Found;
    for (const Operand &Op : O.Operands) {
      if (Op.IsResult || !Op.T || !Op.Argument || !isAddressed(O, Op, F, Helper))
        continue;
      DeviceType D = certainDevice(Buffers, *Op.T);
      if (OnGpu ? D == DeviceType::Cpu && !isPinned(*Op.T)
                : D != DeviceType::Unknown && D != DeviceType::Cpu)
        Found.push_back(&Op);
    }
    report(Buffers, O, Found, OnGpu ? O.Device : DeviceType::Cpu);
  }

  /// Whether the kernel gets the address of an operand.
  static bool isAddressed(const Operation &O, const Operand &Op, const FunctionDecl *F,
                          const LaunchHelper *Helper) {
    if (!Helper)
      return givesAddress(Op.Argument);
    for (unsigned I = 0; I < O.Call->getNumArgs() && I < F->getNumParams(); ++I)
      if (O.Call->getArg(I) == Op.Argument) {
        const ParmVarDecl *P = F->getParamDecl(I);
        return Helper->Addressed.contains(P) && !Helper->Read.contains(P);
      }
    return false;
  }

  void checkCpuKernel(const FunctionBuffers &Buffers, const Operation &O) {
    const FunctionDecl *F = O.Call->getDirectCallee();
    if (!F || !F->getReturnType()->isVoidType() || O.Stream)
      return;
    // A kernel takes pointers to elements and integers.
    for (const ParmVarDecl *P : F->parameters()) {
      QualType T = P->getType().getCanonicalType();
      if (!T->isArithmeticType() &&
          !(T->isPointerType() && !T->getPointeeType()->isVoidPointerType() &&
            !T->getPointeeType()->isIncompleteType()))
        return;
    }
    Wrong Found;
    for (const Operand &Op : O.Operands)
      if (!Op.IsResult && Op.T && Op.Argument && givesAddress(Op.Argument))
        if (DeviceType D = certainDevice(Buffers, *Op.T);
            D != DeviceType::Unknown && D != DeviceType::Cpu)
          Found.push_back(&Op);
    report(Buffers, O, Found, DeviceType::Cpu);
  }

  void checkShim(const FunctionBuffers &Buffers, const Operation &O) {
    DeviceType Own = O.Device == DeviceType::Hip ? DeviceType::Cuda : O.Device;
    ShimDevice Treats = shimDevice(O.Callee);
    if (Treats == ShimDevice::Any || isCustom(O.Call))
      return;
    Wrong Found;
    for (const Operand &Op : O.Operands)
      if (!Op.IsResult && Op.T)
        if (DeviceType D = certainDevice(Buffers, *Op.T); D != DeviceType::Unknown && D != Own)
          if (Treats == ShimDevice::Own || hasDimensions(Buffers, Facts.buffers(), *Op.T))
            Found.push_back(&Op);
    report(Buffers, O, Found, Own);
  }

  /// A shim that the wrapper declares itself belongs to a custom operator, which may be named like
  /// one of torch.
  bool isCustom(const CallExpr *Call) const {
    const FunctionDecl *F = Call->getDirectCallee();
    const SourceManager &SM = Context.getSourceManager();
    return F && SM.isInMainFile(SM.getExpansionLoc(F->getCanonicalDecl()->getLocation()));
  }

  void report(const FunctionBuffers &Buffers, const Operation &O, const Wrong &Found,
              DeviceType Runs) {
    if (Found.empty() || !Reported.insert(O.Call).second)
      return;
    llvm::SmallVector<const Tensor *, 4> Named;
    std::vector<std::string> Names;
    DeviceType Lives = certainDevice(Buffers, *Found[0]->T);
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(O.Call->getSourceRange(), Context);
    for (const Operand *Op : Found) {
      if (llvm::is_contained(Named, Op->T))
        continue;
      Named.push_back(Op->T);
      std::string Name = tensorText(*Op);
      Names.push_back(Name);
      explain(Buffers, *Op->T, Name, F);
    }
    std::string Callee = "'" + O.Callee + "'";
    std::string Tensors = llvm::join(Names, " and ");
    std::string Verb = Names.size() == 1 ? "lives" : "live";
    std::string On = deviceText(Lives), Device = deviceText(Runs);
    bool IsShim = O.K == Operation::Kind::Shim;
    F.Message = Callee + " works on " + Device + " and gets " + (IsShim ? "" : "the address of ") +
                Tensors + ", which " + Verb + " on " + On + ": ";
    if (IsShim && Runs == DeviceType::Cpu)
      F.Message += "the call fails or takes a device pointer for one of the host (segmentation "
                   "fault) on every run";
    else if (IsShim)
      F.Message += "the call fails on every run (expected all tensors to be on the same device)";
    else if (Runs == DeviceType::Cpu)
      F.Message +=
          "it takes a device pointer for one of the host (segmentation fault) on every run";
    else
      F.Message += "it takes a host pointer for one of the device (illegal memory access) on every "
                   "run";
    F.Message += "; ";
    // Where nothing lies on the device of the shim, it is the shim that is wrong.
    std::string Other;
    if (IsShim && llvm::none_of(O.Operands, [&](const Operand &Op) {
          return !Op.IsResult && certainDevice(Buffers, *Op.T) == Runs;
        }))
      Other = otherShim(O.Callee, Lives);
    F.Message += "copy " + Tensors + " to " + Device + " before this call";
    if (!Other.empty())
      F.Message += ", or call '" + Other + "'";
    F.Flow.push_back({F.At, Callee + " works on " + Device});
    Report(F);
  }

  /// The shim of the same operation for another device.
  static std::string otherShim(StringRef Callee, DeviceType D) {
    StringRef Rest = Callee;
    Rest.consume_front("aoti_torch_");
    Rest = Rest.split('_').second;
    if (Rest.starts_with("mkldnn") || Rest.starts_with("set_") || Rest.starts_with("_") ||
        D == DeviceType::Unknown || D == DeviceType::Other)
      return {};
    return ("aoti_torch_" + deviceTypeName(D) + "_" + Rest).str();
  }

  /// Says where a tensor got to its device, and what it was made of on the way.
  void explain(const FunctionBuffers &Buffers, const Tensor &T, StringRef Name, CodeFinding &F) {
    for (const Storage *S : BufferFacts::storagesOf(T)) {
      std::string On = deviceText(certainDevice(Buffers, T));
      std::string What;
      switch (S->From) {
      case Storage::Origin::Input:
        What = "input " + std::to_string(S->Index) + " is taken here, and is to be on " + On;
        break;
      case Storage::Origin::Allocation:
        What = "memory is allocated on " + On + " here";
        break;
      default:
        What = "made on " + On + " here";
        break;
      }
      if (!S->Name.empty() && Name != "'" + S->Name + "'")
        What += " as '" + S->Name + "'";
      What = Name.str() + ": " + What;
      CharSourceRange At = charRange(S->At, Context);
      if (!At.isValid())
        continue;
      F.Notes.push_back({At, What});
      F.Flow.push_back({At, What});
    }
  }

  ASTContext &Context;
  TuFacts &Facts;
  llvm::function_ref<void(const CodeFinding &)> Report;
  llvm::DenseMap<const FunctionDecl *, LaunchHelper> Helpers;
  llvm::SmallPtrSet<const CallExpr *, 16> Reported;
};

} // namespace

void DeviceTypeMismatchCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  MismatchFinder Finder(Context, *Facts, Report);
  for (const FunctionBuffers &Buffers : Facts->buffers().functions())
    Finder.check(Buffers);
}

} // namespace aoti
