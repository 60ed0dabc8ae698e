//===- Finding.h - what a check found, free of the AST ------------*- C++ -*-===//
//
// A finding names a fault, its places, what makes it fail and how to mend it. It
// outlives the translation unit and the package it was found in.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Support/SourceText.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti {

enum class Severity { Note, Warning, Error };

/// "note", "warning" or "error".
llvm::StringRef severityName(Severity S);
std::optional<Severity> parseSeverity(llvm::StringRef Name);

/// A further place that belongs to a finding, with what it is.
struct FindingNote {
  Location At;
  std::string Message;
};

/// One step of a code flow, in the order in which things happen.
struct FlowStep {
  Location At;
  std::string Message;
};

/// Replaces the bytes of a location by a text.
struct Edit {
  Location At;
  std::string Replacement;
};

/// A set of edits that belong together.
struct Fix {
  std::string Description;
  std::vector<Edit> Edits;
  /// A safe fix keeps the meaning of code that works; others are offered, and applied only when
  /// asked for by `--fix=all`.
  bool Safe = true;
};

struct Finding {
  /// Name of the rule, as in `Checks.def`, or `aoti-lint-incomplete`.
  std::string Rule;
  Severity Level = Severity::Warning;
  /// Lower case, without a full stop.
  std::string Message;
  Location At;
  std::vector<FindingNote> Notes;
  std::vector<FlowStep> Flow;
  std::vector<Fix> Fixes;
  /// Stable identity over runs: 16 hex digits; the same when lines move. Set by
  /// `assignFingerprints`.
  std::string Fingerprint;
};

/// Whether a step of the flow says the same at the same place, so that a reader needs one of them.
bool isStep(const Finding &F, const FindingNote &N);

/// Order of findings in every output: place, then rule, then message.
bool operator<(const Finding &A, const Finding &B);

/// Sorts, drops exact duplicates (same rule, place and message) and sets the fingerprints.
void finishFindings(std::vector<Finding> &Findings);

} // namespace aoti
