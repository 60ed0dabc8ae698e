//===- NoLint.h - comments that excuse findings -------------------*- C++ -*-===//
//
// clang-tidy excuses what checks report while it parses a source. What is found in
// the text of a source afterwards, by checks on packages, is asked about here, so
// that the same comments hold for it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Support/SourceText.h"
#include <memory>

namespace aoti {

class NoLintComments {
public:
  NoLintComments();
  ~NoLintComments();

  /// Whether a comment in the text excuses a finding of \p Rule that begins there. Texts of other
  /// languages have no such comments: ask for C++ sources only. Reads a text once.
  bool excuses(llvm::StringRef Rule, const Location &At);

private:
  class Impl;
  std::unique_ptr<Impl> Self;
};

} // namespace aoti
