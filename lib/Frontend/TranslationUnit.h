//===- TranslationUnit.h - runs the checks on one source ----------*- C++ -*-===//
//
// Parses one C++ source against the prelude, or against real headers when asked to,
// runs the enabled checks on it and says what could not be analysed. A crash stays
// inside.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dialect.h"
#include "Facts/FactsDump.h"
#include "Facts/OperatorIndex.h"
#include "Facts/UnitSummary.h"
#include "Finding/Finding.h"
#include "Support/SourceText.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// Where declarations come from.
struct HeaderOptions {
  /// The `include` folder of a torch installation; empty for the prelude.
  std::string TorchInclude;
  /// Further arguments for clang, as after `--` on the command line; only for sources that are not
  /// part of a package.
  std::vector<std::string> ExtraArguments;
};

/// Finds torch's `include` folder: \p Where is "auto" (the active virtual or conda environment,
/// then the Python on PATH; nothing is run), a torch package folder, its `include` folder, or a
/// folder above it. Empty if there is none.
std::string findTorchInclude(llvm::StringRef Where);

/// Another file of the input that a source may include.
struct IncludableFile {
  /// Path relative to what the source's `Name` is relative to.
  std::string Name;
  SourceTextPtr Text;
};

struct TranslationUnit {
  SourceTextPtr Main;
  /// The path of the source in its project, or in the package as torch lays it out
  /// (`data/aotinductor/<model>/…`), which facts go by; else its file name.
  std::string Name;
  std::vector<IncludableFile> Includable;
  /// Folders, relative to what the source's `Name` is relative to, in which its includes are looked
  /// for.
  std::vector<std::string> IncludeDirectories;
  /// The files of CPU kernels and of extern nodes that belong to a wrapper: not to be included, but
  /// facts read them.
  std::vector<IncludableFile> Companions;
  /// Gathers what is known of it.
  bool DumpFacts = false;
  /// Then also what is shown of the accesses of each launch.
  bool ProveAccesses = false;
  /// Its summary has to say which functions of torch it uses.
  bool NeedsShimUses = false;
  /// The operators of all sources of the run; null if this one is judged by itself.
  const OperatorIndex *Operators = nullptr;
  /// Gathers the operators that the source registers.
  bool CollectOperators = false;
  /// It stands where the wrapper of a package has to be.
  bool IsWrapper = false;
};

/// A note on the analysis of one source.
struct AnalysisNote {
  Location At;
  std::string Message;
};

struct TranslationUnitResult {
  Dialect SourceDialect;
  /// Unsorted. Findings of `aoti-lint-incomplete` are among them.
  std::vector<Finding> Findings;
  std::vector<AnalysisNote> Notes;
  unsigned Suppressed = 0;
  /// Of wrappers that were parsed to their end.
  std::optional<UnitSummary> Summary;
  /// Set when it was asked for and the source is one that is analysed.
  std::optional<SourceDump> Facts;
  /// What the source registers, when it was asked for.
  FileOperators Operators;
  /// Part of the source was not analysed; a finding of `aoti-lint-incomplete` says why.
  bool Incomplete = false;
};

/// What runs on a translation unit.
struct CheckSettings {
  /// clang-tidy's list of globs.
  std::string Checks;
  /// clang-tidy's options of checks, by `<check>.<option>`.
  std::map<std::string, std::string> Options;
};

TranslationUnitResult analyseTranslationUnit(const TranslationUnit &Unit,
                                             const CheckSettings &Settings,
                                             const HeaderOptions &Headers);

} // namespace aoti
