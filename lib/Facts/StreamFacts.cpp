#include "Facts/StreamFacts.h"
#include "Facts/StreamWalk.h"

namespace aoti {

StreamFacts::StreamFacts(TuFacts &Facts) {
  if (!isGpu(Facts.dialect().Device))
    return;
  for (const FunctionBuffers &Buffers : Facts.buffers().functions()) {
    if (!Buffers.Function->getBody())
      continue;
    FunctionStreams &Out = Functions.emplace_back();
    Out.Function = Buffers.Function;
    StreamWalk(Facts, Buffers, Out).run();
  }
}

} // namespace aoti
