//===- EmbeddedFile.h - a file that is part of the binary ---------*- C++ -*-===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace aoti {

/// A file of the source tree that the build put into the binary (utils/embed.py).
struct EmbeddedFile {
  llvm::StringLiteral Path; ///< relative to the folder that was embedded, '/'-separated
  llvm::StringLiteral Text; ///< zero-terminated
};

} // namespace aoti
