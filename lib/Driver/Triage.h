//===- Triage.h - `aoti-lint triage` ------------------------------*- C++ -*-===//
#pragma once

namespace aoti {

/// Exit codes of `aoti-lint triage`.
enum TriageExitCode : int {
  TriageKnown = 0,   ///< a message of the log is known
  TriageUnknown = 1, ///< none is
  TriageUsage = 2,   ///< wrong options, or a log or package that cannot be read
};

/// The subcommand. \param Argv from the word `triage` on.
int runTriage(int Argc, const char *const *Argv);

} // namespace aoti
