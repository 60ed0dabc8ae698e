//===- SizeParameters.h - integers that a kernel makes sizes of ---*- C++ -*-===//
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace aoti {

/// The call in which a parameter of a kernel, a plain integer or a list of them, becomes a size of
/// a tensor: as it is, or multiplied with and added to constants, other sizes and other such
/// parameters. Null if it becomes none, or if it is one that is not a size of data: one that
/// something is divided by, or whose name says that it is a dimension, a stride, a number of heads
/// or the like.
const clang::CallExpr *shapeOfParameter(const clang::ParmVarDecl *Parameter);

} // namespace aoti
