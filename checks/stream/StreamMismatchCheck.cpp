#include "checks/stream/StreamMismatchCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/StreamFacts.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

std::string textOf(const Expr *E, const ASTContext &Context) {
  return Lexer::getSourceText(charRange(E->getSourceRange(), Context), Context.getSourceManager(),
                              Context.getLangOpts())
      .str();
}

/// The index of a device: the model's own and a literal, or a literal alone.
struct DeviceIndex {
  bool IsOwn;
  int64_t Offset;
};

std::optional<DeviceIndex> deviceIndex(const Expr *E, const ASTContext &Context,
                                       unsigned Depth = 0) {
  E = E ? stripWrappers(E) : nullptr;
  if (!E || Depth > 8)
    return std::nullopt;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl()->getDeclName().isIdentifier() &&
                   Member->getMemberDecl()->getName() == "device_idx_"
               ? std::optional(DeviceIndex{true, 0})
               : std::nullopt;
  if (std::optional<int64_t> Value = integerLiteral(E, Context))
    return DeviceIndex{false, *Value};
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || (Binary->getOpcode() != BO_Add && Binary->getOpcode() != BO_Sub))
    return std::nullopt;
  std::optional<DeviceIndex> Left = deviceIndex(Binary->getLHS(), Context, Depth + 1),
                             Right = deviceIndex(Binary->getRHS(), Context, Depth + 1);
  if (!Left || !Right || (Left->IsOwn && Right->IsOwn) ||
      (Binary->getOpcode() == BO_Sub && Right->IsOwn))
    return std::nullopt;
  int64_t Sum;
  if (Binary->getOpcode() == BO_Add ? llvm::AddOverflow(Left->Offset, Right->Offset, Sum)
                                    : llvm::SubOverflow(Left->Offset, Right->Offset, Sum))
    return std::nullopt;
  return DeviceIndex{Left->IsOwn || Right->IsOwn, Sum};
}

