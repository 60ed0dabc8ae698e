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
#include "llvm/ADT/SmallVector.h"
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

/// The kernels that this source defines, in the order of the text; those of the other files of the
/// run by their names.
std::vector<OperatorKernel> operatorKernels(TuFacts &Facts);

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

/// Whether a function is for the device alone.
bool isDeviceCode(const clang::FunctionDecl *F);

/// The functions that run on the host when a kernel does, itself first, as far as their definitions
/// are part of the input.
/// \returns nothing if the parser met errors in one of them, since then it may do more than its
/// tree says.
std::vector<const clang::FunctionDecl *> hostFunctionsOf(const clang::FunctionDecl *Kernel,
                                                         const clang::ASTContext &Context);

/// Whether a type is a tensor of torch, or an optional of one.
bool isTensorOrOptional(clang::QualType T);

/// The object of a call of a member function, also where the call is not resolved yet; null if it
/// is none.
const clang::Expr *calledObject(const clang::CallExpr *Call);

/// The reference to a variable that a tensor expression is: `x`, `std::move(x)`, `*x`, `x.value()`,
/// `x->`; null if it is none.
const clang::DeclRefExpr *tensorReference(const clang::Expr *E);

/// The name of a function for messages: its own, or "lambda".
std::string shownFunctionName(const clang::FunctionDecl *F);

} // namespace aoti
