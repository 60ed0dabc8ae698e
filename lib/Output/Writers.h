//===- Writers.h - one writer per output format -------------------*- C++ -*-===//
#pragma once

#include "Output/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace aoti {

enum class OutputFormat { Text, Json, Sarif, GitHub };

/// "text", "json", "sarif" or "github".
std::optional<OutputFormat> parseOutputFormat(llvm::StringRef Name);

struct TextOptions {
  bool Color = false;
  /// Leaves out notes about the run, the summary and the hints. Errors of the run are printed all
  /// the same.
  bool Quiet = false;
  /// Width of the terminal: longer source lines are shown in part, around the caret.
  unsigned Columns = 100;
};

struct SarifOptions {
  /// The folder that paths are relative to; when empty, the repository that holds the current
  /// directory, or that directory.
  std::string Root;
  /// Tells apart several uploads for one commit: `automationDetails.id` is "aoti-lint/<category>/".
  std::string Category = "default";
  /// What code scanning takes in one run; beyond it the least severe results are left out, with a
  /// notification.
  size_t MaxResults = 25'000;
  /// Bytes of the file after compression that code scanning takes; treated as MaxResults.
  size_t MaxCompressedBytes = 10'000'000;
  /// Larger archives get no sha-256.
  uint64_t MaxHashedBytes = uint64_t(1) << 30;
};

/// clang's form: `path:line:col: warning: message [rule]`, the source line, a caret, notes, then a
/// summary line.
void writeText(const Report &R, const TextOptions &Options, llvm::raw_ostream &OS);
/// The one-line summary of the text format, without a line end: `2 errors, 3 warnings in 1 package
/// (…)`.
std::string summaryLine(const Report &R);
/// `{"version":1,"tool":…,"inputs":[…],"findings":[…],"notifications":[…],"summary":{…}}`. Lines
/// and columns count from 1, columns and lengths in bytes of UTF-8, ends are exclusive; what is not
/// valid UTF-8 is written as U+FFFD.
void writeJson(const Report &R, llvm::raw_ostream &OS);
/// What is known of the sources, for a person: a table for each kind of thing, function by
/// function.
void writeFactsText(const Report &R, llvm::raw_ostream &OS);
/// The same as `{"version":1,"tool":…,"inputs":[…],"known":{…}}`; see docs/usage.md.
void writeFactsJson(const Report &R, llvm::raw_ostream &OS);
/// What the models need of their inputs, and what tests it, for a person.
void writeContractText(const Report &R, llvm::raw_ostream &OS);
/// The same as `{"version":1,"tool":…,"contracts":[…]}`; see docs/usage.md.
void writeContractJson(const Report &R, llvm::raw_ostream &OS);
/// The same as Python code: a function for each model that raises ValueError where a call of the
/// model with the same arguments is outside of the contract.
void writeContractPython(const Report &R, llvm::raw_ostream &OS);
/// SARIF 2.1.0 for GitHub code scanning and SARIF viewers.
void writeSarif(const Report &R, const SarifOptions &Options, llvm::raw_ostream &OS);
void writeSarif(const Report &R, llvm::raw_ostream &OS);
/// `::warning file=…,line=…,col=…,title=…::message` commands for a GitHub Actions log, with paths
/// relative to \p Root (see SarifOptions::Root).
void writeGitHub(const Report &R, llvm::raw_ostream &OS, llvm::StringRef Root = {});

} // namespace aoti
