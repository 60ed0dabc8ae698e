#include "Driver/Options.h"
#include "Driver/Analysis.h"
#include "Driver/CommandLine.h"
#include "Driver/Fixes.h"
#include "Prelude/Prelude.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include <nlohmann/json.hpp>

using llvm::StringRef;
namespace cl = llvm::cl;

namespace aoti {
namespace {

int fail(const llvm::Twine &Message) { return failUsage(Message); }

std::string listChecksText() {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const Rule &R : rules()) {
    OS << R.Name << std::string(R.Name.size() < 36 ? 36 - R.Name.size() : 1, ' ')
       << severityName(R.DefaultLevel) << std::string(9 - severityName(R.DefaultLevel).size(), ' ')
       << R.CategoryId << "  " << R.Title << '\n';
  }
  return Text;
}

std::string listChecksJson() {
  nlohmann::ordered_json List = nlohmann::ordered_json::array();
  for (const Rule &R : rules()) {
    const Category *C = findCategory(R.CategoryId);
    List.push_back({{"name", R.Name.str()},
                    {"group", R.Group.str()},
                    {"category", R.CategoryId.str()},
                    {"category_name", C->Name.str()},
                    {"severity", severityName(R.DefaultLevel).str()},
                    {"title", R.Title.str()}});
  }
  return List.dump(2) + "\n";
}

/// Writes the prelude, and the flags to use it with.
int emitPrelude(StringRef Folder) {
  llvm::SmallString<256> Absolute(Folder);
  if (std::error_code Error = llvm::sys::fs::make_absolute(Absolute))
    return fail("cannot tell where '" + Folder + "' is: " + Error.message());
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  std::string Flags = preludeFlags(Absolute);
  std::vector<std::pair<StringRef, StringRef>> Files = {{"compile_flags.txt", Flags}};
  for (const EmbeddedFile &File : preludeFiles())
    Files.emplace_back(File.Path, File.Text);
  for (auto [Name, Text] : Files) {
    llvm::SmallString<256> Path(Folder);
    llvm::sys::path::append(Path, Name);
    // Another process may be reading what is there already.
    if (auto Present = llvm::MemoryBuffer::getFile(Path);
        Present && (*Present)->getBuffer() == Text)
      continue;
    if (std::error_code Error =
            llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)))
      return fail("cannot create the folder of '" + Path + "': " + Error.message());
    std::error_code Error;
    llvm::raw_fd_ostream OS(Path, Error);
    if (!Error) {
      OS << Text;
      OS.close();
      Error = OS.error();
      OS.clear_error();
    }
    if (Error)
      return fail("cannot write '" + Path + "': " + Error.message());
  }
  return ExitClean;
}

/// Writes the prelude into a folder of the user's cache that is this version's own, and prints its
/// path.
int printPreludeDir() {
  llvm::SmallString<256> Folder;
  if (!llvm::sys::path::cache_directory(Folder))
    return fail("--print-prelude-dir: the environment names no folder for caches (HOME or "
                "XDG_CACHE_HOME); use '--emit-prelude=DIR'");
  llvm::sys::path::append(Folder, "aoti-lint", llvm::Twine("prelude-") + toolVersion());
  if (int Code = emitPrelude(Folder))
    return Code;
  llvm::outs() << Folder << '\n';
  return ExitClean;
}

std::optional<OutputRequest> parseOutput(StringRef Request) {
  auto [Name, File] = Request.split(':');
  std::optional<OutputFormat> Format = parseOutputFormat(Name);
  if (!Format)
    return std::nullopt;
  return OutputRequest{*Format, File.str()};
}

} // namespace

