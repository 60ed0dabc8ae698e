//===- LaneConditions.h - which lanes of a kernel take part -------*- C++ -*-===//
//
// What is known of the lanes and programs of a kernel at one place, in the sizes of a
// call that launches it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/LaunchFacts.h"
#include "Facts/SizeComparison.h"

namespace aoti {

/// Appends what holds for the lanes that \p Mask and \p Path let through, in the sizes of the call;
/// lanes and programs that take part are made known to \p Compare.
/// \param About an expression of the kernel's body that is asked about.
/// \param Mask may be null.
/// \returns false where there may be more that decides whether a lane gets there, and where \p
/// About depends on the round of a loop.
bool addLaneConditions(const LaunchCall &C, const LaunchFacts &Launches, Expression About,
                       const TritonPredicate *Mask, const TritonPredicate &Path,
                       SizeComparison &Compare, llvm::SmallVectorImpl<Condition> &Into);

} // namespace aoti
