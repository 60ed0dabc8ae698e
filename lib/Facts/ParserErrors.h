//===- ParserErrors.h - where the parser met errors ---------------*- C++ -*-===//
//
// A statement that the parser cannot make sense of is missing from the tree, and
// nothing there says so. Facts that rest on what a function does not contain ask
// here whether its tree is whole.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/Basic/SourceManager.h"
#include <cstdint>
#include <set>
#include <utility>

namespace aoti {

/// The places where the parser met errors. The last one that is there is that of the translation
/// unit that its thread analyses.
class ParserErrors {
public:
  ParserErrors();
  ~ParserErrors();
  ParserErrors(const ParserErrors &) = delete;
  ParserErrors &operator=(const ParserErrors &) = delete;

  /// \p At of a file, not of a macro.
  void add(clang::SourceLocation At, const clang::SourceManager &SM);
  /// Whether there is one in a piece of a file; false while nothing is analysed.
  static bool anyIn(clang::SourceRange Where, const clang::SourceManager &SM);

private:
  /// The one that was there before, which counts again when this one is gone.
  ParserErrors *Outer;
  /// A file and bytes.
  std::set<std::pair<unsigned, uint32_t>> Places;
};

} // namespace aoti
