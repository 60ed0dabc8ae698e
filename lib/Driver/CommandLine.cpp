#include "Driver/CommandLine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;
namespace cl = llvm::cl;

namespace aoti {

int failUsage(const llvm::Twine &Message) {
  llvm::errs() << "aoti-lint: error: " << Message << '\n';
  return ExitUsage;
}

void hideForeignOptions() {
  std::vector<cl::Option *> Foreign;
  for (auto &Known : cl::getRegisteredOptions())
    if (!Known.first.starts_with("help"))
      Foreign.push_back(Known.second);
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

std::string optionError(StringRef Errors, StringRef Help) {
  auto [First, Rest] = Errors.trim().split('\n');
  if (size_t Colon = First.find(": "); Colon != StringRef::npos)
    First = First.substr(Colon + 2);
  if (First.consume_front("Unknown command line argument '")) {
    StringRef Given = First.split("'.").first;
    std::string Message = "unknown option '" + Given.str() + "'";
    StringRef Near = Rest.split("Did you mean '").second.split('\'').first;
    // LLVM names one however far away it is.
    if (!Near.empty() && Near.edit_distance(Given) <= Given.size() / 3)
      Message += " (did you mean '" + Near.str() + "'?)";
    return Message + "; " + Help.str() + " shows the options";
  }
  return First.rtrim("!.").str();
}

std::optional<ColorMode> parseColorMode(StringRef Name) {
  if (Name == "always")
    return ColorMode::Always;
  if (Name == "never")
    return ColorMode::Never;
  if (Name == "auto")
    return ColorMode::Auto;
  return std::nullopt;
}

bool usesColor(ColorMode Mode) {
  return Mode == ColorMode::Always ||
         (Mode == ColorMode::Auto && llvm::sys::Process::StandardOutHasColors() &&
          !std::getenv("NO_COLOR"));
}

} // namespace aoti
