//===- CompileCommand.h - the command that compiled a source ------*- C++ -*-===//
//
// Torch appends the command with which it compiled a source, as a comment. It is read
// for what it tells and never run.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace aoti {

struct CompileCommand {
  /// Bytes of the command in the source, without the `//` in front.
  uint32_t Begin = 0, End = 0;
  /// Its words, the compiler first; they refer to the source. Torch quotes nothing in it.
  std::vector<llvm::StringRef> Words;

  /// The word itself; empty if the command has none like it.
  llvm::StringRef find(llvm::StringRef Word) const;
  /// Macros that are defined, as `NAME` or `NAME=VALUE`.
  std::vector<llvm::StringRef> definitions() const;
};

/// The last `// Compile cmd` of a source: a source that was built again into the same cache has
/// several.
std::optional<CompileCommand> findCompileCommand(llvm::StringRef Text);

} // namespace aoti
