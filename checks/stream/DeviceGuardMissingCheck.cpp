#include "checks/stream/DeviceGuardMissingCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Facts/StreamValue.h"
#include "Facts/TuFacts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr unsigned MaxDepth = 64;

/// Whether an object of a class keeps a device current: guards of torch and those of projects. A
/// class of another name counts when it is of a project and sets the device itself.
bool isDeviceGuard(QualType T) {
  const CXXRecordDecl *Record = T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  if (!Record)
    return false;
  std::string Name = identifierOf(Record).lower();
  if (const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Record))
    for (const TemplateArgument &Argument : Special->getTemplateArgs().asArray())
      if (Argument.getKind() == TemplateArgument::Type && isDeviceGuard(Argument.getAsType()))
        return true;
  StringRef N = Name;
  bool Scopes = N.contains("guard") || N.contains("scope") || N.contains("switch") ||
                N.contains("context") || N.contains("setter");
  return Scopes && !N.contains("dispatch") &&
         (N.contains("device") || N.contains("cuda") || N.contains("hip") || N.contains("gpu") ||
          N.contains("stream"));
}

/// Whether a call makes a device current, or makes sure that it is.
bool setsDevice(StringRef Name) {
  std::string Lower = Name.lower();
  StringRef N = Lower;
  if (N.contains("device") &&
      (N.contains("set") || N.contains("exchange") || N.contains("switch") ||
       N.contains("guard")) &&
      !N.contains("offset") && !N.contains("properties") && !N.contains("limit") &&
      !N.contains("config") && !N.contains("flags"))
    return true;
  return N == "cuctxsetcurrent" || N == "cuctxpushcurrent" || N == "set_index" || N == "cudaguard";
}

struct DeviceSetter : RecursiveASTVisitor<DeviceSetter> {
  bool Found = false;
  bool VisitCallExpr(CallExpr *Call) { return !(Found |= setsDevice(calleeName(Call))); }
};

/// Whether a function is one of CUDA or of its libraries, of torch or of the standard library.
bool isOfLibrary(const FunctionDecl *F) {
  StringRef Name = identifierOf(F);
  for (StringRef Prefix : {"cuda", "cublas", "cudnn", "cusparse", "cusolver", "curand", "cufft",
                           "nccl", "hip", "rocblas", "miopen", "nv"})
    if (Name.starts_with(Prefix))
      return true;
  if (Name.size() > 2 && Name.starts_with("cu") && llvm::isUpper(Name[2]))
    return true;
  for (const DeclContext *At = F->getDeclContext(); At; At = At->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(At))
      for (StringRef Library : {"at", "c10", "torch", "std", "cub", "thrust", "cutlass", "cute"})
        if (Space->getName() == Library)
          return true;
  return false;
}

struct DataPointerFinder : RecursiveASTVisitor<DataPointerFinder> {
  bool Found = false;
  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    Found |= (Name == "data_ptr" || Name == "mutable_data_ptr" || Name == "const_data_ptr") &&
             calledObject(Call) && tensorReference(calledObject(Call));
    return !Found;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V->isLocalVarDecl() && V->getType()->isPointerType() && V->getInit() &&
        !isa<DeclRefExpr>(stripWrappers(V->getInit())))
      TraverseStmt(const_cast<Expr *>(V->getInit()));
    return !Found;
  }
};

/// What a place does on a device.
struct DeviceWork {
  const Expr *At = nullptr;
  /// "launches 'k'", "allocates device memory with 'cudaMalloc'".
  std::string What;
};

/// Walks through a kernel and what it calls, in the order of the text, up to the first work without
/// a guard.
class GuardWalk {
public:
  explicit GuardWalk(const ASTContext &Context) : Context(Context) {}

  DeviceWork Found;
  /// The calls that lead to the work, from the kernel on.
  SmallVector<const Expr *, 4> Path;

  void run(const FunctionDecl *Kernel) { function(Kernel); }

private:
  bool isDone() const { return Found.At || IsGuarded; }

