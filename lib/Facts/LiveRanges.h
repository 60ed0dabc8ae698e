//===- LiveRanges.h - when the blocks of a pool hold values -------*- C++ -*-===//
//
// Blocks of a pool may share bytes as long as they are not in use at the same time.
// Found here: a value that is written to one block, and another block written over
// it before the value is read. Only what happens on one path of the function counts.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti {

/// What a use does with the elements of a tensor.
enum class TensorAccess {
  None,      ///< looks at properties only, or is for people to read
  Read,      ///< reads; operators that change an argument in place may write too
  Write,     ///< writes and does not read
  ReadWrite, ///< reads and writes
  Unknown    ///< one of these
};

/// What a use does, by the parameter that the tensor is given to: a pointer to const elements, the
/// names `in_ptr…`, `in_out_ptr…` and `out_ptr…` of kernels, the first argument of
/// `aoti_torch_…_out`.
TensorAccess accessOf(const TensorUse &Use);

/// Where the expressions of a function stand in its control flow.
class FlowPlaces {
public:
  struct Place {
    /// Counts up in the order in which the code runs, loops taken once.
    unsigned Order = 0;
    /// The branch or the loop around it; 0 for the function itself.
    unsigned Region = 0;
  };
  struct Region {
    unsigned Outer = 0;
    bool IsLoop = false;
  };

  explicit FlowPlaces(const clang::FunctionDecl &Function);

  /// The place of a call or an assignment; null for what is neither.
  const Place *find(const clang::Expr *E) const;
  /// True when \p Outer is \p Inner or is around it.
  bool encloses(unsigned Outer, unsigned Inner) const;
  /// True when there is one path through all of the regions: one of them lies in all others.
  bool onOnePath(llvm::ArrayRef<unsigned> Regions) const;
  /// The innermost loop around a region, itself included; 0 when there is none.
  unsigned loopOf(unsigned Region) const;
  /// The region around another one.
  unsigned outer(unsigned Region) const { return Regions[Region].Outer; }

private:
  class Builder;
  llvm::DenseMap<const clang::Expr *, Place> Places;
  std::vector<Region> Regions{{}};
};

/// A block of a pool that is overwritten while its value is still needed.
struct BlockConflict {
  enum class Kind {
    Overwritten,   ///< written, then the other is written, then read
    NextIteration, ///< the same, where the read is that of the next round of a loop
    SameCall,      ///< one call reads it and writes the other
    BothWritten    ///< one call writes both
  };
  Kind K = Kind::Overwritten;
  /// The block that loses its value, and the one that is written over it.
  const Tensor *Victim = nullptr, *Intruder = nullptr;
  const TensorUse *Written = nullptr, *Overwritten = nullptr;
  /// The use that needs the lost value; null for `BothWritten`.
  const TensorUse *Read = nullptr;
};

/// Finds the blocks of pools that are in use at the same time and, as \p Overlap says, share bytes.
/// It is asked for pairs that are in use at the same time only; which is first has no meaning.
std::vector<BlockConflict>
findBlockConflicts(const FunctionBuffers &Buffers, const clang::ASTContext &Context,
                   llvm::function_ref<bool(const Tensor &, const Tensor &)> Overlap);

} // namespace aoti
