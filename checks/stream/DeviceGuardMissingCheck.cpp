#include "checks/stream/DeviceGuardMissingCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/KernelAccess.h"
#include "Facts/MetaKernels.h"
#include "Facts/OperatorKernels.h"
#include "Facts/StreamValue.h"
#include "Facts/TorchTypes.h"
#include "Support/ClangCompat.h"
#include "checks/stream/DeviceTest.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <utility>

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

template <typename Visitor> struct DeviceSetterOf : AstVisitor<Visitor> {
  bool Found = false;
  bool VisitCallExpr(CallExpr *Call) { return !(Found |= setsDevice(calleeName(Call))); }
};

struct DeviceSetter : DeviceSetterOf<DeviceSetter> {};

/// Looks for guards too.
struct GuardFinder : DeviceSetterOf<GuardFinder> {
  bool VisitVarDecl(VarDecl *V) { return !(Found |= isDeviceGuard(V->getType())); }
};

/// Whether a function is one of CUDA or of its libraries, of torch or of the standard library.
bool isOfLibrary(const FunctionDecl *F) {
  StringRef Name = identifierOf(F);
  for (StringRef Prefix : {"cu", "cuda", "cublas", "cublasLt", "cudnn", "cusparse", "cusolver",
                           "curand", "cufft", "nccl", "hip", "hipblas", "miopen", "nvtx", "nvrtc"})
    // Projects write their own names in small letters.
    if (Name.starts_with(Prefix) && Name.size() > Prefix.size() &&
        llvm::isUpper(Name[Prefix.size()]))
      return true;
  if (Name.starts_with("rocblas_"))
    return true;
  for (const DeclContext *At = F->getDeclContext(); At; At = At->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(At))
      for (StringRef Library : {"at", "c10", "torch", "std", "cub", "thrust", "cutlass", "cute"})
        if (Space->getName() == Library)
          return true;
  return false;
}

/// Looks for the data of a tensor in an expression, and in what the local pointers in it are
/// initialised with.
class DataPointerFinder : public AstVisitor<DataPointerFinder> {
public:
  bool isIn(const Expr *E) {
    TraverseStmt(const_cast<Expr *>(E));
    for (unsigned I = 0; I < Pointers.size() && !Found; ++I)
      TraverseStmt(const_cast<Expr *>(Pointers[I]->getInit()));
    return Found;
  }

  bool VisitCallExpr(CallExpr *Call) {
    Found |= tensorOfPointer(Call) != nullptr;
    return !Found;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V->isLocalVarDecl() && V->getType()->isPointerType() && V->getInit())
      Pointers.insert(V);
    return true;
  }

private:
  bool Found = false;
  llvm::SmallSetVector<const VarDecl *, 4> Pointers;
};

/// The guard that a statement makes and does not keep: `c10::cuda::CUDAGuard(x.device());`. Null if
/// it makes none.
const Expr *guardOfStatement(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Construct = E ? dyn_cast<CXXConstructExpr>(stripWrappers(E)) : nullptr;
  return Construct && isDeviceGuard(Construct->getType()) ? Construct : nullptr;
}

/// Whether a variable is a guard that is made without a device, and nothing gives it one later.
bool isNeverSet(const VarDecl *V) {
  const auto *Construct =
      dyn_cast_or_null<CXXConstructExpr>(V->getInit() ? stripWrappers(V->getInit()) : nullptr);
  if (!Construct || !V->isLocalVarDecl() || V->isStaticLocal() ||
      llvm::any_of(Construct->arguments(),
                   [](const Expr *Argument) { return !isa<CXXDefaultArgExpr>(Argument); }))
    return false;
  StringRef Name = recordName(V->getType());
  if (!Name.starts_with("Optional") && Name != "optional")
    return false;
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!F || !F->getBody())
    return false;
  struct UseFinder : AstVisitor<UseFinder> {
    const VarDecl *Wanted = nullptr;
    bool Found = false;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) { return !(Found |= Ref->getDecl() == Wanted); }
  } Uses;
  Uses.Wanted = V;
  Uses.TraverseStmt(F->getBody());
  return !Uses.Found;
}

/// What a place does on a device.
struct DeviceWork {
  const Expr *At = nullptr;
  /// "launches 'k'", "allocates device memory with 'cudaMalloc'".
  std::string What;
};

/// What the call of a function does that no guard of its caller covers.
struct CallEffect {
  /// The first work without a guard; none if `At` is null.
  DeviceWork Work;
  /// The calls that lead to it, from the function on.
  SmallVector<const Expr *, 4> Path;
  /// The device is set for the caller.
  bool SetsDevice = false;
};

/// What the walks through the kernels of a source know of the functions that they share.
struct SharedFunctions {
  /// What calls do, of the functions of which that is known for certain.
  std::map<const FunctionDecl *, CallEffect> Effects;