/// The argument that tells a launch helper its device; null if there is none.
const Expr *launchDevice(const CallExpr *Call) {
  const FunctionDecl *F = calledPattern(Call);
  for (unsigned I = 0; F && I < F->getNumParams() && I < Call->getNumArgs(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    if (P->getDeclName().isIdentifier() &&
        (P->getName() == "device_idx_" || P->getName() == "device_idx"))
      return Call->getArg(I);
  }
  return nullptr;
}

class MismatchReporter {
public:
  MismatchReporter(const FunctionStreams &Streams, ASTContext &Context,
                   llvm::function_ref<void(const CodeFinding &)> Report)
      : Streams(Streams), Context(Context), Report(Report) {}

  void run() {
    for (const StreamQuery &Q : Streams.Queries)
      if (Q.Value.K == StreamValue::Kind::Queried)
        checkQuery(Q);
    for (const StreamWork &W : Streams.Work) {
      if (W.By->K != Operation::Kind::Launch)
        continue;
      if (!W.isUnguarded()) {
        checkStream(W);
        checkDevice(W);
      } else if (!Streams.IsEntry && Streams.Guards.empty() && !Streams.Synchronises) {
        checkHelper(W);
      }
    }
  }

private:
  CharSourceRange range(const Expr *E) const { return charRange(E->getSourceRange(), Context); }

  void checkQuery(const StreamQuery &Q) {
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = range(Q.Call);
    F.Message = "'" + calleeName(Q.Call).str() + "' asks for " + Q.Value.describe() +
                ", whatever device the model is loaded on and whatever stream it is run with: work "
                "on it is not ordered with the rest of the model (wrong results), and on another "
                "device it fails (invalid resource handle); use " +
                (Streams.Run ? "'" + Streams.Run->getName().str() + "'"
                             : std::string("the stream that the model is run with"));
    for (const StreamWork &W : Streams.Work)
      if (W.Stream.K == StreamValue::Kind::Queried && W.Stream.Query == Q.Call) {
        std::string Text = "'" + W.By->Callee + "' runs on it here";
        F.Notes.push_back({range(W.By->Call), Text});
        F.Flow = {{range(Q.Call), "the stream is asked for here"}, {range(W.By->Call), Text}};
        break;
      }
    Report(F);
  }

  void checkStream(const StreamWork &W) {
    if (W.Guards.empty() || !W.By->Stream || W.IsOrdered)
      return;
    for (const StreamGuard *G : W.Guards)
      if (!StreamValue::areDistinct(G->Stream, W.Stream))
        return;
    const StreamGuard &G = *W.Guards.front();
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = range(W.By->Call);
    bool InRegion = G.Stream.K == StreamValue::Kind::Aux && W.Stream.K == StreamValue::Kind::Run;
    F.Message =
        "'" + W.By->Callee + "' is launched on " + W.Stream.describe() +
        ", but the current one is " + G.Stream.describe() + ": " +
        (InRegion ? "the events order the auxiliary stream alone, so that the kernel runs before "
                    "or beside what it depends on whenever the two streams overlap (wrong results)"
                  : "nothing orders the two, so that whenever they overlap the kernel reads what "
                    "is not computed yet, and others read what it has not written (wrong "
                    "results)") +
        "; launch on the stream of the guard";
    std::string Made = "the guard in force makes " + G.Stream.describe() + " the current one here";
    F.Notes.push_back({range(G.Made), Made});
    F.Flow = {{range(G.Made), Made},
              {range(W.By->Call), "launched on " + W.Stream.describe() + " here"}};
    if (G.StreamArgument && W.Guards.size() == 1)
      F.Fixes.push_back(
          {"launch on the stream of the guard",
           {FixItHint::CreateReplacement(range(W.By->Stream), textOf(G.StreamArgument, Context))},
           false});
    Report(F);
  }

  void checkHelper(const StreamWork &W) {
    if (!Streams.Run || !W.By->Stream ||
        !StreamValue::areDistinct({StreamValue::Kind::Run, 0, Streams.Run}, W.Stream))
      return;
    std::string Own = Streams.Run->getName().str();
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = range(W.By->Call);
    F.Message = "'" + W.By->Callee + "' launches on " + W.Stream.describe() + ", not on '" + Own +
                "', the stream that the caller gives: nothing orders the two, so that whenever "
                "they overlap the kernel reads what is not computed yet, and others read what it "
                "has not written (wrong results); launch on '" +
                Own + "'";
    F.Notes.push_back(
        {charRange(Streams.Run->getSourceRange(), Context), "the caller gives this stream"});
    F.Fixes.push_back({"launch on the stream of the caller",
                       {FixItHint::CreateReplacement(range(W.By->Stream), Own)},
                       false});
    Report(F);
  }

  void checkDevice(const StreamWork &W) {
    const Expr *Argument = launchDevice(W.By->Call);
    std::optional<DeviceIndex> Launch = deviceIndex(Argument, Context);
    if (!Launch || W.Guards.size() != 1 || !W.Guards.front()->Device)
      return;
    const StreamGuard &G = *W.Guards.front();
    std::optional<DeviceIndex> Current = deviceIndex(G.Device, Context);
    // A literal on one side alone works on one device; that is for aoti-device-index-literal.
    if (!Current || Current->IsOwn != Launch->IsOwn || Current->Offset == Launch->Offset)
      return;
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = range(W.By->Call);
    F.Message = "'" + W.By->Callee + "' is launched for device '" + textOf(Argument, Context) +
                "', but the guard in force has made '" + textOf(G.Device, Context) +
                "' the current one: the kernel is loaded on one device and gets the memory and the "
                "stream of another "
                "(invalid resource handle, illegal memory access); use the same index for both";
    F.Notes.push_back({range(G.Made), "the guard in force is made here"});
    F.Flow = {{range(G.Made), "'" + textOf(G.Device, Context) + "' becomes the current device"},
              {range(W.By->Call), "launched for device '" + textOf(Argument, Context) + "' here"}};
    Report(F);
  }

  const FunctionStreams &Streams;
  ASTContext &Context;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void StreamMismatchCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  for (const FunctionStreams &Streams : Facts->streams().functions())
    if (!Streams.IsUndecided)
      MismatchReporter(Streams, Context, Report).run();
}

} // namespace aoti