std::variant<DriverOptions, int> parseCommandLine(int Argc, const char *const *Argv) {
  hideForeignOptions();
  cl::OptionCategory Category("aoti-lint");

  cl::list<std::string> Paths(cl::Positional, cl::desc("PATH..."), cl::cat(Category));
  cl::list<std::string> Formats(
      "format", cl::value_desc("FORMAT[:FILE]"), cl::cat(Category),
      cl::desc("text, json, sarif or github; repeat it for several outputs"));
  cl::opt<std::string> Output("o", cl::value_desc("FILE"), cl::cat(Category),
                              cl::desc("write the output to FILE; without --format, 'x.sarif' and "
                                       "'x.json' are written as such"));
  cl::opt<std::string> Checks(
      "checks", cl::value_desc("GLOBS"), cl::init("aoti-*"), cl::cat(Category),
      cl::desc("rules to run, as for clang-tidy: 'aoti-*,-aoti-debug-leftover'"));
  cl::opt<bool> Advice("advice", cl::cat(Category), cl::desc("also run the rules at note level"));
  cl::opt<std::string> ListChecks("list-checks", cl::ValueOptional, cl::value_desc("text|json"),
                                  cl::init("off"), cl::cat(Category),
                                  cl::desc("list the rules, as 'text' or 'json', and stop"));
  cl::opt<std::string> Explain("explain", cl::value_desc("RULE"), cl::cat(Category),
                               cl::desc("print the documentation of a rule and stop"));
  cl::opt<std::string> DumpFacts("dump-facts", cl::ValueOptional, cl::value_desc("text|json"),
                                 cl::init("off"), cl::cat(Category),
                                 cl::desc("print what is in the package, buffer by buffer and call "
                                          "by call, instead of findings: as 'text' or 'json'"));
  cl::opt<std::string> PrintContract(
      "print-contract", cl::ValueOptional, cl::value_desc("text|json|python"), cl::init("off"),
      cl::cat(Category),
      cl::desc("print what the model needs of its inputs and what tests it, instead of findings; "
               "'python' prints a function that checks them"));
  cl::opt<std::string> Fix(
      "fix", cl::ValueOptional, cl::value_desc("all"), cl::init("off"), cl::cat(Category),
      cl::desc("apply the safe fixes to files on disk; '--fix=all' applies the others too"));
  cl::opt<bool> Diff("diff", cl::cat(Category),
                     cl::desc("print what --fix would change, and change nothing"));
  cl::opt<std::string> ExportFixes("export-fixes", cl::value_desc("FILE"), cl::cat(Category),
                                   cl::desc("write the fixes for clang-apply-replacements"));
  cl::opt<std::string> Torch(
      "torch", cl::value_desc("none|auto|DIR"), cl::init("none"), cl::cat(Category),
      cl::desc("parse with the headers of an installed torch instead of the built-in ones"));
  cl::opt<std::string> Build("p", cl::value_desc("BUILD"), cl::cat(Category),
                             cl::desc("the folder of the project's compile_commands.json: its "
                                      "macros, folders of headers and torch count"));
  cl::list<std::string> ExtraArguments(
      "extra-arg", cl::value_desc("ARG"), cl::cat(Category),
      cl::desc("a further argument for clang, with --torch; without it, -D, -U and -I count for "
               "sources of custom operators"));
  cl::opt<std::string> LoadDevice(
      "load-device", cl::value_desc("DEVICE"), cl::cat(Category),
      cl::desc("the device that packages will be loaded on: cpu, cuda, cuda:1, xpu, mps"));
  cl::opt<std::string> LoadArch(
      "load-arch", cl::value_desc("ARCH"), cl::cat(Category),
      cl::desc("the card that they will be loaded on: sm_90, 9.0, gfx90a"));
  cl::opt<std::string> LoadIsa(
      "load-isa", cl::value_desc("ISA|host"), cl::cat(Category),
      cl::desc(
          "the vector instructions of the CPU there: avx2, avx512,avx512_vnni, asimd; 'host' takes "
          "those of this machine"));
  cl::opt<std::string> LoadPlatform(
      "load-platform", cl::value_desc("SYSTEM-MACHINE"), cl::cat(Category),
      cl::desc("the system and processor there: linux-x86_64, linux-aarch64, darwin-arm64"));
  cl::opt<std::string> LoadTorch("load-torch", cl::value_desc("RELEASE"), cl::cat(Category),
                                 cl::desc("the torch that they will be loaded with: 2.9, 2.9.1"));
  cl::opt<std::string> EmitPrelude(
      "emit-prelude", cl::value_desc("DIR"), cl::cat(Category),
      cl::desc("write the built-in headers to DIR, with the flags to use them, and stop"));
  cl::opt<bool> PrintPreludeDir(
      "print-prelude-dir", cl::cat(Category),
      cl::desc("write the built-in headers to the user's cache, print the folder and stop"));
  cl::opt<std::string> FailOn("fail-on", cl::value_desc("error|warning|note|never"),
                              cl::init("warning"), cl::cat(Category),
                              cl::desc("severity from which on findings make the exit code 1"));
  // Numbers are taken as texts: LLVM would print by itself what is wrong with one.
  cl::opt<std::string> Jobs("j", cl::Prefix, cl::init("0"), cl::value_desc("N"), cl::cat(Category),
                            cl::desc("worker threads (default: one for each core)"));
  cl::opt<bool> Quiet("quiet", cl::cat(Category),
                      cl::desc("findings only, without notes on the run and summary"));
  cl::opt<std::string> Color("color", cl::value_desc("auto|always|never"), cl::init("auto"),
                             cl::cat(Category), cl::desc("colours in text output"));
  cl::opt<bool> Version("version", cl::cat(Category), cl::desc("print the version and stop"));
  cl::opt<std::string> MaxMemberSize(
      "max-member-size", cl::value_desc("MIB"), cl::cat(Category),
      cl::init(std::to_string(PackageLimits::DefaultMaxMemberBytes >> 20)),
      cl::desc("largest file of an archive that is read (default: 512)"));
  cl::opt<std::string> MaxTotalSize(
      "max-total-size", cl::value_desc("MIB"), cl::cat(Category),
      cl::init(std::to_string(PackageLimits::DefaultMaxTotalBytes >> 20)),
      cl::desc("most that is read of one archive (default: 2048)"));
  cl::opt<std::string> MaxMembers("max-members", cl::value_desc("N"), cl::cat(Category),
                                  cl::init(std::to_string(PackageLimits::DefaultMaxMembers)),
                                  cl::desc("most files of an archive (default: 100000)"));

  std::string Errors;
  llvm::raw_string_ostream ErrorStream(Errors);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv,
          "aoti-lint: says what will go wrong with an AOTInductor package before it is loaded\n\n"
          "  aoti-lint model.pt2                 a package, an extracted folder, C++ sources, or a "
          "folder of these\n"
          "  aoti-lint --format=sarif -o out.sarif --fail-on=never model.pt2\n"
          "  aoti-lint triage --package model.pt2 LOG   an error message in, what it means and "
          "where it comes from out\n",
          &ErrorStream)) {
    // LLVM prints by itself what is wrong with a value.
    return StringRef(Errors).trim().empty() ? static_cast<int>(ExitUsage)
                                            : fail(optionError(Errors));
  }

  if (Version) {
    llvm::outs() << "aoti-lint " << toolVersion() << " (LLVM " << LLVM_VERSION_STRING << ")\n";
    return ExitClean;
  }
  if (ListChecks.getNumOccurrences()) {
    if (ListChecks != "" && ListChecks != "json" && ListChecks != "text")
      return fail("--list-checks: '" + ListChecks + "' is neither 'text' nor 'json'");
    llvm::outs() << (ListChecks == "json" ? listChecksJson() : listChecksText());
    return ExitClean;
  }
  if (Explain.getNumOccurrences()) {
    StringRef Page = ruleDocumentation(Explain);
    if (Page.empty()) {
      llvm::Expected<RuleFilter> Filter = RuleFilter::create(Explain, true);
      if (!Filter) {
        std::string Message = llvm::toString(Filter.takeError());
        return fail("--explain: " + StringRef(Message).split(": ").second);
      }
      return fail("--explain: '" + Explain +
                  "' is not the name of one rule; '--list-checks' lists all");
    }
    llvm::outs() << Page;
    return ExitClean;
  }
  if (EmitPrelude.getNumOccurrences())
    return emitPrelude(EmitPrelude);
  if (PrintPreludeDir)
    return printPreludeDir();

  DriverOptions Options;
  Options.Paths.assign(Paths.begin(), Paths.end());
  if (Options.Paths.empty())
    return fail("no input: give a .pt2 package, an extracted folder or C++ sources; '--help' shows "
                "the options");
  bool StdoutTaken = false;
  for (const std::string &Format : Formats) {
    std::optional<OutputRequest> Request = parseOutput(Format);
    if (!Request)
      return fail("--format: '" + Format + "' is none of text, json, sarif, github");
    Options.Outputs.push_back(*Request);
  }
  if (Options.Outputs.empty())
    Options.Outputs.push_back({});
  if (Output.getNumOccurrences()) {
    if (Options.Outputs.size() > 1 || !Options.Outputs.front().File.empty())
      return fail("-o names the file of one output; with several, give each its own as "
                  "'--format=FORMAT:FILE'");
    Options.Outputs.front().File = Output;
    if (!Formats.getNumOccurrences() && !DumpFacts.getNumOccurrences() &&
        !PrintContract.getNumOccurrences())
      Options.Outputs.front().Format = StringRef(Output).ends_with(".sarif")  ? OutputFormat::Sarif
                                       : StringRef(Output).ends_with(".json") ? OutputFormat::Json
                                                                              : OutputFormat::Text;
  }
  for (const OutputRequest &Request : Options.Outputs)
    if (Request.File.empty() || Request.File == "-") {
      if (StdoutTaken)
        return fail(
            "two outputs would go to standard output; give one a file as '--format=FORMAT:FILE'");
      StdoutTaken = true;
    }
  Options.Checks = Checks;
  Options.Advice = Advice;
  const std::pair<StringRef, unsigned> OfFindings[] = {
      {"--format", Formats.getNumOccurrences()},
      {"--fix", Fix.getNumOccurrences()},
      {"--diff", Diff.getNumOccurrences()},
      {"--export-fixes", ExportFixes.getNumOccurrences()}};
  for (auto [Name, Asked] : {std::pair("--dump-facts", DumpFacts.getNumOccurrences()),
                             {"--print-contract", PrintContract.getNumOccurrences()}})
    for (auto [Other, Given] : OfFindings)
      if (Asked && Given)
        return fail(StringRef(Name) + " prints no findings, so it does not go with " + Other);
  if (DumpFacts.getNumOccurrences() && PrintContract.getNumOccurrences())
    return fail("--dump-facts and --print-contract print different things; ask for one of them");
  if (DumpFacts.getNumOccurrences()) {
    if (DumpFacts != "" && DumpFacts != "text" && DumpFacts != "json")
      return fail("--dump-facts: '" + DumpFacts + "' is neither 'text' nor 'json'");
    Options.Facts = DumpFacts == "json" ? FactsFormat::Json : FactsFormat::Text;
  }
  if (PrintContract.getNumOccurrences()) {
    if (PrintContract != "" && PrintContract != "text" && PrintContract != "json" &&
        PrintContract != "python")
      return fail("--print-contract: '" + PrintContract + "' is none of text, json, python");
    Options.Contract = PrintContract == "json"     ? ContractFormat::Json
                       : PrintContract == "python" ? ContractFormat::Python
                                                   : ContractFormat::Text;
  }
  if (Fix.getNumOccurrences()) {
    if (Fix != "" && Fix != "all")
      return fail("--fix: '" + Fix + "' is not 'all'");
    Options.Fix = true;
    Options.UnsafeFixes = Fix == "all";
  }
  Options.Diff = Diff;
  if (Fix.getNumOccurrences() && Diff)
    Options.Fix = false; // --diff shows what the --fix beside it would do
  if (Diff && StdoutTaken && Options.Outputs.front().Format != OutputFormat::Text)
    return fail("--diff prints to standard output; give the other output a file with -o");
  Options.ExportFixes = ExportFixes;
  Options.Torch = Torch == "none" ? "" : Torch.getValue();
  Options.Build = Build;
  Options.ExtraArguments.assign(ExtraArguments.begin(), ExtraArguments.end());
  llvm::Expected<LoadTarget> Target =
      parseLoadTarget(LoadDevice, LoadArch, LoadIsa, LoadPlatform, LoadTorch);
  if (!Target)
    return fail(llvm::toString(Target.takeError()));
  Options.Target = std::move(*Target);
  for (const auto *Option : {&LoadDevice, &LoadArch, &LoadIsa, &LoadPlatform, &LoadTorch})
    if (Option->getNumOccurrences() && Option->empty())
      return fail("--" + Option->ArgStr + " needs a value");
  if (FailOn == "never") {
    Options.FailOn = std::nullopt;
  } else if (std::optional<Severity> Level = parseSeverity(FailOn)) {
    Options.FailOn = Level;
  } else {
    return fail("--fail-on: '" + FailOn + "' is none of error, warning, note, never");
  }
  Options.Quiet = Quiet;
  std::optional<ColorMode> Mode = parseColorMode(Color);
  if (!Mode)
    return fail("--color: '" + Color + "' is none of auto, always, never");
  Options.Color = *Mode;
  uint64_t MemberMiB = 0, TotalMiB = 0;
  if (StringRef(Jobs).getAsInteger(10, Options.Jobs))
    return fail("-j: '" + Jobs + "' is not a whole number, or is too large");
  if (StringRef(MaxMemberSize).getAsInteger(10, MemberMiB))
    return fail("--max-member-size: '" + MaxMemberSize +
                "' is not a whole number, or is too large");
  if (StringRef(MaxTotalSize).getAsInteger(10, TotalMiB))
    return fail("--max-total-size: '" + MaxTotalSize + "' is not a whole number, or is too large");
  if (StringRef(MaxMembers).getAsInteger(10, Options.Limits.MaxMembers))
    return fail("--max-members: '" + MaxMembers + "' is not a whole number, or is too large");
  auto Bytes = [](uint64_t MiB) { return MiB > (UINT64_MAX >> 20) ? UINT64_MAX : MiB << 20; };
  Options.Limits.MaxMemberBytes = Bytes(MemberMiB);
  Options.Limits.MaxTotalBytes = Bytes(TotalMiB);
  return Options;
}

