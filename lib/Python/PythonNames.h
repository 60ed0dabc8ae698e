//===- PythonNames.h - what dotted names in Python stand for ------*- C++ -*-===//
//
// Follows imports and plain assignments, by scope, from a name to the module that it
// comes from: `te.aot_compile` behind `import torch._export as te`. A name that
// something else may be bound to stands for nothing.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Python/PythonLexer.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace aoti {

/// A chain of names with dots between them that is read.
struct PythonReference {
  /// Positions of its names in the list of tokens.
  std::vector<size_t> Names;
  /// The dotted name that it stands for, from a module that was imported absolutely on:
  /// "torch._export.aot_compile". The names of the chain but the first are the last parts of it.
  std::string Path;
  /// Whether the first name is one that an assignment bound, not an import.
  bool IsAssigned = false;
};

/// A name that `from M import N` binds.
struct PythonImport {
  /// The position of N in the list of tokens.
  size_t Name = 0;
  /// "M.N".
  std::string Path;
};

struct PythonNames {
  /// In order; only those whose path is known.
  std::vector<PythonReference> References;
  std::vector<PythonImport> Imports;
};

PythonNames resolvePythonNames(llvm::ArrayRef<PythonToken> Tokens);

} // namespace aoti
