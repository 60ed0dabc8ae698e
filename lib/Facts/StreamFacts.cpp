#include "Facts/StreamFacts.h"
#include "Facts/ParserErrors.h"
#include "Facts/StreamWalk.h"
#include "Facts/TuFacts.h"

namespace aoti {

StreamFacts::StreamFacts(TuFacts &Facts) {
  if (!isGpu(Facts.dialect().Device))
    return;
  clang::ASTContext &Context = Facts.context();
  StreamEffects Effects;
  for (const FunctionBuffers &Buffers : Facts.buffers().functions()) {
    if (!Buffers.Function->getBody())
      continue;
    FunctionStreams &Out = Functions.emplace_back();
    Out.Function = Buffers.Function;
    StreamWalk(Context, Effects, Buffers, Out).run();
    Out.IsUndecided |=
        ParserErrors::anyIn(Buffers.Function->getSourceRange(), Context.getSourceManager());
  }
}

} // namespace aoti
