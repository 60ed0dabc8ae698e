//===- OperatorRegistrations.h - operators that a source registers -*- C++ -*-===//
//
// The calls of `m.def` and `m.impl` in TORCH_LIBRARY blocks, and in what stands for
// them: fragments, macros of a project, helpers that are given the library, the
// stable ABI. What is registered decides what a function is; its name does not.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/OperatorIndex.h"
#include "Facts/OperatorSchema.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// One call of `def` or `impl`.
struct OperatorRegistration {
  /// "ns::name", with ".overload" if there is one; without "ns::" where the namespace is not told.
  std::string Operator;
  const clang::CallExpr *Call = nullptr;
  bool IsDefinition = false;
  bool IsStable = false;

  /// Of definitions: the literal with the schema; null if it is put together in a way that is not
  /// followed.
  const clang::StringLiteral *SchemaText = nullptr;
  std::optional<OperatorSchema> Schema;
  /// Of definitions: a Python module has the Meta kernel (`set_python_module`,
  /// `impl_abstract_pystub`).
  bool HasPythonStub = false;

  /// What is registered; null if a definition has no kernel, or it is not followed. For a lambda,
  /// its call operator.
  const clang::FunctionDecl *Kernel = nullptr;
  /// The argument that names the kernel.
  const clang::Expr *KernelExpr = nullptr;
  /// "Meta", "CPU", "CompositeExplicitAutograd"…; empty for a kernel that no key is given with.
  std::string Key;
  /// Whether the key could be read; without it, nothing is known of when the kernel runs.
  bool IsKeyKnown = false;

  /// "Meta" and its variants for sparse, nested and quantised tensors.
  bool isMeta() const { return IsKeyKnown && isMetaKey(Key); }
  /// A kernel that torch also runs on the tensors of a trace when the operator has no Meta kernel.
  bool isComposite() const { return IsKeyKnown && isCompositeKey(Key); }

  static bool isMetaKey(llvm::StringRef Key);
  static bool isCompositeKey(llvm::StringRef Key);
};

class OperatorRegistrations {
public:
  explicit OperatorRegistrations(clang::ASTContext &Context);

  /// In the order of the text.
  const std::vector<OperatorRegistration> &all() const { return Registrations; }
  /// The registrations of a function as a kernel; templates by their pattern.
  llvm::SmallVector<const OperatorRegistration *, 2> of(const clang::FunctionDecl *F) const;
  /// What outlives the AST; files are named as the file system of the translation unit does.
  FileOperators summarise() const;

private:
  clang::ASTContext &Context;
  std::vector<OperatorRegistration> Registrations;
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallVector<unsigned, 2>> ByKernel;
};

/// A function with its namespaces and classes, without template arguments and without unnamed
/// namespaces.
std::string qualifiedFunctionName(const clang::FunctionDecl *F);

/// The declaration that stands for all of a function: its template's pattern, the first
/// declaration.
const clang::FunctionDecl *canonicalFunction(const clang::FunctionDecl *F);

/// A function of the main file that another file of the run registers as a kernel, by its name.
struct RegisteredElsewhere {
  const clang::FunctionDecl *Function = nullptr;
  llvm::ArrayRef<const KernelRecord *> Records;
  /// There are more functions of that name, and the other file does not say which it means.
  bool IsOverloaded = false;
};

/// In the order of the text.
std::vector<RegisteredElsewhere> registeredElsewhere(clang::ASTContext &Context);

/// The function that an expression names as a kernel: `f`, `&f`, `&f<1>`, `TORCH_FN(f)`,
/// `TORCH_BOX(&f)`, a lambda, a variable or a cast of these. Null if it is none of them.
const clang::FunctionDecl *namedKernel(const clang::Expr *E);

/// The literal that an expression is, through conversions and constructions from it; null if there
/// is none or more than one.
const clang::StringLiteral *writtenText(const clang::Expr *E);

} // namespace aoti
