//===- LaunchProof.h - whether kernels stay within their tensors --*- C++ -*-===//
//
// For a call that launches a kernel of Triton: of each load and store whether it is
// shown to stay within the tensor that the call hands over, for all sizes that the
// package admits.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/LaunchFacts.h"

namespace aoti {

/// What is shown of one access at one call, the better the earlier.
enum class AccessTruth {
  Proved,     ///< it stays within the tensor, whatever sizes the inputs have
  Declared,   ///< it does for the sizes that the checks of the inputs admit
  Unknown,    ///< where it goes, or how large the tensor is, is not known
  Open,       ///< both are known, and no proof was found
  Unasserted, ///< its index comes from memory, and no assertion checks it
};

struct AccessProof {
  const TritonAccess *Access = nullptr;
  AccessTruth Truth = AccessTruth::Unknown;
  /// Lower case, without a full stop: why it is not `Proved`.
  std::string Why;
};

/// What is shown of all accesses of a kernel with a source at one of its calls, in their order.
/// Calls that get at memory by themselves (`TritonAccess::Kind::Call`) are `Unknown`. The work for
/// one access is bounded.
std::vector<AccessProof> proveAccesses(const LaunchCall &C, TuFacts &Facts);

/// What holds where an access happens at a call, in the sizes of the function that calls: the mask,
/// assertions, the grid, and what the checks of the package admit. There may be more.
Assumptions knownAt(const TritonAccess &A, const LaunchCall &C, TuFacts &Facts);

} // namespace aoti
