//===- ConstantFolding.h - what is computed while a model is loaded -*- C++ -*-===//
//
// With `use_runtime_constant_folding` a model computes some constants from others:
// `_const_run_impl` puts them into slots of an array, and `const_run_impl` returns
// the slots by the names of the constants.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/ConstantFacts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace aoti {

class TuFacts;
struct TensorUse;

/// A slot of the array `output_handles` that both functions share.
struct FoldingSlot {
  /// `output_handles[i] = constants_->at(k)`: which constant the slot is meant for. It does nothing
  /// at run time. Null if it is not said.
  const OutputUse *Memo = nullptr;
  /// The names under which the slot is returned.
  llvm::SmallVector<const FoldedName *, 1> Names;
  /// Where the slot is filled in `_const_run_impl`, on every run.
  llvm::SmallVector<const OutputUse *, 1> Fills;
  /// Whether it may be filled on some paths, too.
  bool MaybeFilled = false;
  /// The constants that the memo and the (only) name stand for; null if there is none.
  const InfoEntry *Memoised = nullptr, *Named = nullptr;

  /// The constant that gets what is in the slot; null if that is not told.
  const InfoEntry *constant() const { return Names.empty() ? Memoised : Named; }
};

/// What a function stores into its outputs, by their index.
using OutputUses = llvm::DenseMap<int64_t, llvm::SmallVector<const TensorUse *, 1>>;

struct ConstantFolding {
  /// `const_run_impl`; null if the unit has none or several.
  const FunctionUses *Driver = nullptr;
  /// `_const_run_impl`; null if the unit has none or several.
  const FunctionUses *Graph = nullptr;
  /// Whether all that both do with slots could be read.
  bool Followed = false;
  std::map<int64_t, FoldingSlot> Slots;
  /// What `Graph` puts into each slot; several where there are several stores.
  OutputUses Contents;

  /// Whether nothing is folded by what is there.
  bool isEmpty() const { return Slots.empty(); }
  /// The number of the (first) slot whose contents a constant gets; nullopt if there is none.
  std::optional<int64_t> slotOf(const InfoEntry &Constant) const;

  llvm::DenseMap<const InfoEntry *, int64_t> SlotByConstant;
  /// The constants of the table by their names.
  llvm::StringMap<const InfoEntry *> ConstantByName;
};

/// How messages name a constant: "'w'", or "constant 3" where the table gives it no name.
std::string named(const InfoEntry &Constant);

/// Whether the table says that a constant is computed.
inline bool isFolded(const InfoEntry &Constant) {
  return Constant.FromFolded.isSettled() && Constant.FromFolded.Value;
}

/// The folding of a model. The result refers to the model and to the buffers.
ConstantFolding foldingOf(const ModelTables &Model, TuFacts &Facts);

} // namespace aoti