namespace {

int exitCode(const Report &R, const DriverOptions &Options) {
  if (R.Incomplete)
    return ExitIncomplete;
  for (const InputReport &Input : R.Inputs)
    if (Input.Status == InputStatus::Unreadable)
      return ExitUsage;
  if (Options.FailOn)
    for (const Finding &F : R.Findings)
      if (F.Level >= *Options.FailOn)
        return ExitFindings;
  return ExitClean;
}

/// What keeps files from being read goes to standard error, whatever the format.
bool isForStandardError(const Notification &N) {
  return N.Level != Severity::Note && !N.At.isValid();
}

void writeReport(const Report &R, const DriverOptions &Options, OutputFormat Format, bool Color,
                 llvm::raw_ostream &OS) {
  if (Options.Facts != FactsFormat::None)
    return Options.Facts == FactsFormat::Json ? writeFactsJson(R, OS) : writeFactsText(R, OS);
  switch (Options.Contract) {
  case ContractFormat::None:
    break;
  case ContractFormat::Text:
    return writeContractText(R, OS);
  case ContractFormat::Json:
    return writeContractJson(R, OS);
  case ContractFormat::Python:
    return writeContractPython(R, OS);
  }
  switch (Format) {
  case OutputFormat::Text:
    return writeText(R, {Color, Options.Quiet}, OS);
  case OutputFormat::Json:
    return writeJson(R, OS);
  case OutputFormat::Sarif:
    return writeSarif(R, OS);
  case OutputFormat::GitHub:
    return writeGitHub(R, OS);
  }
}

/// Writes one output; false when its file could not be written.
bool writeOutput(const Report &R, const DriverOptions &Options, const OutputRequest &Request) {
  if (Request.File.empty() || Request.File == "-") {
    bool Color = usesColor(Options.Color);
    if (Request.Format == OutputFormat::Text) {
      Report Rest = R;
      llvm::erase_if(Rest.Notifications, isForStandardError);
      writeReport(Rest, Options, Request.Format, Color, llvm::outs());
    } else {
      writeReport(R, Options, Request.Format, Color, llvm::outs());
    }
    llvm::outs().flush();
    return true;
  }
  std::error_code Error;
  llvm::raw_fd_ostream OS(Request.File, Error);
  if (!Error) {
    writeReport(R, Options, Request.Format, Options.Color == ColorMode::Always, OS);
    OS.close();
    Error = OS.error();
    OS.clear_error();
  }
  if (Error)
    fail("cannot write '" + Request.File + "': " + Error.message());
  return !Error;
}

} // namespace

