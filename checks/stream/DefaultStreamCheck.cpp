#include "checks/stream/DefaultStreamCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Facts/ParserErrors.h"
#include "Facts/StreamFacts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

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

/// What the truth of a condition says of the device: that it is a GPU (1), that it is none (-1), or
/// nothing (0).
int deviceTest(const Expr *Condition, unsigned Depth = 0) {
  const Expr *E = Condition ? stripWrappers(Condition) : nullptr;
  if (!E || Depth > 16)
    return 0;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot ? -deviceTest(Unary->getSubExpr(), Depth + 1) : 0;
  const Expr *Left = nullptr, *Right = nullptr;
  bool IsUnequal = false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isLogicalOp() && !Binary->isEqualityOp())
      return 0;
    Left = Binary->getLHS();
    Right = Binary->getRHS();
    IsUnequal = Binary->getOpcode() == BO_NE;
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
             Operator && Operator->getNumArgs() == 2) {
    if (Operator->getOperator() != OO_EqualEqual && Operator->getOperator() != OO_ExclaimEqual)
      return 0;
    Left = Operator->getArg(0);
    Right = Operator->getArg(1);
    IsUnequal = Operator->getOperator() == OO_ExclaimEqual;
  }
  if (Left) {
    int Test = deviceTest(Left, Depth + 1);
    if (!Test)
      Test = deviceTest(Right, Depth + 1);
    return IsUnequal ? -Test : Test;
  }
  StringRef Name;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    Name = calleeName(Call);
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Name = identifierOf(Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Name = identifierOf(Member->getMemberDecl());
  // Functions and codes of CUDA itself.
  if (Name.size() > 4 && Name.starts_with("cuda") && llvm::isUpper(Name[4]))
    return 0;
  std::string Lower = Name.lower();
  StringRef Folded = Lower;
  if (Folded.contains("cpu"))
    return -1;
  return Folded.contains("cuda") || Folded.contains("gpu") || Folded.ends_with("hip") ? 1 : 0;
}

/// A call that puts work on the default stream.
struct NullLaunch {
  const Expr *Call;
  std::string Callee;
  /// What gives the stream; null when nothing does.
  const Expr *Stream;
};

/// What one function does with the default stream.
class NullLaunchFinder : public RecursiveASTVisitor<NullLaunchFinder> {
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

  void run() { TraverseStmt(Function->getBody()); }

  bool TraverseIfStmt(IfStmt *If) {
    int Test = deviceTest(If->getCond());
    if (!Test)
      return RecursiveASTVisitor::TraverseIfStmt(If);
    for (Stmt *Part : {If->getInit(), static_cast<Stmt *>(If->getConditionVariableDeclStmt()),
                       static_cast<Stmt *>(If->getCond())})
      TraverseStmt(Part);
    bool Before = IsOffGpu;
    IsOffGpu = Before || Test < 0;
    TraverseStmt(If->getThen());
    IsOffGpu = Before || Test > 0;
    TraverseStmt(If->getElse());
    IsOffGpu = Before;
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
    if (IsOffGpu || isa<AbstractConditionalOperator>(stripWrappers(Stream)))
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
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Used.insert(V);
    return true;
  }

  const StreamValue resolve(const Expr *E) { return Resolver.resolve(E); }
  const ParmVarDecl *runParameter() const { return Resolver.runParameter(); }

private:
  StreamResolver Resolver;
  const FunctionDecl *Function;
  /// Code that runs for tensors that are on no GPU, where a null stream stands for none.
  bool IsOffGpu = false;
};

/// Collects the functions that a piece of code names.
struct NamedFunctions : RecursiveASTVisitor<NamedFunctions> {
  llvm::SmallSetVector<const FunctionDecl *, 8> Found;
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
    if (!F)
      return true;
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      F = Pattern;
    if (const FunctionDecl *Definition = F->getDefinition())
      F = Definition;
    Found.insert(F);
    return true;
  }
};

/// The functions of custom operators: those that take or give tensors or a stream, those that are
/// registered, and what they call. Others may set something up once, on whatever stream.
std::vector<const FunctionDecl *> operatorFunctions(ASTContext &Context) {
  std::vector<const FunctionDecl *> All;
  llvm::SmallSetVector<const FunctionDecl *, 16> Found;
  // What a test does with tensors is no operator.
  const SourceManager &SM = Context.getSourceManager();
  bool IsTest = SM.getBufferData(SM.getMainFileID()).contains("gtest/gtest.h");
  llvm::SmallPtrSet<const FunctionDecl *, 16> InFile;
  forEachGeneratedFunction(Context, 0, [&](const FunctionDecl *F) {
    if (!F->getBody() || isDeviceCode(F))
      return;
    All.push_back(F);
    InFile.insert(F);
  });
  for (const FunctionDecl *F : All) {
    bool IsOperator = isTensorOrOptional(F->getReturnType());
    for (const ParmVarDecl *P : F->parameters())
      IsOperator |= isTensorOrOptional(P->getType()) || isStreamType(P->getType());
    StringRef Name = identifierOf(F);
    bool Registers = Name.starts_with_insensitive("torch_library");
    if (IsOperator && !IsTest)
      Found.insert(F);
    if (!Registers)
      continue;
    NamedFunctions Named;
    Named.TraverseStmt(F->getBody());
    for (const FunctionDecl *G : Named.Found)
      if (InFile.count(G))
        Found.insert(G);
  }
  for (unsigned I = 0; I < Found.size(); ++I) {
    NamedFunctions Named;
    Named.TraverseStmt(Found[I]->getBody());
    for (const FunctionDecl *G : Named.Found)
      if (InFile.count(G))
        Found.insert(G);
  }
  std::vector<const FunctionDecl *> Ordered;
  for (const FunctionDecl *F : All)
    if (Found.count(F))
      Ordered.push_back(F);
  return Ordered;
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
    if (Unused) {
      CharSourceRange At = charRange(Unused->getSourceRange(), Context);
      F.Notes.push_back({At, "this stream is asked for and not used"});
      F.Flow = {{At, "the stream is asked for here"},
                {charRange(L.Call->getSourceRange(), Context), "launched without it here"}};
    } else if (const auto *Ref =
                   dyn_cast_or_null<DeclRefExpr>(L.Stream ? stripWrappers(L.Stream) : nullptr)) {
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
    for (const FunctionDecl *F : operatorFunctions(Context))
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
