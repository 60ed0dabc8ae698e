#include "checks/stream/StreamEventOrderCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/StreamFacts.h"

using namespace clang;

namespace aoti {

namespace {

class OrderReporter {
public:
  OrderReporter(const FunctionStreams &Streams, const ASTContext &Context)
      : Streams(Streams), Context(Context) {}

  CodeFinding finding(const OrderFault &O) const {
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = range(O.At);
    switch (O.K) {
    case OrderFault::Kind::WaitWithoutRecord:
      wait(O, F);
      break;
    case OrderFault::Kind::Race:
      race(O, F);
      break;
    case OrderFault::Kind::NotJoined:
      notJoined(O, F);
      break;
    }
    return F;
  }

private:
  CharSourceRange range(const Expr *E) const { return charRange(E->getSourceRange(), Context); }
  static std::string name(const CallExpr *Call) { return "'" + calleeName(Call).str() + "'"; }

  void wait(const OrderFault &O, CodeFinding &F) const {
    std::string Event = O.Event >= 0 ? "event " + std::to_string(O.Event) : "an event";
    F.Message = O.Stream.describe() + " waits for " + Event + ", which " +
                (O.Other ? "is recorded only afterwards" : "nothing records") +
                ": such a wait passes at once, so that what follows reads what is not computed yet "
                "(wrong results); record the event on the stream that is waited for, before the "
                "wait";
    if (!O.Other)
      return;
    F.Notes.push_back({range(O.Other), "recorded here"});
    F.Flow = {{range(O.At), "waited for here"}, {range(O.Other), "recorded here"}};
  }

  void race(const OrderFault &O, CodeFinding &F) const {
    std::string Memory =
        O.Memory->Name.empty() ? std::string("memory") : "'" + O.Memory->Name + "'";
    std::string Before = O.OtherWrites ? "written" : "read";
    std::string Now = O.OtherWrites ? "uses" : "overwrites";
    F.Message = name(O.At) + " " + Now + " " + Memory + " on " + O.Stream.describe() + ", and " +
                name(O.Other) + " has it " + Before + " on " + O.OtherStream.describe() +
                " without an event between them: whenever the streams overlap the " +
                (O.OtherWrites ? "value is not there yet" : "other reads the new value") +
                " (wrong results); record an event on " + O.OtherStream.describe() +
                " after the one and let " + O.Stream.describe() + " wait for it before the other";
    std::string Earlier = Memory + " is " + Before + " on " + O.OtherStream.describe() + " here";
    F.Notes.push_back({range(O.Other), Earlier});
    F.Flow = {{range(O.Other), Earlier}, {range(O.At), "used on " + O.Stream.describe() + " here"}};
  }

  void notJoined(const OrderFault &O, CodeFinding &F) const {
    F.Message = name(O.At) + " works on " + O.Stream.describe() +
                ", and the function ends without " +
                (Streams.Run ? "'" + Streams.Run->getName().str() + "'"
                             : std::string("the stream of the run")) +
                " waiting for it: the caller reads the outputs, and memory is used again, while it "
                "still works (wrong results); record an event after it and let the stream of the "
                "run wait for that";
    SourceLocation End = Streams.Function->getBody()->getEndLoc();
    F.Notes.push_back({charRange(End, Context), "the function ends here"});
    F.Flow = {{range(O.At), "the last work on " + O.Stream.describe()},
              {charRange(End, Context), "the function ends here"}};
  }

  const FunctionStreams &Streams;
  const ASTContext &Context;
};

} // namespace

void StreamEventOrderCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  for (const FunctionStreams &Streams : Facts->streams().functions()) {
    if (Streams.IsUndecided)
      continue;
    OrderReporter Reporter(Streams, Context);
    for (const OrderFault &O : Streams.Faults)
      report(Reporter.finding(O), Context);
  }
}

} // namespace aoti
