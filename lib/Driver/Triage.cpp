#include "Driver/Triage.h"
#include "Driver/CommandLine.h"
#include "Driver/TriagePlaces.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Threading.h"

using llvm::StringRef;
namespace cl = llvm::cl;

namespace aoti {
namespace {

struct TriageOptions {
  std::string Log, Package, Output;
  bool Json = false;
  ColorMode Color = ColorMode::Auto;
};

std::variant<TriageOptions, int> parseTriageOptions(int Argc, const char *const *Argv) {
  hideForeignOptions();
  cl::OptionCategory Category("aoti-lint triage");
  cl::list<std::string> Logs(cl::Positional, cl::desc("LOG|-"), cl::cat(Category));
  cl::opt<std::string> Package("package", cl::value_desc("PATH"), cl::cat(Category),
                               cl::desc("the package that the log is of: names the place in it"));
  cl::opt<std::string> Format("format", cl::value_desc("text|json"), cl::init("text"),
                              cl::cat(Category), cl::desc("text (default) or json"));
  cl::opt<std::string> Output(
      "o", cl::value_desc("FILE"), cl::cat(Category),
      cl::desc("write the output to FILE; without --format, 'x.json' is written as such"));
  cl::opt<std::string> Color("color", cl::value_desc("auto|always|never"), cl::init("auto"),
                             cl::cat(Category), cl::desc("colours in text output"));

  std::vector<const char *> Arguments(Argv, Argv + Argc);
  Arguments[0] = "aoti-lint triage";
  std::string Errors;
  llvm::raw_string_ostream ErrorStream(Errors);
  if (!cl::ParseCommandLineOptions(
          Argc, Arguments.data(),
          "aoti-lint triage: says what an error message of a package means, and what to do\n\n"
          "  aoti-lint triage server.log                         a traceback, standard error, a "
          "report of a sanitizer\n"
          "  aoti-lint triage --package model.pt2 server.log     also where in the package\n"
          "  python serve.py 2>&1 | aoti-lint triage -\n\n"
          "Exit code: 0 a message is known, 1 none is, 2 wrong options or unreadable input\n",
          &ErrorStream))
    return StringRef(Errors).trim().empty() ? static_cast<int>(TriageUsage)
                                            : failUsage(optionError(Errors, "'triage --help'"));

  TriageOptions Options;
  if (Logs.empty())
    return failUsage("triage: no log: give a file, or '-' for standard input; 'triage --help' "
                     "shows the options");
  if (Logs.size() > 1)
    return failUsage("triage: one log at a time, and '" + Logs[0] + "' and '" + Logs[1] +
                     "' are two");
  Options.Log = Logs.front();
  if (Package.getNumOccurrences() && Package.empty())
    return failUsage("--package needs a value");
  Options.Package = Package;
  Options.Output = Output;
  if (Format != "text" && Format != "json")
    return failUsage("--format: '" + Format + "' is none of text, json");
  Options.Json =
      Format == "json" || (!Format.getNumOccurrences() && StringRef(Output).ends_with(".json"));
  std::optional<ColorMode> Mode = parseColorMode(Color);
  if (!Mode)
    return failUsage("--color: '" + Color + "' is none of auto, always, never");
  Options.Color = *Mode;
  return Options;
}

} // namespace

int runTriage(int Argc, const char *const *Argv) {
  auto Parsed = parseTriageOptions(Argc, Argv);
  if (const int *Code = std::get_if<int>(&Parsed))
    return *Code;
  const TriageOptions &Options = std::get<TriageOptions>(Parsed);

  if (Options.Log != "-" && llvm::sys::fs::is_directory(Options.Log))
    return failUsage("'" + Options.Log + "' is a folder, not a log");
  auto Log = llvm::MemoryBuffer::getFileOrSTDIN(Options.Log, /*IsText=*/false,
                                                /*RequiresNullTerminator=*/false);
  if (!Log)
    return failUsage((Options.Log == "-" ? "cannot read standard input: "
                                         : "cannot read '" + Options.Log + "': ") +
                     Log.getError().message());
  StringRef Bytes = (*Log)->getBuffer();
  if (Bytes.starts_with("PK\x03\x04"))
    return failUsage("'" + Options.Log +
                     "' is an archive, not a log; the package goes behind --package");

  TriageReport R;
  R.LogName = Options.Log;
  R.Log = diagnoseLog(Bytes);
  if (!Options.Package.empty()) {
    bool WithProofs = llvm::any_of(
        R.Log.Diagnoses, [](const Diagnosis &D) { return D.Of->Place == PlaceKind::Memory; });
    llvm::Expected<TriagedPackage> Package = TriagedPackage::open(
        Options.Package, WithProofs, llvm::hardware_concurrency().compute_thread_count());
    if (!Package)
      return failUsage("--package: " + llvm::toString(Package.takeError()));
    R.Package = Options.Package;
    R.Notes = Package->notes();
    for (const Diagnosis &D : R.Log.Diagnoses)
      R.Places.push_back(Package->places(D));
  }

  auto Write = [&](bool Color, llvm::raw_ostream &OS) {
    Options.Json ? writeTriageJson(R, OS) : writeTriageText(R, Color, OS);
  };
  if (Options.Output.empty() || Options.Output == "-") {
    Write(usesColor(Options.Color), llvm::outs());
    llvm::outs().flush();
  } else {
    std::error_code Error;
    llvm::raw_fd_ostream OS(Options.Output, Error);
    if (!Error) {
      Write(Options.Color == ColorMode::Always, OS);
      OS.close();
      Error = OS.error();
      OS.clear_error();
    }
    if (Error)
      return failUsage("cannot write '" + Options.Output + "': " + Error.message());
  }
  return R.Log.Diagnoses.empty() ? TriageUnknown : TriageKnown;
}

} // namespace aoti
