// What holds of every finding, whatever was read.
#pragma once

#include "Finding/Finding.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace aoti::fuzz {

/// Stops the fuzzer, which keeps the input.
inline void expect(bool Holds, const llvm::Twine &What) {
  if (!Holds)
    llvm::report_fatal_error(What, false);
}

inline void expectWithin(const Location &At) {
  if (At.isValid())
    expect(At.Begin <= At.End && At.End <= At.Source->text().size(),
           "a place lies outside of its text");
}

inline void expectSound(const Finding &F) {
  expect(!F.Message.empty(), "a finding says nothing");
  expectWithin(F.At);
  for (const FindingNote &N : F.Notes)
    expectWithin(N.At);
  for (const FlowStep &S : F.Flow)
    expectWithin(S.At);
}

} // namespace aoti::fuzz