  void function(const FunctionDecl *F) {
    if (Path.size() > MaxDepth || !Visited.insert(F).second)
      return;
    bool Before = HasGuard;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Initializer : Constructor->inits())
        walk(Initializer->getInit());
    walk(F->getBody());
    // What guards a part of a function may be what sets the device for its caller.
    HasGuard = Before;
    IsGuarded = HasGuard || IsSet;
  }

  void walk(const Stmt *S) {
    if (!S || isDone())
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      bool Before = HasGuard;
      for (const Stmt *Child : Block->body())
        walk(Child);
      if (!Found.At) {
        HasGuard = Before;
        IsGuarded = HasGuard || IsSet;
      }
      return;
    }
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          variable(V);
      return;
    }
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      walk(Lambda->getBody());
      return;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && Lambdas.count(V))
        if (Visited.insert(Lambdas[V]->getCallOperator()).second)
          walk(Lambdas[V]->getBody());
      return;
    }
    if (const auto *Comparison = dyn_cast<BinaryOperator>(S);
        Comparison && Comparison->isEqualityOp())
      for (const Expr *Side : {Comparison->getLHS(), Comparison->getRHS()})
        if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(Side));
            Call && calleeName(Call) == "current_device")
          set();
    for (const Stmt *Child : S->children())
      walk(Child);
    if (isDone())
      return;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      call(Call);
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      if (isDeviceGuard(Construct->getType()))
        guard();
      else
        follow(Construct);
    }
  }

  void variable(const VarDecl *V) {
    const Expr *Init = V->getInit();
    const Expr *Stripped = Init ? stripWrappers(Init) : nullptr;
    while (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Stripped)) {
      if (Construct->getNumArgs() != 1)
        break;
      Stripped = stripWrappers(Construct->getArg(0));
    }
    if (const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Stripped)) {
      Lambdas[V] = Lambda;
      return;
    }
    walk(Init);
    if (isDeviceGuard(V->getType()))
      guard();
  }

  void guard() {
    HasGuard = true;
    IsGuarded = true;
  }
  void set() {
    IsSet = true;
    IsGuarded = true;
  }

  void call(const CallExpr *Call) {
    StringRef Name = calleeName(Call);
    const FunctionDecl *F = calledPattern(Call);
    if (isa<CUDAKernelCallExpr>(Call)) {
      work(Call, "launches " + (Name.empty() ? std::string("a kernel") : "'" + Name.str() + "'"));
      return;
    }
    if (Name == "cudaConfigureCall")
      return;
    if (setsDevice(Name)) {
      set();
      return;
    }
    static constexpr StringRef Launches[] = {"cudaLaunchKernel",
                                             "cudaLaunchKernelEx",
                                             "cudaLaunchKernelExC",
                                             "cudaLaunchCooperativeKernel",
                                             "cuLaunchKernel",
                                             "cuLaunchKernelEx",
                                             "cuLaunchCooperativeKernel",
                                             "hipLaunchKernel",
                                             "hipModuleLaunchKernel",
                                             "hipExtLaunchKernel"};
    static constexpr StringRef Allocations[] = {"cudaMalloc", "cudaMallocAsync", "cudaMallocPitch",
                                                "hipMalloc", "hipMallocAsync"};
    if (llvm::is_contained(Launches, Name)) {
      work(Call, "launches a kernel with '" + Name.str() + "'");
      return;
    }
    if (llvm::is_contained(Allocations, Name)) {
      work(Call, "allocates memory of the device with '" + Name.str() + "'");
      return;
    }
    if (passedArguments(Call, Context).Callee) {
      follow(Call);
      return;
    }
    if (F && isLauncher(Call, F))
      work(Call, "launches '" + Name.str() + "'");
  }

  /// Whether a function whose body is elsewhere puts work on a stream and knows of no device: it is
  /// given a stream and data of tensors, and nothing that says where these are.
  bool isLauncher(const CallExpr *Call, const FunctionDecl *F) const {
    SourceLocation At = Context.getSourceManager().getFileLoc(F->getLocation());
    if (isa<CXXMethodDecl>(F) || isOfLibrary(F) || At.isInvalid() ||
        Context.getSourceManager().isInSystemHeader(At))
      return false;
    std::optional<unsigned> Stream = streamArgumentIndex(Call);
    if (!Stream || *Stream >= F->getNumParams() ||
        !isStreamType(F->getParamDecl(*Stream)->getType()))
      return false;
    bool HasData = false;
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const Expr *Argument = Call->getArg(I);
      if (I == *Stream)
        continue;
      QualType T = Argument->getType();
      if (!T.isNull() && !T->isDependentType() && T->isRecordType())
        return false; // a tensor, a device, or what may hold one
      if (I < F->getNumParams() &&
          StringRef(identifierOf(F->getParamDecl(I)).lower()).contains("dev"))
        return false;
      DataPointerFinder Finder;
      Finder.TraverseStmt(const_cast<Expr *>(Argument));
      HasData |= Finder.Found;
    }
    return HasData;
  }

  void follow(const Expr *CallOrConstruction) {
    const FunctionDecl *Callee = passedArguments(CallOrConstruction, Context).Callee;
    if (!Callee || isDeviceCode(Callee))
      return;
    Path.push_back(CallOrConstruction);
    function(Callee);
    if (Found.At)
      return;
    Path.pop_back();
    DeviceSetter Setter;
    Setter.TraverseStmt(Callee->getBody());
    if (Setter.Found)
      set();
  }

  void work(const Expr *At, std::string What) { Found = {At, std::move(What)}; }

  const ASTContext &Context;
  /// A guard lives, the device was set; either of them.
  bool HasGuard = false, IsSet = false, IsGuarded = false;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Visited;
  llvm::DenseMap<const VarDecl *, const LambdaExpr *> Lambdas;
};

