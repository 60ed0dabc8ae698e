#include "checks/stream/DefaultStreamCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Facts/OperatorRegistrations.h"
#include "Facts/ParserErrors.h"
#include "Facts/StreamFacts.h"
#include "Support/ClangCompat.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

/// Of `A == B`.
static DeviceTest equalityTest(const Expr *Left, const Expr *Right, unsigned Depth) {
  DeviceTest L = deviceTest(Left, Depth), R = deviceTest(Right, Depth);
  // Whether two tensors are on the same device, or something with another meaning, says nothing.
  if (L.saysNothing() == R.saysNothing())
    return {};
  const Expr *Asked = stripWrappers(L.saysNothing() ? Right : Left);
  const Expr *Other = stripWrappers(L.saysNothing() ? Left : Right);
  DeviceTest Test = L.saysNothing() ? R : L;
  if (const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(Other))
    return Literal->getValue() ? Test : Test.negated();
  if (const auto *Literal = dyn_cast<IntegerLiteral>(Other))
    return Literal->getValue().isZero() ? Test.negated() : Test;
  QualType T = Asked->getType();
  return !T.isNull() && T->isBooleanType() ? DeviceTest() : Test;
}

DeviceTest deviceTest(const Expr *Condition, unsigned Depth) {
  const Expr *E = Condition ? stripWrappers(Condition) : nullptr;
  if (!E || Depth > 16)
    return {};
  ++Depth;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot ? deviceTest(Unary->getSubExpr(), Depth).negated()
                                         : DeviceTest();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isEqualityOp()) {
      DeviceTest Equal = equalityTest(Binary->getLHS(), Binary->getRHS(), Depth);
      return Binary->getOpcode() == BO_EQ ? Equal : Equal.negated();
    }
    if (!Binary->isLogicalOp())
      return {};
    DeviceTest L = deviceTest(Binary->getLHS(), Depth), R = deviceTest(Binary->getRHS(), Depth);
    // One side decides where both have to be as they are, else they have to agree.
    auto Either = [](int A, int B) { return A ? A : B; };
    auto Both = [](int A, int B) { return A == B ? A : 0; };
    if (Binary->getOpcode() == BO_LAnd)
      return {Either(L.IfTrue, R.IfTrue), Both(L.IfFalse, R.IfFalse)};
    return {Both(L.IfTrue, R.IfTrue), Either(L.IfFalse, R.IfFalse)};
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getNumArgs() == 2) {
    DeviceTest Equal = equalityTest(Operator->getArg(0), Operator->getArg(1), Depth);
    return Operator->getOperator() == OO_EqualEqual     ? Equal
           : Operator->getOperator() == OO_ExclaimEqual ? Equal.negated()
                                                        : DeviceTest();
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
    return {};
  std::string Lower = Name.lower();
  StringRef Folded = Lower;
  if (Folded.contains("cpu"))
    return {-1, 1};
  if (Folded.contains("cuda") || Folded.contains("gpu") || Folded.ends_with("hip"))
    return {1, -1};
  return {};
}

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
};

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
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Used.insert(V);
    return true;
  }

  const ParmVarDecl *runParameter() const { return Resolver.runParameter(); }

private:
  StreamResolver Resolver;
  const FunctionDecl *Function;
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
