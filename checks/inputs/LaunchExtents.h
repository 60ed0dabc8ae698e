//===- LaunchExtents.h - launches against the buffers they fill ---*- C++ -*-===//
//
// Kernels of Triton and buffers that were made for different sizes: one of them for a
// single size of an input, the other for each that the package admits. Told is only what
// the kernel's source proves.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/LaunchFacts.h"
#include "Symbolic/Expression.h"

namespace aoti {

/// A kernel and a buffer that do not fit for some sizes of the inputs.
struct LaunchMisfit {
  enum class Kind {
    Overrun,  ///< the kernel writes the element `Reaches`, counted from 0, which is behind its end
    Unwritten ///< only the kernel writes the buffer, and no more than the first `Reaches` elements
  };
  Kind K;
  const LaunchCall *Call = nullptr;
  /// The buffer that the call hands over.
  const Operand *Given = nullptr;
  const Storage *Buffer = nullptr;
  /// The store.
  const TritonAccess *Access = nullptr;
  /// In elements; `Has` is what the buffer has, for `Sizes`.
  int64_t Has = 0, Reaches = 0;
  /// Admitted sizes for which that is so.
  Assignment Sizes;
};

/// Visits such launches of a function, in the order of the text; a buffer of a launch once.
/// \param IsRanged whether a size is one of an input that more than one value is admitted for.
/// Launches that have nothing to do with any are not looked at.
void findLaunchMisfits(TuFacts &Facts, const FunctionBuffers &Run,
                       llvm::function_ref<bool(const SizeSymbol &)> IsRanged,
                       llvm::function_ref<void(const LaunchMisfit &)> Visit);

} // namespace aoti
