//===- OperatorKernels.h - what runs when torch calls an operator -*- C++ -*-===//
//
// The functions of a source that are registered as kernels, here or in another file
// of the run, and the functions that run when they do.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/TuFacts.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <vector>

namespace aoti {

/// A function that torch calls as a kernel.
struct OperatorKernel {
  /// The definition; of a template its pattern.
  const clang::FunctionDecl *Function = nullptr;
  /// "ns::name", of the registration that came first.
  std::string Operator;
  /// The dispatch keys that are known; an empty one for kernels that are given none.
  llvm::SmallVector<std::string, 2> Keys;

  /// Registered for the tensors of CUDA or of ROCm.
  bool runsOnGpu() const;
  /// Registered for tensors that have data: for any key but those of Meta tensors and of autograd.
  bool seesData() const;
};

/// The kernels of a source and what they call. Each function is read once, however many kernels
/// share it.
class OperatorKernels {
public:
  explicit OperatorKernels(TuFacts &Facts);

  /// The kernels that this source defines, in the order of the text; those of the other files of
  /// the run by their names.
  const std::vector<OperatorKernel> &all() const { return Kernels; }

  /// The functions that one calls, makes an object with or hands on, so far as their definitions
  /// are part of the input; of templates the patterns.
  llvm::ArrayRef<const clang::FunctionDecl *> calledBy(const clang::FunctionDecl *F) {
    return code(F).Called;
  }
  /// Whether the tree of a function holds all that it does: the parser met no error in it.
  bool isReadable(const clang::FunctionDecl *F) { return code(F).IsReadable; }

  /// The functions that run when a kernel does, on the host and on the device, itself first.
  /// \returns nothing if there are more than anybody follows.
  llvm::ArrayRef<const clang::FunctionDecl *> functionsOf(const clang::FunctionDecl *Kernel);
  /// Those on the host.
  /// \returns nothing, too, if one of them is not readable, since then it may do more than its tree
  /// says.
  llvm::ArrayRef<const clang::FunctionDecl *> hostFunctionsOf(const clang::FunctionDecl *Kernel);

private:
  struct FunctionCode {
    std::vector<const clang::FunctionDecl *> Called;
    bool IsReadable = false;
  };
  const FunctionCode &code(const clang::FunctionDecl *F);
  std::vector<const clang::FunctionDecl *> reached(const clang::FunctionDecl *Kernel,
                                                   bool WithDeviceCode);

  const clang::ASTContext &Context;
  std::vector<OperatorKernel> Kernels;
  std::map<const clang::FunctionDecl *, FunctionCode> Code;
  std::map<const clang::FunctionDecl *, std::vector<const clang::FunctionDecl *>> All, OnHost;
};

/// A call or a construction with what it passes.
struct PassedArguments {
  /// The definition of what runs, if it is part of the input; of a template its pattern. Null
  /// otherwise.
  const clang::FunctionDecl *Callee = nullptr;
  /// What stands for the parameters, without the object of a member function.
  llvm::ArrayRef<const clang::Expr *> Arguments;
};
PassedArguments passedArguments(const clang::Expr *CallOrConstruction,
                                const clang::ASTContext &Context);

/// Calls \p Visit for each piece of code of a function, in the order in which they run: what
/// initialises the members and bases of a constructor, and the body.
void forEachPartOf(const clang::FunctionDecl *F,
                   llvm::function_ref<void(const clang::Stmt *)> Visit);

/// Whether a function is for the device alone.
bool isDeviceCode(const clang::FunctionDecl *F);

/// Whether a type is a tensor of torch, or an optional of one.
bool isTensorOrOptional(clang::QualType T);

/// The reference to a variable that a tensor expression is: `x`, `std::move(x)`, `*x`, `x.value()`,
/// the `x` of `x->…`; null if it is none.
const clang::DeclRefExpr *tensorReference(const clang::Expr *E);

/// A function for messages: its own name in quotes, or "this lambda".
std::string shownFunctionName(const clang::FunctionDecl *F);

} // namespace aoti
