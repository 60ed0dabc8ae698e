//===- BuildFlags.h - how a project compiles its sources ----------*- C++ -*-===//
//
// Reads `compile_commands.json`. Nothing of it is run, and only what decides on the
// text of a source is taken: its macros, its folders of headers, its standard.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti {

class BuildFlags {
public:
  /// \param Where a folder with `compile_commands.json`, or the file itself.
  static llvm::Expected<BuildFlags> load(llvm::StringRef Where);

  /// The file that was read.
  llvm::StringRef file() const { return File; }
  /// Whether there is a command for a source.
  bool has(llvm::StringRef Source) const { return !commandsOf(Source).empty(); }
  /// What a source is compiled with, one argument each: `-DNAME=1`, `-UNAME`, `-I/folder`,
  /// `-isystem/folder`, `-iquote/folder`,
  /// `-std=c++17`. Folders are absolute. Empty for a source that is not in there; of several
  /// commands the first counts.
  std::vector<std::string> of(llvm::StringRef Source) const;

private:
  BuildFlags(std::string File, std::unique_ptr<clang::tooling::CompilationDatabase> Commands)
      : File(std::move(File)), Commands(std::move(Commands)) {}
  std::vector<clang::tooling::CompileCommand> commandsOf(llvm::StringRef Source) const;

  std::string File;
  std::unique_ptr<clang::tooling::CompilationDatabase> Commands;
};

} // namespace aoti
