//===- TriageReport.h - what `aoti-lint triage` has to say --------*- C++ -*-===//
#pragma once

#include "Finding/Finding.h"
#include "Triage/Diagnose.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace aoti {

/// A launch that may have made a fault, best first.
struct TriageSuspect {
  std::string Kernel;
  Location At;
  /// Lower case, without a full stop.
  std::string Reason;
};

/// Where in the package a diagnosis leads.
struct TriagePlaces {
  /// The lines that the message speaks of; without a rule.
  std::vector<Finding> Places;
  std::vector<TriageSuspect> Suspects;
  /// How many more there are.
  size_t MoreSuspects = 0;
  /// Launches that are no suspects: those whose accesses are all proved, and those that nothing
  /// speaks against, but that could not be looked into.
  unsigned ProvedLaunches = 0, OtherLaunches = 0;
  /// What the rules of the category find, as likely causes.
  std::vector<Finding> Causes;
};

struct TriageReport {
  /// As it was given; "-" for standard input.
  std::string LogName;
  LogDiagnoses Log;
  /// As it was given; empty if none was.
  std::string Package;
  /// One for each diagnosis; empty without a package.
  std::vector<TriagePlaces> Places;
  /// About the package: what could not be read or analysed.
  std::vector<std::string> Notes;
};

/// The kernels of the suspects, as AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT takes them.
std::string suspectFilter(const TriagePlaces &Where);
/// A piece of advice without the names of rules that this version does not have.
std::string withKnownRules(llvm::StringRef Advice);
/// The steps of a piece of advice, without those that the log or the command line has taken.
/// \param Of null if nothing is known.
std::vector<std::string> stepsOf(const TriageReport &R, const Symptom *Of);
/// For a person in a terminal.
void writeTriageText(const TriageReport &R, bool Color, llvm::raw_ostream &OS);
/// `{"version":1,"log":…,"diagnoses":[…],…}`; see docs/triage.md.
void writeTriageJson(const TriageReport &R, llvm::raw_ostream &OS);

} // namespace aoti
