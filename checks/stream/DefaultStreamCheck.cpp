#include "checks/stream/DefaultStreamCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Facts/OperatorRegistrations.h"
#include "Facts/ParserErrors.h"
#include "Facts/StreamFacts.h"
#include "Support/ClangCompat.h"
#include "checks/stream/DeviceTest.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <utility>
#include <vector>

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// Whether a function that takes a stream puts work on it, as opposed to asking about it.
bool putsWork(StringRef Name) {
  std::string Lower = Name.lower();
  static constexpr StringRef Others[] = {
      "synchronize", "query",    "event",    "destroy",      "create",       "captur",
      "attr",        "callback", "priority", "getflags",     "getdev",       "getstream",
      "external",    "getctx",   "getid",    "recordstream", "record_stream"};
  return Name != "get" && Name != "ensure" &&
         llvm::none_of(Others, [&](StringRef S) { return StringRef(Lower).contains(S); });
}

/// A call that puts work on the default stream.
struct NullLaunch {
  const Expr *Call;
  std::string Callee;
  /// What gives the stream; null when nothing does.
  const Expr *Stream;
  /// The variable that describes the launch, if one does.
  const VarDecl *Config = nullptr;
};

/// Whether a variable describes a launch for `cudaLaunchKernelEx` and its kin.
bool isLaunchConfig(const VarDecl *V) {
  StringRef Name = identifierOf(V->getType().getCanonicalType()->getAsCXXRecordDecl());
  return V->isLocalVarDecl() && !V->isStaticLocal() &&
         (Name == "cudaLaunchConfig_t" || Name == "cudaLaunchConfig_st" ||
          Name == "CUlaunchConfig" || Name == "CUlaunchConfig_st" || Name == "hipLaunchConfig_t" ||
          Name == "hipLaunchConfig_st");
}

bool isStreamField(const ValueDecl *Field) {
  return identifierOf(Field) == "stream" || identifierOf(Field) == "hStream";
}

/// What one function does with the default stream.
class NullLaunchFinder : public AstVisitor<NullLaunchFinder> {
public:
  NullLaunchFinder(const ASTContext &Context, const FunctionDecl *Function)
      : Resolver(Context, Function), Function(Function) {}

  std::vector<NullLaunch> Launches;
  /// Local variables with a stream that was asked for, in order.
  llvm::SmallVector<const VarDecl *, 2> Fetched;
  llvm::SmallPtrSet<const VarDecl *, 8> Used;
  /// Calls of launchers that take no stream.
  llvm::SmallVector<const CallExpr *, 2> Streamless;
  bool Synchronises = false;

  void run() {
    forEachPartOf(Function, [&](const Stmt *Part) { TraverseStmt(const_cast<Stmt *>(Part)); });
    for (const auto &[Call, Config] : ConfiguredLaunches)
      addConfigured(Call, Config);
  }