  /// Whether a function sets the device somewhere itself.
  bool setsDevice(const FunctionDecl *F) { return finds<DeviceSetter>(F, Setters); }
  /// Whether a function sets the device somewhere itself, or has a guard.
  bool guardsDevice(const FunctionDecl *F) { return finds<GuardFinder>(F, Guards); }

private:
  template <typename Visitor>
  static bool finds(const FunctionDecl *F, llvm::DenseMap<const FunctionDecl *, bool> &Known) {
    auto [It, New] = Known.try_emplace(F, false);
    if (New) {
      Visitor Finder;
      forEachPartOf(F, [&](const Stmt *Part) { Finder.TraverseStmt(const_cast<Stmt *>(Part)); });
      It->second = Finder.Found;
    }
    return It->second;
  }

  llvm::DenseMap<const FunctionDecl *, bool> Setters, Guards;
};

/// Walks through a kernel and what it calls, in the order of the text, up to the first work without
/// a guard.
class GuardWalk {
public:
  GuardWalk(const ASTContext &Context, SharedFunctions &Shared)
      : Context(Context), Shared(Shared), Effects(Shared.Effects) {}

  DeviceWork Found;
  /// The calls that lead to the work, from the kernel on.
  SmallVector<const Expr *, 4> Path;
  /// Guards on the way that do not last to the work, and why.
  SmallVector<std::pair<SourceRange, StringRef>, 1> Lost;

  void run(const FunctionDecl *Kernel) {
    function(Kernel);
    // Functions that call each other are only known when all of them have been walked.
    if (!Found.At && !IsSet && !IsTooDeep)
      for (const FunctionDecl *F : Visited)
        Effects.try_emplace(F);
  }

private:
  bool isDone() const { return Found.At || IsGuarded; }

  void function(const FunctionDecl *F) {
    if (Path.size() > MaxDepth) {
      IsTooDeep = IsCut = true;
      return;
    }
    if (!Visited.insert(F).second) {
      IsCut = true;
      return;
    }
    bool Before = HasGuard;
    forEachPartOf(F, [&](const Stmt *Part) { walk(Part); });
    // What guards a part of a function may be what sets the device for its caller.
    HasGuard = Before;
    IsGuarded = HasGuard || IsSet;
  }

  void walkStatement(const Stmt *S) {
    const Expr *Guard = guardOfStatement(S);
    if (!Guard || isDone())
      return walk(S);
    for (const Stmt *Child : Guard->children())
      walk(Child);
    Lost.push_back(
        {S->getSourceRange(), "this guard has no name, so it is gone at the end of the statement"});
  }

  void walk(const Stmt *S) {
    if (!S || isDone())
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      bool Before = HasGuard;
      for (const Stmt *Child : Block->body())
        walkStatement(Child);
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
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (auto It = V ? Lambdas.find(V) : Lambdas.end(); It != Lambdas.end())
        lambda(It->second);
      return;
    }
    if (const auto *Comparison = dyn_cast<BinaryOperator>(S);
        Comparison && Comparison->isEqualityOp())
      for (const Expr *Side : {Comparison->getLHS(), Comparison->getRHS()})
        if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(Side));
            Call && calleeName(Call) == "current_device")
          set();
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      walk(If->getInit());
      walk(If->getConditionVariableDeclStmt());
      walk(If->getCond());
      // What is for other devices needs no guard.
      DeviceTest Test = deviceTest(If->getCond());
      if (Test.IfTrue >= 0)
        walkStatement(If->getThen());
      if (Test.IfFalse >= 0)
        walkStatement(If->getElse());
      return;
    }
    const FunctionDecl *Runner = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Runner = passedArguments(Call, Context).Callee;
    if (Runner && !Shared.guardsDevice(Runner))
      Runner = nullptr;
    for (const Stmt *Child : S->children())
      // What has a guard of its own runs what it is given under that.
      if (!Runner || !isLambda(dyn_cast_or_null<Expr>(Child)))
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

  /// What an object is made of: `std::function<void()>` of a lambda is that lambda.
  static const Expr *copied(const Expr *E) {
    const Expr *Stripped = E ? stripWrappers(E) : nullptr;
    while (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Stripped)) {
      if (Construct->getNumArgs() != 1)
        break;
      Stripped = stripWrappers(Construct->getArg(0));
    }
    return Stripped;
  }

  /// Whether an expression is a lambda, or a variable that holds one.
  bool isLambda(const Expr *E) const {
    E = copied(E);
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return isa_and_nonnull<LambdaExpr>(E) || (V && Lambdas.count(V));
  }

  void variable(const VarDecl *V) {
    const Expr *Init = V->getInit();
    const Expr *Stripped = copied(Init);
    if (const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Stripped)) {
      Lambdas[V] = Lambda;
      return;
    }
    if (isDeviceGuard(V->getType()) && isNeverSet(V)) {
      Lost.push_back({V->getSourceRange(), "this guard is not given a device anywhere"});
      return;
    }
    walk(Init);
    if (isDeviceGuard(V->getType()))
      guard();
  }

  void lambda(const LambdaExpr *Lambda) {
    const FunctionDecl *F = Lambda->getCallOperator();
    if (!Visited.insert(F).second)
      return;
    bool WasCut = std::exchange(IsCut, false);
    walk(Lambda->getBody());
    if (!IsCut && !isDone())
      Effects.try_emplace(F);
    IsCut |= WasCut;
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
      HasData |= DataPointerFinder().isIn(Argument);
    }
    return HasData;
  }

  void follow(const Expr *CallOrConstruction) {
    const FunctionDecl *Callee = passedArguments(CallOrConstruction, Context).Callee;
    if (!Callee || isDeviceCode(Callee))
      return;
    // Nothing that was before matters: a walk ends where a guard begins.
    if (auto Known = Effects.find(Callee); Known != Effects.end()) {
      const CallEffect &Effect = Known->second;
      if (Effect.SetsDevice)
        set();
      if (!Effect.Work.At)
        return;
      if (Path.size() + Effect.Path.size() >= MaxDepth) {
        IsTooDeep = IsCut = true;
        return;
      }
      Found = Effect.Work;
      Path.push_back(CallOrConstruction);
      Path.append(Effect.Path);
      return;
    }
    bool WasCut = std::exchange(IsCut, false);
    size_t Depth = Path.size() + 1;
    size_t LostBefore = Lost.size();
    Path.push_back(CallOrConstruction);
    function(Callee);
    if (!Found.At) {
      Path.pop_back();
      Lost.truncate(LostBefore);
      if (Shared.setsDevice(Callee))
        set();
    }
    if (!IsCut) {
      CallEffect &Effect = Effects[Callee];
      Effect.Work = Found;
      if (Found.At)
        Effect.Path.assign(Path.begin() + Depth, Path.end());
      Effect.SetsDevice = IsSet;
    }
    IsCut |= WasCut;
  }

  void work(const Expr *At, std::string What) { Found = {At, std::move(What)}; }

  const ASTContext &Context;
  /// A guard lives, the device was set; either of them.
  bool HasGuard = false, IsSet = false, IsGuarded = false;
  /// Something was left out since it is too deep; since it was walked before or for that.
  bool IsTooDeep = false, IsCut = false;
  SharedFunctions &Shared;
  std::map<const FunctionDecl *, CallEffect> &Effects;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Visited;
  llvm::DenseMap<const VarDecl *, const LambdaExpr *> Lambdas;
};

