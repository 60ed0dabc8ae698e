// Any bytes as a log: what is found lies in it, and is text that a terminal can show.
#include "FindingExpectations.h"
#include "Support/Utf8.h"
#include "Triage/Diagnose.h"

using namespace aoti;
using namespace aoti::fuzz;
using llvm::StringRef;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  LogDiagnoses Found = diagnoseLog(StringRef(reinterpret_cast<const char *>(Data), Size));
  auto Check = [&](const LogEvidence &E) {
    expect(E.Line >= 1 && E.Line <= Found.Lines, "a line that the log does not have");
    expect(toPrintable(E.Text) == E.Text, "a text that a terminal may obey");
  };
  for (const Diagnosis &D : Found.Diagnoses) {
    Check(D.Evidence);
    expect(D.Count >= 1 && D.Count <= Found.Lines, "a count of lines");
    for (const auto &[Name, Value] : D.Captures)
      expect(!Name.empty() && toPrintable(Value) == Value,
             "a captured text that a terminal may obey");
  }
  for (const LogEvidence &E : Found.Consequences)
    Check(E);
  for (const LogEvidence &E : Found.Unknown)
    Check(E);
  expect(Found.Unknown.size() <= Found.UnknownCount, "unknown lines");
  return 0;
}
