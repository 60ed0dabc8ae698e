//===- Analysis.h - from paths to a report ------------------------*- C++ -*-===//
//
// Opens the paths, analyses every source of every package on a pool of workers, runs
// the checks on packages, and joins all in the order of the inputs, so that the
// report does not depend on the number of workers.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Driver/BuildFlags.h"
#include "Driver/RuleFilter.h"
#include "Frontend/TranslationUnit.h"
#include "Output/Report.h"
#include "Package/Package.h"
#include "Target/LoadTarget.h"

namespace aoti {

struct AnalysisOptions {
  RuleFilter Rules;
  HeaderOptions Headers;
  /// How sources that are not part of a package are compiled; null if that is not told.
  std::shared_ptr<const BuildFlags> Build;
  PackageLimits Limits;
  LoadTarget Target;
  /// Rules also report what they only advise, as notes.
  bool Advice = false;
  /// Whether rules run.
  bool RunRules = true;
  /// Gathers the facts of the sources.
  bool DumpFacts = false;
  /// Then also what is shown of the accesses of each launch.
  bool ProveAccesses = false;
  /// Worker threads, at least 1.
  unsigned Jobs = 1;
};

/// Never fails as a whole; what could not be read or analysed is in the report.
Report analysePaths(const std::vector<std::string> &Paths, const AnalysisOptions &Options);

} // namespace aoti
