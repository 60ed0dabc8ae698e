//===- SymIntRewrite.h - making plain sizes symbolic --------------*- C++ -*-===//
//
// What has to change in a source for a size to stay symbolic: the read, the variables,
// lists and lambdas that carry it, and the functions that make a shape of it. Either all
// of it is changed, so that the result compiles, or nothing, with the reason.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/MetaKernels.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SetVector.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti {

struct SymIntEdit {
  /// Characters of the main file.
  clang::CharSourceRange At;
  std::string Replacement;
};

/// A change that makes everything symbolic which some reads, or a parameter, have a part in.
struct SymIntRewrite {
  /// In the order of the text; empty if the change is withheld.
  std::vector<SymIntEdit> Edits;
  /// The reads that it changes, the first one in the text first.
  std::vector<const clang::Expr *> Reads;
  /// Why there is no change, and where; empty if there is one.
  std::string Withheld;
  clang::SourceLocation WithheldAt;
};

class SymIntRewriter {
public:
  explicit SymIntRewriter(const MetaFacts &Facts);
  ~SymIntRewriter();

  /// The changes for the reads of sizes that are not in kernels of the stable ABI: each read is in
  /// exactly one.
  const std::vector<SymIntRewrite> &rewrites() const { return Rewrites; }
  /// The change that a read is in; null if it is in none.
  const SymIntRewrite *of(const clang::Expr *Read) const;
  /// The change that makes a parameter of a kernel symbolic, without that of the schema.
  SymIntRewrite ofParameter(const clang::ParmVarDecl *Parameter) const;

private:
  std::unique_ptr<class SymIntSources> Sources;
  std::vector<SymIntRewrite> Rewrites;
};

} // namespace aoti