  bool TraverseIfStmt(IfStmt *If) {
    DeviceTest Test = deviceTest(If->getCond());
    if (Test.saysNothing())
      return AstVisitor::TraverseIfStmt(If);
    for (Stmt *Part : {If->getInit(), static_cast<Stmt *>(If->getConditionVariableDeclStmt()),
                       static_cast<Stmt *>(If->getCond())})
      TraverseStmt(Part);
    bool Before = IsOffGpu, MayBefore = MayBeOffGpu;
    auto Branch = [&](Stmt *S, int Here, int There) {
      IsOffGpu = Before || Here < 0;
      // Where the other branch is for a GPU alone, all others come here.
      MayBeOffGpu = MayBefore || Here < 0 || (Here == 0 && There > 0);
      TraverseStmt(S);
    };
    Branch(If->getThen(), Test.IfTrue, Test.IfFalse);
    Branch(If->getElse(), Test.IfFalse, Test.IfTrue);
    IsOffGpu = Before;
    MayBeOffGpu = MayBefore;
    return true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) {
    const CallExpr *Config = Call->getConfig();
    const Expr *Stream = Config && Config->getNumArgs() > 3 ? Config->getArg(3) : nullptr;
    if (!IsOffGpu && (!Stream || Resolver.resolve(Stream).K == StreamValue::Kind::Null))
      Launches.push_back({Call, calleeName(Call).str(),
                          Stream && !isa<CXXDefaultArgExpr>(Stream) ? Stream : nullptr});
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    if (isa<CUDAKernelCallExpr, CXXOperatorCallExpr>(Call))
      return true;
    StringRef Name = calleeName(Call);
    // Stands for what is between `<<<` and `>>>`.
    if (Name == "cudaConfigureCall")
      return true;
    if (StringRef(Name.lower()).contains("synchronize"))
      Synchronises = true;
    for (const Expr *Argument : Call->arguments())
      if (const auto *Address = dyn_cast<UnaryOperator>(stripWrappers(Argument));
          Address && Address->getOpcode() == UO_AddrOf && Name.contains("LaunchKernelEx"))
        if (const VarDecl *V = referredVariable(Address->getSubExpr()); V && isLaunchConfig(V)) {
          ++Configs[V].Followed;
          if (!MayBeOffGpu)
            ConfiguredLaunches.push_back({Call, V});
        }
    std::optional<unsigned> I = streamArgumentIndex(Call);
    if (!I) {
      std::string Lower = Name.lower();
      const FunctionDecl *F = calledPattern(Call);
      if (F && !isa<CXXMethodDecl>(F) && !StringRef(Lower).contains("check") &&
          (StringRef(Lower).contains("launch") || StringRef(Lower).contains("kernel")) &&
          !StringRef(Lower).contains("config") && !StringRef(Lower).contains("attr") &&
          !StringRef(Lower).contains("param") && !StringRef(Lower).contains("size"))
        Streamless.push_back(Call);
      return true;
    }
    const FunctionDecl *F = calledPattern(Call);
    if (!putsWork(Name) || !F || *I >= F->getNumParams() ||
        !isStreamType(F->getParamDecl(*I)->getType()))
      if (Name != "launchKernel")
        return true;
    const Expr *Stream = Call->getArg(*I);
    // Which one it is depends on something, that without CUDA can be null in both cases.
    if (MayBeOffGpu || isa<AbstractConditionalOperator>(stripWrappers(Stream)))
      return true;
    if (Resolver.resolve(Stream).K == StreamValue::Kind::Null)
      Launches.push_back({Call, Name.str(), isa<CXXDefaultArgExpr>(Stream) ? nullptr : Stream});
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    if (!V->isLocalVarDecl() || !V->getInit() || V->hasAttr<UnusedAttr>())
      return true;
    const CXXRecordDecl *Record = V->getType().getCanonicalType()->getAsCXXRecordDecl();
    if (!isStreamType(V->getType()) && !identifierOf(Record).ends_with("Stream"))
      return true;
    StreamValue Value = Resolver.resolve(V->getInit());
    if (Value.Query && Value.K != StreamValue::Kind::Null)
      Fetched.push_back(V);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      Used.insert(V);
      if (isLaunchConfig(V))
        ++Configs[V].Uses;
    }
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) {
    const VarDecl *V = Member->isArrow() ? nullptr : referredVariable(Member->getBase());
    if (V && isLaunchConfig(V)) {
      ++Configs[V].Followed;
      Configs[V].StreamUses += isStreamField(Member->getMemberDecl());
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    const auto *Member = dyn_cast<MemberExpr>(B->getLHS()->IgnoreParens());
    const VarDecl *V = Member && !Member->isArrow() ? referredVariable(Member->getBase()) : nullptr;
    if (B->getOpcode() == BO_Assign && V && isLaunchConfig(V) &&
        isStreamField(Member->getMemberDecl()))
      Configs[V].Streams.push_back(B->getRHS());
    return true;
  }

  const ParmVarDecl *runParameter() const { return Resolver.runParameter(); }

private:
  /// How a function fills in the description of a launch.
  struct LaunchConfig {
    /// How often it is named, and how often only for a field or a launch.
    unsigned Uses = 0, Followed = 0;
    /// How often its stream is named, and what it is set to.
    unsigned StreamUses = 0;
    llvm::SmallVector<const Expr *, 1> Streams;
  };

  /// What the initialiser of a launch's description gives as the stream: an expression, null for a
  /// null stream, nullopt for nothing or if it is not known.
  static std::optional<const Expr *> initialStream(const VarDecl *Config) {
    const Expr *Init = Config->getInit() ? stripWrappers(Config->getInit()) : nullptr;
    const auto *List = dyn_cast_or_null<InitListExpr>(Init);
    if (!List)
      return std::nullopt;
    for (const FieldDecl *Field : Config->getType()->getAsCXXRecordDecl()->fields())
      if (isStreamField(Field)) {
        if (Field->getFieldIndex() >= List->getNumInits())
          return nullptr;
        const Expr *Given = List->getInit(Field->getFieldIndex());
        return isa<ImplicitValueInitExpr>(Given) ? nullptr : Given;
      }
    return std::nullopt;
  }

  /// Adds a launch if its description cannot have any stream but the default one.
  void addConfigured(const CallExpr *Call, const VarDecl *V) {
    const LaunchConfig &Config = Configs[V];
    if (Config.Uses != Config.Followed || Config.StreamUses != Config.Streams.size())
      return;
    const Expr *Stream = nullptr;
    if (Config.Streams.empty()) {
      std::optional<const Expr *> Given = initialStream(V);
      if (!Given)
        return;
      Stream = *Given;
    } else {
      Stream = Config.Streams.front();
    }
    auto IsNull = [&](const Expr *E) { return Resolver.resolve(E).K == StreamValue::Kind::Null; };
    if (llvm::all_of(Config.Streams, IsNull) && (!Stream || IsNull(Stream)))
      Launches.push_back({Call, calleeName(Call).str(), Stream, V});
  }

  StreamResolver Resolver;
  const FunctionDecl *Function;
  llvm::DenseMap<const VarDecl *, LaunchConfig> Configs;
  std::vector<std::pair<const CallExpr *, const VarDecl *>> ConfiguredLaunches;
  /// Code that runs for tensors that are on no GPU, where a null stream stands for none: only for
  /// them, or for them and others.
  bool IsOffGpu = false, MayBeOffGpu = false;
};

