//===- ShimTable.h - which torch has which shim function ----------*- C++ -*-===//
//
// The functions of torch's C shim (`aoti_torch_*` and `torch_*`), through which a
// package calls into the libtorch that loads it, with the releases that have them.
// Made from the headers of the releases by utils/shim_table.py.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Target/TorchRelease.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace aoti {

/// How a function is declared over a range of releases.
struct ShimForm {
  TorchRelease First;
  /// nullopt: to the newest release that is known, and on from there, as the shim is to stay
  /// stable.
  std::optional<TorchRelease> Last;
  /// Its result and its parameters, a letter each: see KINDS in utils/shim_table.py.
  llvm::StringRef Signature;

  unsigned numParameters() const;
};

/// A function of the shim.
struct ShimFunction {
  llvm::StringRef Name;
  /// By release; at least one.
  llvm::SmallVector<ShimForm, 1> Forms;

  TorchRelease first() const { return Forms.front().First; }
  /// nullopt if the newest release has it.
  std::optional<TorchRelease> last() const { return Forms.back().Last; }
  /// How the first of the releases declares it; null if that one lacks it.
  const ShimForm *formIn(const TorchReleases &Which) const;
};

/// Whether releases lack a function: before its first and behind its last. The releases before the
/// oldest one in the table lack what it lacks.
bool isMissingIn(const ShimFunction &F, const TorchReleases &Which);

/// Null for names that are in no release.
const ShimFunction *findShimFunction(llvm::StringRef Name);

/// For a name like `aoti_torch_cpu_x_v2` that is in no release: the function of which it would be a
/// later version, `aoti_torch_cpu_x`; null for all other names.
const ShimFunction *findUnversioned(llvm::StringRef Name);

/// The releases that the table knows, from the oldest on.
llvm::ArrayRef<TorchRelease> shimReleases();

/// A release that a function decides.
struct DecidedRelease {
  TorchRelease Release;
  std::string Function;
};

/// The releases that have all of some functions; an end without a function is open.
struct TorchBounds {
  std::optional<DecidedRelease> Oldest, Newest;
  /// A function that none of the known releases has, though they have one that it would be a later
  /// version of. Empty if there is none.
  std::string InNone;

  void add(llvm::StringRef Name);
  /// Whether no release has all of them.
  bool isEmpty() const {
    return !InNone.empty() || (Oldest && Newest && Oldest->Release > Newest->Release);
  }
};

} // namespace aoti
