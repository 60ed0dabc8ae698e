#include "Driver/BuildFlags.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang::tooling;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti {

llvm::Expected<BuildFlags> BuildFlags::load(StringRef Where) {
  llvm::SmallString<256> File(Where);
  if (llvm::sys::fs::is_directory(File))
    path::append(File, "compile_commands.json");
  if (!llvm::sys::fs::exists(File))
    return llvm::createStringError(
        "-p: there is no '" + File.str().str() +
        "'; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and 'bear' "
        "for other builds");
  std::string Why;
  auto Commands =
      JSONCompilationDatabase::loadFromFile(File, Why, JSONCommandLineSyntax::AutoDetect);
  if (!Commands)
    return llvm::createStringError("-p: '" + File.str().str() + "' cannot be read (" +
                                   StringRef(Why).trim().str() + "); build the project again");
  return BuildFlags(File.str().str(), std::move(Commands));
}

std::vector<CompileCommand> BuildFlags::commandsOf(StringRef Source) const {
  llvm::SmallString<256> Full(Source);
  llvm::sys::fs::make_absolute(Full);
  path::remove_dots(Full, true);
  return Commands->getCompileCommands(Full);
}

std::vector<std::string> BuildFlags::of(StringRef Source) const {
  std::vector<CompileCommand> Found = commandsOf(Source);
  std::vector<std::string> Flags;
  if (Found.empty())
    return Flags;
  const CompileCommand &Command = Found.front();
  const std::vector<std::string> &Line = Command.CommandLine;
  for (size_t I = 1; I < Line.size(); ++I) {
    StringRef Argument = Line[I];
    if (Argument.starts_with("-std=")) {
      Flags.push_back(Argument.str());
      continue;
    }
    for (StringRef Flag : {"-isystem", "-iquote", "-I", "-D", "-U"}) {
      StringRef Value = Argument;
      if (!Value.consume_front(Flag))
        continue;
      if (Value.empty() && I + 1 < Line.size())
        Value = Line[++I];
      llvm::SmallString<256> Folder(Value);
      if (Flag != "-D" && Flag != "-U")
        path::make_absolute(Command.Directory, Folder);
      if (!Value.empty())
        Flags.push_back((Flag + Folder).str());
      break;
    }
  }
  return Flags;
}

} // namespace aoti
