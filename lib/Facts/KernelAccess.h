//===- KernelAccess.h - how a kernel gets at its tensors' data ----*- C++ -*-===//
//
// For each tensor that an operator's kernel is given: where its data pointer goes,
// through which types, and what the kernel asks of the tensor on the way. Follows
// the tensor through the functions that the kernel calls.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/TuFacts.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aoti {

/// A data pointer that is handed on or indexed.
struct DataWalk {
  /// `x.data_ptr<float>()`.
  const clang::CallExpr *Pointer = nullptr;
  /// The name of what gets it; empty if it is indexed in place.
  std::string Callee;
};

/// A data pointer without a type that is given one.
struct DataCast {
  const clang::CallExpr *Pointer = nullptr;
  const clang::ExplicitCastExpr *Cast = nullptr;
};

/// What is known of one variable that holds a tensor.
struct TensorAccess {
  /// The first one.
  std::optional<DataWalk> Walk;
  llvm::SmallVector<DataCast, 1> Casts;
  /// Pointers to the beginning of the storage that are used as pointers to data.
  llvm::SmallVector<const clang::Expr *, 1> StoragePointers;
  /// Its sizes or the number of its elements are asked for.
  bool HasExtent = false;
  /// The number of its elements is compared with 0 or 1.
  bool IsSingle = false;
  /// Its dtype is asked for, or a typed pointer, which checks it. Of a kernel's tensor, also that
  /// of copies and views with its dtype; Casts, too, are those of both.
  bool AsksDtype = false;
  /// Its strides are asked for, or whether it is contiguous.
  bool AsksStrides = false;
  /// It is used in a way that is not followed, which may check or change anything: a copy or a view
  /// is made, it is handed to code that is not seen.
  bool IsUndecided = false;
  /// It, or what is made of it, is used in a way that may check or change its dtype. Copies and
  /// views that keep the dtype and are followed are none.
  bool IsDtypeUndecided = false;
  /// Variables that stand for the same tensor further on: references, parameters of functions that
  /// are called.
  llvm::SmallVector<const clang::VarDecl *, 2> PassedTo;
  /// Variables that hold a copy or a view of it, with the same dtype: `y` of `y = x.contiguous()`.
  llvm::SmallVector<const clang::VarDecl *, 2> RearrangedTo;
};

/// What a kernel does with its tensors.
struct KernelAccess {
  /// Whether all that runs could be read. If not, nothing else is known.
  bool IsKnown = false;
  /// Storage offsets or sizes of storages are asked for somewhere.
  bool AsksStorage = false;
  /// The parameters of the kernel that are tensors, each with all that is done with it wherever it
  /// is passed.
  std::vector<std::pair<const clang::ParmVarDecl *, TensorAccess>> Tensors;
};

/// What the kernels of a source do with their tensors. Each function is read once, however many
/// kernels share it.
class TensorAccesses {
public:
  explicit TensorAccesses(TuFacts &Facts) : Facts(Facts) {}

  const KernelAccess &of(const clang::FunctionDecl *Kernel);

private:
  friend class AccessVisitor;
  /// Reads a function unless that was done. \returns whether it asks for storages.
  bool read(const clang::FunctionDecl *F);
  /// Visits what is known of each variable that stands for a tensor of a kernel, and, if asked for,
  /// for copies and views of it with the same dtype.
  void forEachName(const clang::ParmVarDecl *P, bool WithRearranged,
                   llvm::function_ref<void(const TensorAccess &)> Visit) const;

  TuFacts &Facts;
  /// The functions that were read, and whether they ask for storages.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Read;
  /// Nothing but the function that has a variable does anything with it.
  llvm::DenseMap<const clang::VarDecl *, TensorAccess> ByVariable;
  std::map<const clang::FunctionDecl *, KernelAccess> Known;
};

/// The reference to the tensor whose data a call gives: `x.data_ptr()`, `x.data<float>()` and their
/// kin; null if it gives something else.
const clang::DeclRefExpr *tensorOfPointer(const clang::CallExpr *Call);

} // namespace aoti
