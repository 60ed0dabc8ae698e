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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
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
  /// The facts have to live as long as this.
  explicit SymIntRewriter(const MetaFacts &Facts);

  /// The change that a read of a size is in; null if it is in none, as those of the stable ABI.
  const SymIntRewrite *of(const clang::Expr *Read) const;
  /// The change that makes parameters of a kernel symbolic, all of them or none, without that of
  /// the schema.
  SymIntRewrite ofParameters(llvm::ArrayRef<const clang::ParmVarDecl *> Parameters) const;

private:
  const MetaFacts &Facts;
  std::vector<SymIntRewrite> Rewrites;
  llvm::DenseMap<const clang::Expr *, unsigned> OfRead;
};

} // namespace aoti