/// A tensor parameter to take the device from; empty if there is none.
std::string firstTensor(const FunctionDecl *F) {
  for (const ParmVarDecl *P : F->parameters())
    if (isTensorOrOptional(P->getType()) && identifierOf(P) != "")
      return identifierOf(P).str();
  return {};
}

} // namespace

void DeviceGuardMissingCheck::checkUnit(ASTContext &Context) {
  std::shared_ptr<TuFacts> Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  struct Unguarded {
    const OperatorKernel *Kernel;
    /// Where it is reported: the work, or the call in this file that leads to a header with it.
    const Expr *At;
    DeviceWork Work;
    SmallVector<const Expr *, 4> Path;
  };
  // Kernels that share a launch are told of at once.
  std::map<SourceLocation, std::vector<Unguarded>> ByPlace;
  std::vector<OperatorKernel> Kernels = operatorKernels(*Facts);
  for (const OperatorKernel &Kernel : Kernels) {
    if (!Kernel.runsOnGpu())
      continue;
    GuardWalk Walk(Context);
    Walk.run(Kernel.Function);
    if (!Walk.Found.At || hostFunctionsOf(Kernel.Function, Context).empty())
      continue;
    const Expr *At = Walk.Found.At;
    for (const Expr *Step : llvm::reverse(Walk.Path))
      if (!SM.isInMainFile(SM.getFileLoc(At->getBeginLoc())))
        At = Step;
    ByPlace[SM.getFileLoc(At->getBeginLoc())].push_back(
        {&Kernel, At, std::move(Walk.Found), std::move(Walk.Path)});
  }
  for (const auto &[Place, Reached] : ByPlace) {
    const Unguarded &First = Reached.front();
    const FunctionDecl *Kernel = First.Kernel->Function;
    std::string Tensor = firstTensor(Kernel);
    CodeFinding F;
    F.At = charRange(First.At->getSourceRange(), Context);
    F.Message = "the kernel of '" + First.Kernel->Operator + "' " + First.Work.What +
                " with no device guard: when its tensors are on another GPU than the current one, "
                "the work goes to the wrong device (invalid resource handle, illegal memory "
                "access, or wrong results); begin " +
                shownFunctionName(Kernel) + " with 'const c10::cuda::CUDAGuard guard(" +
                (Tensor.empty() ? "device" : Tensor + ".device()") + ")'";
    auto NameOf = [&](const FunctionDecl *Function) {
      return charRange(Function->getNameInfo().getSourceRange(), Context);
    };
    F.Notes.push_back({NameOf(Kernel), "torch calls this for '" + First.Kernel->Operator +
                                           "', on whatever device is current"});
    for (const Unguarded &Other : llvm::ArrayRef(Reached).drop_front().take_front(3))
      F.Notes.push_back(
          {NameOf(Other.Kernel->Function),
           "the kernel of '" + Other.Kernel->Operator + "' comes here without one too"});
    F.Flow.push_back({NameOf(Kernel), "torch calls this kernel"});
    for (const Expr *Step : First.Path)
      F.Flow.push_back({charRange(Step->getSourceRange(), Context), "which calls this"});
    F.Flow.push_back(
        {charRange(First.Work.At->getSourceRange(), Context), "which needs the device here"});
    report(F, Context);
  }
}

} // namespace aoti
