//===- MetaDevices.h - tests of devices while something is traced -*- C++ -*-===//
//
// When an operator is traced, all tensors are on the meta device, so tests of devices have
// a known value, and so have options that are taken from tensors.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace aoti {

/// Answers for one function after the other; what changes the variables of each is read first.
class MetaDevices {
public:
  explicit MetaDevices(clang::ASTContext &Context) : Context(Context) {}

  /// Takes note of what changes the variables of a function.
  void enter(const clang::FunctionDecl *F);

  /// Tells the value of a template's parameter in the code that is looked at now, where a call
  /// gives one: templates that could not be instantiated are looked at as they are written.
  void bind(const clang::NonTypeTemplateParmDecl *P, std::optional<int64_t> Value);
  /// The value of an integer that the compiler can compute, also of a template's parameter.
  std::optional<int64_t> integer(const clang::Expr *E) const;
  /// Whether a condition depends on a template's parameter whose value is not known.
  bool dependsOnParameter(const clang::Stmt *S) const;

  /// The value of a condition; nullopt if it is not certain.
  std::optional<bool> fold(const clang::Expr *E);
  /// The test of a device that decides a condition; null if there is none.
  const clang::Expr *deviceTest(const clang::Expr *E);
  /// Whether a condition whose value is not certain may depend on the device of a tensor all the
  /// same: by a variable that is changed, or by a function that is given a tensor.
  bool mayTestDevice(const clang::Expr *E);
  /// Whether an object is a tensor, or the device, the type of the device or the options of one.
  bool isDeviceOfTensor(const clang::Expr *Object, unsigned Depth = 0) const;

  /// The name of a device type: "Meta", "CPU", "CUDA"; empty if an expression names none.
  llvm::StringRef deviceTypeName(const clang::Expr *E, unsigned Depth = 0) const;

  /// Where a tensor is allocated.
  enum class Place {
    Meta,
    Input,   ///< where an input is
    Default, ///< no device is named
    Real,    ///< on a device that is not Meta
    Unknown
  };
  Place ofDevice(const clang::Expr *E) const;
  Place ofOptions(const clang::Expr *E, unsigned Depth = 0) const;

  /// Whether a variable is assigned after its initialisation.
  bool isReassigned(const clang::VarDecl *V) const { return Reassigned.contains(V); }

  /// What an expression is a copy of.
  static const clang::Expr *copied(const clang::Expr *E);

private:
  class ChangeFinder;

  /// Whether a variable keeps what it is initialised with.
  bool isConstant(const clang::VarDecl *V) const {
    return !Reassigned.contains(V) && !Changes.contains(V);
  }
  /// The value that a local variable keeps; null if there is none.
  const clang::Expr *keptValue(const clang::Expr *E) const;
  std::optional<bool> foldOnce(const clang::Expr *E);
  std::optional<bool> foldDevice(const clang::Expr *E) const;
  /// The value of a test of the index of a tensor's device.
  std::optional<bool> foldDeviceIndex(const clang::Expr *E) const;
  /// The only expression that a function in view returns, if it does nothing else; null otherwise.
  const clang::Expr *onlyResult(const clang::CallExpr *Call) const;
  const clang::Expr *deviceTest(const clang::Expr *E,
                                llvm::SmallPtrSetImpl<const clang::Decl *> &Seen);
  std::optional<int64_t> integerOf(const clang::NonTypeTemplateParmDecl *P) const;
  bool mayTest(const clang::Stmt *S, bool Anywhere,
               llvm::SmallPtrSetImpl<const clang::Decl *> &Seen);

  clang::ASTContext &Context;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Entered;
  llvm::DenseMap<const clang::NonTypeTemplateParmDecl *, int64_t> Parameters;
  /// Variables that are assigned after their initialisation.
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Reassigned;
  /// Of variables that change, what they are given, the calls that may give them something, and the
  /// conditions that this depends on; null for what is not followed.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::Expr *, 4>> Changes;
  /// The values of variables, of what functions return and of conditions that consist of others;
  /// nullopt also while they are asked for.
  llvm::DenseMap<const void *, std::optional<bool>> Known;
  /// Of these, the ones that depend on parameters of templates.
  llvm::SmallVector<const void *, 8> Dependent;
};

} // namespace aoti