int runAotiLint(const DriverOptions &Options) {
  llvm::Expected<RuleFilter> Rules = RuleFilter::create(Options.Checks, Options.Advice);
  if (!Rules)
    return fail(llvm::toString(Rules.takeError()));
  AnalysisOptions Analysis{std::move(*Rules), {}, nullptr, Options.Limits, Options.Target,
                           Options.Advice};
  Analysis.DumpFacts =
      Options.Facts != FactsFormat::None || Options.Contract != ContractFormat::None;
  Analysis.RunRules = !Analysis.DumpFacts;
  Analysis.Jobs = Options.Jobs;
  if (Analysis.Jobs == 0)
    Analysis.Jobs = llvm::hardware_concurrency().compute_thread_count();
  if (!Options.Torch.empty()) {
    Analysis.Headers.TorchInclude = findTorchInclude(Options.Torch);
    if (Analysis.Headers.TorchInclude.empty())
      return fail(
          Options.Torch == "auto"
              ? "--torch=auto: found no torch in the active environment; activate it, or give its "
                "folder as '--torch=DIR'"
              : "--torch: '" + Options.Torch +
                    "' holds no torch headers (looked for 'include/torch/csrc/inductor' in it)");
  }
  Analysis.Headers.ExtraArguments = Options.ExtraArguments;
  if (!Options.Build.empty()) {
    llvm::Expected<BuildFlags> Build = BuildFlags::load(Options.Build);
    if (!Build)
      return fail(llvm::toString(Build.takeError()));
    Analysis.Build = std::make_shared<const BuildFlags>(std::move(*Build));
  }

  Report R = analysePaths(Options.Paths, Analysis);
  R.ExitCode = exitCode(R, Options);

  // A diff on standard output stands alone, to be piped into patch.
  bool Written = true;
  for (const OutputRequest &Request : Options.Outputs)
    if (!(Options.Diff && Request.File.empty()))
      Written &= writeOutput(R, Options, Request);
  for (const Notification &N : R.Notifications)
    if (isForStandardError(N) && (N.Level == Severity::Error || !Options.Quiet))
      llvm::errs() << "aoti-lint: " << severityName(N.Level) << ": " << N.Message << '\n';

  if (Options.Diff) {
    unsigned LeftOut = writeDiff(R.Findings, Options.UnsafeFixes, llvm::outs());
    if (LeftOut && !Options.Quiet) {
      llvm::outs().flush();
      llvm::errs() << "left out " << LeftOut << (LeftOut == 1 ? " fix that" : " fixes that")
                   << " may change what the code does; --diff --fix=all shows them too\n";
    }
  }
  if (!Options.ExportFixes.empty()) {
    std::error_code Error;
    llvm::raw_fd_ostream OS(Options.ExportFixes, Error);
    if (Error)
      return fail("cannot write '" + Options.ExportFixes + "': " + Error.message());
    writeFixesYaml(R.Findings, Options.UnsafeFixes, OS);
  }
  if (Options.Fix) {
    llvm::Expected<FixResult> Result = applyFixes(R.Findings, Options.UnsafeFixes);
    if (!Result)
      return fail(llvm::toString(Result.takeError()));
    if (!Options.Quiet)
      writeFixReport(*Result, llvm::errs());
  }
  return Written ? R.ExitCode : static_cast<int>(ExitUsage);
}

} // namespace aoti
