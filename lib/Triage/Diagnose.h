//===- Diagnose.h - from a log to what went wrong -----------------*- C++ -*-===//
//
// Reads a log once, finds the messages that are known, and joins them: a specific
// message outranks a general one, a reason outranks what came of it, and a call that
// failed says nothing if its reason stands above.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Triage/Symptom.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace aoti {

/// A line of the log; the text is what a person should see of it, without colours, valid UTF-8.
struct LogEvidence {
  uint64_t Line = 0;
  std::string Text;
};

enum class Confidence { Low, Medium, High };
/// "low", "medium" or "high".
llvm::StringRef confidenceName(Confidence C);

/// A fault that the log shows.
struct Diagnosis {
  const Symptom *Of = nullptr;
  LogEvidence Evidence;
  /// On how many lines it was seen.
  uint64_t Count = 1;
  /// What the message says here, a sentence; empty if it does not tell.
  std::string Detail;
  /// By the names in the patterns.
  std::map<std::string, std::string> Captures;

  Confidence confidence() const;
  /// Empty if it is not known.
  llvm::StringRef capture(llvm::StringRef Name) const;
};

struct LogDiagnoses {
  uint64_t Lines = 0;
  /// Best first.
  std::vector<Diagnosis> Diagnoses;
  /// What follows from them: crashes, and calls that failed.
  std::vector<LogEvidence> Consequences;
  /// Lines that look like errors and that nothing is known of; the first ones, and how many there
  /// are.
  std::vector<LogEvidence> Unknown;
  uint64_t UnknownCount = 0;
};

/// Time and memory are linear in the size of the log.
LogDiagnoses diagnoseLog(llvm::StringRef Bytes);

} // namespace aoti
