//===- Options.h - the command line -------------------------------*- C++ -*-===//
#pragma once

#include "Finding/Finding.h"
#include "Output/Writers.h"
#include "Package/Package.h"
#include "Target/LoadTarget.h"
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace aoti {

/// Process exit codes.
enum ExitCode : int {
  ExitClean = 0,      ///< nothing at or above the threshold
  ExitFindings = 1,   ///< findings at or above the threshold
  ExitUsage = 2,      ///< wrong options, or an input that could not be read
  ExitIncomplete = 3, ///< a source could not be analysed in full
};

/// One output that was asked for.
struct OutputRequest {
  OutputFormat Format = OutputFormat::Text;
  /// Empty for standard output.
  std::string File;
};

/// How `--dump-facts` prints.
enum class FactsFormat { None, Text, Json };
/// How `--print-contract` prints.
enum class ContractFormat { None, Text, Json, Python };

enum class ColorMode { Auto, Always, Never };

struct DriverOptions {
  std::vector<std::string> Paths;
  std::vector<OutputRequest> Outputs;
  /// Which rules run.
  std::string Checks = "aoti-*";
  /// Runs the rules at note level too.
  bool Advice = false;
  bool Fix = false;
  bool Diff = false;
  /// Also takes fixes that are not safe.
  bool UnsafeFixes = false;
  std::string ExportFixes;
  /// As given: "", "none", "auto" or a folder.
  std::string Torch;
  std::vector<std::string> ExtraArguments;
  /// The folder of a compilation database, or that file; empty for none.
  std::string Build;
  /// The machine that the packages will be loaded on, as far as it was told.
  LoadTarget Target;
  /// Findings from this severity on make the exit code 1; nullopt: never.
  std::optional<Severity> FailOn = Severity::Warning;
  /// Worker threads; 0 takes one for each core.
  unsigned Jobs = 0;
  bool Quiet = false;
  /// Prints what is known of the sources instead of findings.
  FactsFormat Facts = FactsFormat::None;
  /// Prints what the models need of their inputs instead of findings.
  ContractFormat Contract = ContractFormat::None;
  ColorMode Color = ColorMode::Auto;
  PackageLimits Limits;
};

/// Parses the command line and handles the options that answer by themselves (`--version`,
/// `--list-checks`, `--explain`, …).
/// \returns the options, or the exit code to leave with.
std::variant<DriverOptions, int> parseCommandLine(int Argc, const char *const *Argv);

/// The program: analyses what the options name, writes the outputs, applies fixes.
/// \returns the exit code.
int runAotiLint(const DriverOptions &Options);

} // namespace aoti
