//===- KernelAccess.h - how a kernel gets at its tensors' data ----*- C++ -*-===//
//
// For each tensor that an operator's kernel is given: where its data pointer goes,
// through which types, and what the kernel asks of the tensor on the way. Follows
// the tensor through the functions that the kernel calls.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace aoti {

/// A data pointer that is handed on or indexed.
struct DataWalk {
  /// `x.data_ptr<float>()`.
  const clang::CallExpr *Pointer = nullptr;
  /// The call that gets the pointer, or the expression that indexes it.
  const clang::Expr *Into = nullptr;
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
  llvm::SmallVector<DataWalk, 1> Walks;
  llvm::SmallVector<DataCast, 1> Casts;
  /// Pointers to the beginning of the storage that are used as pointers to data.
  llvm::SmallVector<const clang::Expr *, 1> StoragePointers;
  /// Its sizes or the number of its elements are asked for.
  bool HasExtent = false;
  /// The number of its elements is compared with 0 or 1.
  bool IsSingle = false;
  /// Its dtype is asked for, or a typed pointer, which checks it.
  bool AsksDtype = false;
  /// Its strides are asked for, or whether it is contiguous.
  bool AsksStrides = false;
  /// It is used in a way that is not followed, which may check or change anything: a copy or a view
  /// is made, it is handed to code that is not seen.
  bool IsUndecided = false;
  /// Variables that stand for the same tensor further on: references, parameters of functions that
  /// are called.
  llvm::SmallVector<const clang::VarDecl *, 2> PassedTo;
};

class KernelAccess {
public:
  KernelAccess(const clang::ASTContext &Context, const clang::FunctionDecl *Kernel);

  /// Whether all that runs could be read. If not, nothing else is known.
  bool isKnown() const { return IsKnown; }
  /// The parameters of the kernel that are tensors, each with all that is done with it wherever it
  /// is passed.
  const std::vector<std::pair<const clang::ParmVarDecl *, TensorAccess>> &tensors() const {
    return Tensors;
  }
  /// Storage offsets or sizes of storages are asked for somewhere.
  bool asksStorage() const { return AsksStorage; }

private:
  friend class AccessVisitor;
  bool IsKnown = false, AsksStorage = false;
  llvm::DenseMap<const clang::VarDecl *, TensorAccess> ByVariable;
  std::vector<std::pair<const clang::ParmVarDecl *, TensorAccess>> Tensors;
};

} // namespace aoti
