//===- TorchTypes.h - types and functions of torch, by name -------*- C++ -*-===//
//
// What names say in torch's C++ interface: its classes, which may be aliases of templates
// in one release and classes in another, and its functions that make tensors.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

namespace aoti {

/// Whether the outermost namespace of a declaration is one of torch: at, c10 or torch.
bool isOfTorch(const clang::Decl *D);

/// The name of a class, or of an alias, of torch, "SymIntArrayRef", through a reference; empty for
/// types that are not torch's, and for no type.
llvm::StringRef torchTypeName(clang::QualType T);

/// Whether a class is torch's tensor, or that of the stable ABI.
bool isTensorRecord(const clang::CXXRecordDecl *Record);
/// Whether a type is torch's tensor, or that of the stable ABI, also through a reference or a
/// pointer.
bool isTensorType(clang::QualType T);
bool isStableTensorType(clang::QualType T);
/// Whether a type holds a tensor: itself, or in tuples, vectors and optionals.
bool holdsTensor(clang::QualType T, unsigned Depth = 0);

/// Whether a type is c10::SymInt, or a reference to it.
bool isSymIntType(clang::QualType T);
/// Whether a type is symbolic, or a list or an optional of symbolic integers.
bool isSymbolicType(clang::QualType T);

/// What carries sizes.
enum class SizeCarrier { None, Number, List, Optional };
/// How a type carries plain sizes: as an integer of 64 bits, or as a list or an optional of those.
SizeCarrier sizeCarrierOf(clang::QualType T, const clang::ASTContext &Context);

/// The class of the object that a member function is called on, through a reference and a pointer;
/// null if there is none.
const clang::CXXRecordDecl *objectRecord(clang::QualType T);

/// Whether a function of this name makes a tensor of the sizes that it is given: `empty`,
/// `zeros_symint`…
bool isTensorFactory(llvm::StringRef Name);
/// Whether a function of this name makes a tensor of values that it is given: `arange`, `tensor`…
bool isValueFactory(llvm::StringRef Name);
/// Of these, whether it makes a tensor of single numbers: `scalar_tensor`, `tensor`.
bool isNumberFactory(llvm::StringRef Name);
/// Whether a function of this name checks its first argument, and only uses the others for a
/// message.
bool isCheckName(llvm::StringRef Name);
/// Whether a member function of this name gives an iterator of a list, or a pointer to its
/// elements.
bool isIteratorName(llvm::StringRef Name);

} // namespace aoti
