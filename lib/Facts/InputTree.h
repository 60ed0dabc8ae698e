//===- InputTree.h - how a model's inputs are nested --------------*- C++ -*-===//
//
// A model takes its inputs flat; what the caller hands over is a tree of lists, tuples
// and dictionaries, which the constructor describes in `in_spec_` as torch's pytree
// writes it: `[1, {"type": "builtins.tuple", "context": "null", "children_spec": …}]`.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// The arguments of a call of a model, by what is known of its tree.
struct InputTree {
  /// How Python gets at each input, in their flat order: `args[0]['scale']`, `kwargs['bias']`.
  std::vector<std::string> Paths;
  unsigned Positional = 0;
  /// The names of those that are given by name, as Python texts.
  std::vector<std::string> Keywords;
};

/// Reads the text of `in_spec_`. None where it has a node of a kind that is not known, or a key
/// that is neither a text nor a number.
std::optional<InputTree> readInputTree(llvm::StringRef Spec);

/// The text that a constructor assigns to `in_spec_`; none where that is no literal.
std::optional<std::string> inputSpec(const clang::CXXConstructorDecl *Constructor);

/// A text as a Python literal of ASCII characters: `'it\'s'`. What is not valid UTF-8 becomes
/// U+FFFD.
std::string pythonText(llvm::StringRef Text);

} // namespace aoti