/// Collects the functions that code hands on together with a name: `m.def("scale", &scale)`.
class FunctionsWithNames : public AstVisitor<FunctionsWithNames> {
public:
  llvm::SmallPtrSet<const FunctionDecl *, 8> Found;

  // Also where the library is not known, which makes it no call.
  bool VisitExpr(Expr *E) {
    bool HasName = false;
    for (const Stmt *Child : E->children()) {
      const auto *Part = dyn_cast_or_null<Expr>(Child);
      HasName |= Part && isa<StringLiteral>(stripWrappers(Part));
    }
    if (!HasName)
      return true;
    for (const Stmt *Child : E->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child))
        if (const FunctionDecl *F = namedKernel(Part))
          Found.insert(F->getDefinition() ? F->getDefinition() : F);
    return true;
  }
};

/// Whether a function takes or gives tensors or a stream.
bool handlesTensors(const FunctionDecl *F) {
  return isTensorOrOptional(F->getReturnType()) ||
         llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
           return isTensorOrOptional(P->getType()) || isStreamType(P->getType());
         });
}

/// The functions of custom operators, with what they call: those that are registered, and those
/// that take or give tensors or a stream and may be called from other files. What only functions of
/// the same file call that are no operators belongs to a program or to tests, or sets something up
/// once.
std::vector<const FunctionDecl *> operatorFunctions(TuFacts &Facts) {
  OperatorKernels &Kernels = Facts.operatorKernels();
  std::vector<const FunctionDecl *> All;
  forEachGeneratedFunction(Facts.context(), 0, [&](const FunctionDecl *F) {
    if (!isDeviceCode(F))
      All.push_back(F);
  });
  llvm::SmallPtrSet<const FunctionDecl *, 16> Called;
  FunctionsWithNames Named;
  llvm::SetVector<const FunctionDecl *> Found;
  for (const FunctionDecl *F : All) {
    if (identifierOf(F).starts_with_insensitive("torch_library")) {
      for (const FunctionDecl *G : Kernels.calledBy(F))
        Found.insert(G);
      continue;
    }
    forEachPartOf(F, [&](const Stmt *Part) { Named.TraverseStmt(const_cast<Stmt *>(Part)); });
    for (const FunctionDecl *G : Kernels.calledBy(F))
      if (G != F)
        Called.insert(G);
  }
  for (const OperatorKernel &Kernel : Kernels.all())
    Found.insert(Kernel.Function);
  for (const FunctionDecl *F : All) {
    // A local function that nobody names may be named by what the parser could not read, such as a
    // test.
    bool IsLocal = !F->isExternallyVisible() && !F->isReferenced() && !F->isTemplated();
    if (handlesTensors(F) && (Named.Found.count(F) || (!Called.count(F) && !IsLocal)))
      Found.insert(F);
  }
  for (unsigned I = 0; I < Found.size(); ++I)
    for (const FunctionDecl *F : Kernels.calledBy(Found[I]))
      Found.insert(F);
  llvm::erase_if(All, [&](const FunctionDecl *F) { return !Found.count(F); });
  return All;
}

