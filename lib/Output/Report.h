//===- Report.h - everything a run has to say ---------------------*- C++ -*-===//
//
// The result of a run, as every output format gets it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/FactsDump.h"
#include "Finding/Finding.h"
#include "Finding/Rules.h"
#include <string>
#include <vector>

namespace aoti {

/// How far an input could be analysed.
enum class InputStatus { Analysed, Incomplete, Unreadable };

/// "analysed", "incomplete" or "unreadable".
llvm::StringRef inputStatusName(InputStatus S);

/// The releases of torch that can load a model, by the functions of torch's C shim that it needs.
struct TorchNeeds {
  struct End {
    /// "2.7".
    std::string Release;
    /// The function that decides it, and the file that needs it.
    std::string Function, File;
  };
  /// The oldest release that has all of them, and the newest one; open where none decides.
  std::optional<End> Oldest, Newest;
  /// A function that no release has; empty if there is none.
  std::string InNone;
  /// Whether no release that is known has all of them.
  bool LoadsNowhere = false;
  /// Whether the model's library was there to ask, which needs more than the source shows.
  bool HasLibrary = false;
  /// Whether a library was there that could not be read.
  bool HasUnreadableLibrary = false;
};

/// What is known of one source, for `--dump-facts`.
struct DumpedSource {
  /// The file or archive, and the path inside it.
  std::string File, Member;
  SourceDump Facts;
  /// Of wrappers.
  std::optional<TorchNeeds> Torch;
  /// Why not all of it was analysed.
  std::vector<std::string> Incomplete;
};

/// One package or loose file of the run.
struct InputReport {
  /// As the user gave it or as it was found below a folder that was given.
  std::string Path;
  /// "archive", "folder", "file".
  std::string Kind;
  /// "torch 2.13 to 2.14, cuda"; empty when nothing generated is in it. One entry a model, joined
  /// by "; ".
  std::string Dialect;
  InputStatus Status = InputStatus::Analysed;
  /// Sources, models: counts for the summary.
  unsigned Sources = 0;
  unsigned Models = 0;
  /// In the order of the sources; empty unless asked for.
  std::vector<DumpedSource> Facts = {};
};

/// Something about the run rather than about the code: an unreadable file, an unresolved include, a
/// crash.
struct Notification {
  /// Error: part of the analysis is missing (exit 2 or 3). Note: worth knowing.
  Severity Level = Severity::Note;
  /// Where, if there is a place.
  Location At;
  /// Names the file and what to do.
  std::string Message;
};

struct Report {
  std::vector<InputReport> Inputs;
  /// Sorted, finished (see finishFindings). Findings of `aoti-lint-incomplete` are among them.
  std::vector<Finding> Findings;
  /// In the order of the inputs.
  std::vector<Notification> Notifications;
  /// Rules that ran, by name.
  std::vector<const Rule *> EnabledRules;
  /// Findings that NOLINT comments suppressed.
  unsigned Suppressed = 0;
  /// Sources that could not be analysed fully.
  unsigned Incomplete = 0;
  /// What the process will return: 0 to 3.
  int ExitCode = 0;
};

/// How many findings there are of each severity.
struct SeverityCounts {
  unsigned Errors = 0;
  unsigned Warnings = 0;
  unsigned Notes = 0;
  unsigned of(Severity S) const;
};
SeverityCounts countBySeverity(llvm::ArrayRef<Finding> Findings);

/// The version of the tool, "0.1.0".
llvm::StringRef toolVersion();
/// The project's page, without a trailing '/'.
llvm::StringRef projectUrl();

} // namespace aoti
