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

namespace aoti {

/// The places in the main file where the parser met errors. The last one that is there is that
/// of the translation unit that its thread analyses.
class ParserErrors {
public:
  ParserErrors();
  ~ParserErrors();
  ParserErrors(const ParserErrors &) = delete;
  ParserErrors &operator=(const ParserErrors &) = delete;

  /// \p Offset in bytes.
  void add(uint32_t Offset) { Offsets.insert(Offset); }
  /// Whether there is one in a piece of the main file; false while nothing is analysed.
  static bool anyIn(clang::SourceRange Where, const clang::SourceManager &SM);

private:
  /// The one that was there before, which counts again when this one is gone.
  ParserErrors *Outer;
  std::set<uint32_t> Offsets;
};

} // namespace aoti
