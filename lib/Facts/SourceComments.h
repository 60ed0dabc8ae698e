//===- SourceComments.h - what torch says a call comes from -------*- C++ -*-===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti {

/// A line `// Topologically Sorted Source Nodes: [add, relu], Original ATen: [aten.add,
/// aten.relu]`, which torch writes in front of what computes these nodes.
struct SourceComment {
  /// Offset in bytes of "Source Nodes".
  uint32_t Begin;
  /// Names of nodes in the graph, and of operators, with commas between.
  llvm::StringRef Nodes, Operators;

  /// The single names of such a list, as parts of it.
  static std::vector<llvm::StringRef> names(llvm::StringRef List);
};

/// The comments of a wrapper in order; those inside the source of a kernel are left out.
std::vector<SourceComment> findSourceComments(llvm::StringRef Text);

} // namespace aoti
