//===- KernelLoads.h - files that a wrapper loads kernels from ----*- C++ -*-===//
//
// Calls `loadKernel("/…/x.cubin", "x", 0, cubin_dir_)` and `loadCpuTritonKernel`: the
// path that the compiler left in the code, and the folder that wins over it at run time.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <string>
#include <vector>

namespace aoti {

struct KernelLoad {
  const clang::CallExpr *Call = nullptr;
  /// The path, where it is written.
  const clang::StringLiteral *Literal = nullptr;
  std::string Path;
  /// The name of the kernel in the file; empty if it is no literal.
  std::string Kernel;
  /// The argument with the folder of the package's files; null if there is none, so that the path
  /// itself counts.
  const clang::Expr *Directory = nullptr;

  /// The part of the path behind its last separator.
  llvm::StringRef fileName() const;
  /// Whether the path leads to a place of the machine that compiled the package.
  bool isAbsolute() const;
};

/// What a field of a static table holds, as `x_result.num_warps` in the lazily compiled kernels of
/// torch 2.15; null for other expressions, and if the table is not initialised by a list.
const clang::Expr *fieldOfTable(const clang::Expr *E);

/// The literal that an argument of a load is made of: through the construction of a `std::string`,
/// and a field of a static table; null if it is none.
const clang::StringLiteral *loadedLiteral(const clang::Expr *E);

/// The loads in the generated functions of a translation unit whose path is a literal or a field of
/// a static table with one, in order of the text; those in templates once. Loads of kernels that
/// are embedded in the library have no path.
std::vector<KernelLoad> findKernelLoads(clang::ASTContext &Context, uint32_t GeneratedBegin);

} // namespace aoti
