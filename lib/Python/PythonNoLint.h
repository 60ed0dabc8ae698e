//===- PythonNoLint.h - findings that comments excuse -------------*- C++ -*-===//
//
// `# NOLINT` and its variants in Python, as clang-tidy has them for C++: NOLINT for a
// line, NOLINTNEXTLINE for the one below, NOLINTBEGIN and NOLINTEND for a region, each
// for all rules or with a list of globs in parentheses.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Python/PythonLexer.h"
#include "Support/SourceText.h"

namespace aoti {

class PythonNoLint {
public:
  PythonNoLint(const PythonTokens &Tokens, const SourceText &Source);

  /// Whether a finding of a rule on a line, which counts from 1, is excused.
  bool suppresses(llvm::StringRef Rule, unsigned Line) const;

private:
  struct Region {
    unsigned First, Last;
    /// Globs; empty: all rules.
    llvm::StringRef Rules;
  };
  std::vector<Region> Regions;
};

} // namespace aoti
