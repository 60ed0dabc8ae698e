//===- SizeParameters.h - integers that a kernel makes sizes of ---*- C++ -*-===//
#pragma once

#include "Facts/TracedCode.h"

namespace aoti {

/// The call in which a parameter of a kernel, a plain integer or a list of them, becomes a size of
/// a tensor: as it is, or multiplied with and added to constants, other sizes and other such
/// parameters. Null if it becomes none, or if it is one that is not a size of data: one that
/// something is divided by, or whose name says that it is a dimension, a stride, a number of heads
/// or the like; and if the kernel is not part of the code.
const clang::CallExpr *shapeOfParameter(const clang::ParmVarDecl *Parameter,
                                        const TracedCode &Code);

} // namespace aoti