class DefaultStreamReporter {
public:
  DefaultStreamReporter(ASTContext &Context, llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Report(Report) {}

  void wrapper(const FunctionDecl *Function) {
    NullLaunchFinder Finder(Context, Function);
    Finder.run();
    const ParmVarDecl *Run = Finder.runParameter();
    for (const NullLaunch &L : Finder.Launches)
      launch(L, Run ? "'" + identifierOf(Run).str() + "'" : std::string("the stream of the run"),
             "the model is run with", nullptr, Run);
  }

  void guard(const StreamGuard &G, const ParmVarDecl *Run) {
    NullLaunch L{G.Made, G.Class, G.StreamArgument};
    launch(L, Run ? "'" + identifierOf(Run).str() + "'" : std::string("the stream of the run"),
           "the model is run with", nullptr, Run);
  }

  void customOperator(const FunctionDecl *Function) {
    NullLaunchFinder Finder(Context, Function);
    Finder.run();
    const VarDecl *Unused = nullptr;
    for (const VarDecl *V : Finder.Fetched)
      if (!Finder.Used.count(V)) {
        Unused = V;
        break;
      }
    if (Finder.Synchronises)
      return;
    const ParmVarDecl *Run = Finder.runParameter();
    std::string Use = Unused ? "'" + identifierOf(Unused).str() + "'"
                      : Run  ? "'" + identifierOf(Run).str() + "'"
                             : std::string("'at::cuda::getCurrentCUDAStream()'");
    for (const NullLaunch &L : Finder.Launches)
      launch(L, Use, Run ? "the caller gives" : "torch makes current", Unused, nullptr);
    // What uses the stream may be what the parser could not read.
    if (!Unused || !Finder.Launches.empty() || Finder.Streamless.empty() ||
        ParserErrors::anyIn(Function->getSourceRange(), Context.getSourceManager()))
      return;
    const CallExpr *Launcher = Finder.Streamless.front();
    CodeFinding F;
    F.At = charRange(Unused->getSourceRange(), Context);
    F.Message = "the stream '" + identifierOf(Unused).str() + "' is asked for and not used, and '" +
                calleeName(Launcher).str() +
                "' takes none: its work goes to the default stream, so that it races with its "
                "neighbours whenever the caller uses another one (wrong results); hand the stream "
                "on";
    F.Notes.push_back({charRange(Launcher->getSourceRange(), Context), "launched here"});
    F.Flow = {{F.At, "the stream is asked for here"},
              {charRange(Launcher->getSourceRange(), Context), "launched without it here"}};
    Report(F);
  }

private:
  void launch(const NullLaunch &L, const std::string &Use, StringRef Whose, const VarDecl *Unused,
              const ParmVarDecl *Run) {
    CodeFinding F;
    F.At = charRange(L.Call->getSourceRange(), Context);
    bool IsGuard = isa<CXXConstructExpr>(L.Call) || StringRef(L.Callee).ends_with("StreamGuard");
    F.Message = (L.Callee.empty() ? "this launch" : "'" + L.Callee + "'") + " " +
                (IsGuard    ? "makes the default stream the current one"
                 : L.Stream ? "is given the default stream"
                            : "is given no stream, so that it takes the default one") +
                ", not the one that " + Whose.str() +
                ": whenever they differ its work races with what comes before and after it (wrong "
                "results), and it cannot be captured in a CUDA graph; use " +
                Use;
    if (L.Config) {
      CharSourceRange At =
          charRange(L.Stream ? L.Stream->getSourceRange() : L.Config->getSourceRange(), Context);
      F.Notes.push_back({At, L.Stream ? "its stream is set here"
                                      : "it is described here, and its stream is never set"});
      F.Flow = {{At, L.Stream ? "the default stream comes from here" : "no stream is given here"},
                {charRange(L.Call->getSourceRange(), Context), "launched without one here"}};
    }
    if (Unused) {
      CharSourceRange At = charRange(Unused->getSourceRange(), Context);
      F.Notes.push_back({At, "this stream is asked for and not used"});
      F.Flow = {{At, "the stream is asked for here"},
                {charRange(L.Call->getSourceRange(), Context), "launched without it here"}};
    } else if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(
                   L.Stream && !L.Config ? stripWrappers(L.Stream) : nullptr)) {
      CharSourceRange At = charRange(Ref->getDecl()->getSourceRange(), Context);
      F.Notes.push_back({At, "the stream is never set to another one"});
      F.Flow = {{At, "the default stream comes from here"},
                {charRange(L.Call->getSourceRange(), Context), "used here"}};
    }
    if (Run && L.Stream)
      F.Fixes.push_back({"use the stream that the function is given",
                         {FixItHint::CreateReplacement(
                             charRange(L.Stream->getSourceRange(), Context), identifierOf(Run))},
                         false});
    Report(F);
  }

  ASTContext &Context;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void DefaultStreamCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  DefaultStreamReporter Reporter(Context, Report);
  if (Facts->dialect().Kind == SourceKind::Other) {
    for (const FunctionDecl *F : operatorFunctions(*Facts))
      Reporter.customOperator(F);
    return;
  }
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  for (const FunctionStreams &Streams : Facts->streams().functions()) {
    for (const StreamGuard &G : Streams.Guards)
      if (G.Stream.K == StreamValue::Kind::Null)
        Reporter.guard(G, Streams.Run);
    Reporter.wrapper(Streams.Function);
  }
}

} // namespace aoti
