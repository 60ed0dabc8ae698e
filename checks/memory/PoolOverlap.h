//===- PoolOverlap.h - blocks of a pool that are overwritten ------*- C++ -*-===//
//
// A part of the rule aoti-view-out-of-bounds.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "Facts/SizeComparison.h"
#include "Finding/AotiCheck.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti {

/// Reports the blocks of pools of a function that share bytes with another block while both are in
/// use. \p Wrong holds blocks that were reported for another reason.
void reportPoolOverlaps(const FunctionBuffers &Buffers, clang::ASTContext &Context,
                        SizeComparison &Compare, const llvm::DenseSet<const Tensor *> &Wrong,
                        llvm::function_ref<void(const CodeFinding &)> Report);

/// The name of what a block, or another tensor, is bound to first; empty when there is none.
std::string boundName(const FunctionBuffers &Buffers, const Tensor &T);

} // namespace aoti