/// An expression for the device of a tensor that a kernel is given: of one that is always there, if
/// there is one.
std::string deviceOf(const FunctionDecl *F) {
  for (const ParmVarDecl *P : F->parameters())
    if (isTensorType(P->getType()) && identifierOf(P) != "")
      return identifierOf(P).str() + ".device()";
  for (const ParmVarDecl *P : F->parameters())
    if (isTensorOrOptional(P->getType()) && identifierOf(P) != "")
      return identifierOf(P).str() + "->device()";
  return "device";
}

} // namespace

void DeviceGuardMissingCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  struct Unguarded {
    const OperatorKernel *Kernel;
    /// Where it is reported: the work, or the call in this file that leads to a header with it.
    const Expr *At;
    DeviceWork Work;
    SmallVector<const Expr *, 4> Path;
    SmallVector<std::pair<SourceRange, StringRef>, 1> Lost;
  };
  // Kernels that share a launch are told of at once.
  std::map<SourceLocation, std::vector<Unguarded>> ByPlace;
  OperatorKernels &Kernels = Facts->operatorKernels();
  SharedFunctions Shared;
  for (const OperatorKernel &Kernel : Kernels.all()) {
    if (!Kernel.runsOnGpu())
      continue;
    GuardWalk Walk(Context, Shared);
    Walk.run(Kernel.Function);
    if (!Walk.Found.At || Kernels.hostFunctionsOf(Kernel.Function).empty())
      continue;
    const Expr *At = Walk.Found.At;
    for (const Expr *Step : llvm::reverse(Walk.Path))
      if (!SM.isInMainFile(SM.getFileLoc(At->getBeginLoc())))
        At = Step;
    ByPlace[SM.getFileLoc(At->getBeginLoc())].push_back(
        {&Kernel, At, std::move(Walk.Found), std::move(Walk.Path), std::move(Walk.Lost)});
  }
  for (const auto &[Place, Reached] : ByPlace) {
    const Unguarded &First = Reached.front();
    const FunctionDecl *Kernel = First.Kernel->Function;
    CodeFinding F;
    F.At = charRange(First.At->getSourceRange(), Context);
    F.Message = "the kernel of '" + First.Kernel->Operator + "' " + First.Work.What +
                " with no device guard: when its tensors are on another GPU than the current one, "
                "the work goes to the wrong device (invalid resource handle, illegal memory "
                "access, or wrong results); begin " +
                shownFunctionName(Kernel) + " with 'const c10::cuda::CUDAGuard guard(" +
                deviceOf(Kernel) + ")'";
    auto NameOf = [&](const FunctionDecl *Function) {
      return charRange(Function->getNameInfo().getSourceRange(), Context);
    };
    F.Notes.push_back({NameOf(Kernel), "torch calls this for '" + First.Kernel->Operator +
                                           "', on whatever device is current"});
    for (const auto &[At, Why] : First.Lost)
      F.Notes.push_back({charRange(At, Context), Why.str()});
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
