#include "checks/stream/StreamGuardMissingCheck.h"
#include "Facts/StreamFacts.h"

using namespace clang;

namespace aoti {

namespace {

CodeFinding unguarded(const StreamWork &W, const FunctionStreams &Streams, DeviceType Device,
                      const ASTContext &Context) {
  auto Range = [&](const Expr *E) { return charRange(E->getSourceRange(), Context); };
  std::string Class = Device == DeviceType::Xpu ? "AOTIXpuStreamGuard" : "AOTICudaStreamGuard";
  std::string Stream = Streams.Run ? Streams.Run->getName().str() : "stream";
  std::string Guard = "'" + Class + " stream_guard(" + Stream + ", this->device_idx_);'";
  bool OnSomePath = W.Guards.size() > 1;
  const StreamGuard *Temporary = nullptr;
  for (const StreamGuard &G : Streams.Guards)
    if (G.IsTemporary)
      Temporary = &G;

  CodeFinding F;
  F.Level = Severity::Error;
  F.At = Range(W.By->Call);
  F.Message = "'" + W.By->Callee + "' runs " + (OnSomePath ? "on some path " : "") +
              "without a stream guard";
  if (W.Ended)
    F.Message += ", since the one that was made before has ended";
  F.Message += W.By->K == Operation::Kind::Launch
                   ? ": its kernel is loaded on the current device of the calling thread, which "
                     "need not be the model's (invalid resource handle, illegal memory access), "
                     "and its buffers belong to another stream"
                   : ": it goes to the current stream and device of the calling thread, so that "
                     "with any other stream or device than those it races with the kernels on '" +
                         Stream + "' (wrong results)";
  F.Message += W.Ended ? "; make the guard where it lives until the end of the function"
                       : "; make " + Guard + " before it";
  if (W.Ended) {
    CharSourceRange Made = Range(W.Ended->Made);
    F.Notes.push_back({Made, "this guard lives only in a part of the function"});
    F.Flow.push_back({Made, "a guard is made here"});
    if (W.EndedAt.isValid()) {
      CharSourceRange End = charRange(W.EndedAt, Context);
      F.Notes.push_back({End, "the guard ends here"});
      F.Flow.push_back({End, "it ends here"});
    }
    F.Flow.push_back({Range(W.By->Call), "work without a guard here"});
  } else if (Temporary) {
    CharSourceRange Made = Range(Temporary->Made);
    F.Notes.push_back({Made, "this guard has no name, so that it ends with its statement"});
    F.Flow = {{Made, "a guard is made and ends here"},
              {Range(W.By->Call), "work without a guard here"}};
  }
  return F;
}

} // namespace

void StreamGuardMissingCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  for (const FunctionStreams &Streams : Facts->streams().functions())
    if (Streams.IsEntry && !Streams.IsUndecided)
      for (const StreamWork &W : Streams.Work)
        if (W.IsFirstUnguarded)
          report(unguarded(W, Streams, Facts->dialect().Device, Context), Context);
}

} // namespace aoti
