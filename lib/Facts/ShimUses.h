//===- ShimUses.h - what a source asks of the torch that loads it -*- C++ -*-===//
//
// The functions of torch's C shim that the generated code names, which the dynamic
// linker has to find in the libtorch of whoever loads the package.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti {

/// A function of the shim, or one that would be a later version of it (see ShimTable.h).
struct ShimUse {
  std::string Name;
  /// Its name at its first use.
  clang::SourceRange At;
  /// Uses in the text, the first one with them.
  unsigned Count = 0;
  /// The first call of each number of arguments.
  struct Call {
    unsigned NumArguments;
    clang::SourceRange At;
  };
  std::vector<Call> Calls;
};

/// By the place of the first use. Not among them: functions that the source or a header of it
/// defines or declares itself (custom operators), and uses in functions that no code is made for.
/// A header that declares the whole shim stands for that of torch.
std::vector<ShimUse> findShimUses(clang::ASTContext &Context, uint32_t GeneratedBegin);

} // namespace aoti
