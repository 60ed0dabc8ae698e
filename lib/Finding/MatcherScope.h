//===- MatcherScope.h - keeping clang's matchers from the tree ----*- C++ -*-===//
//
// Rules look at units as a whole and match no nodes, but clang-tidy takes its matchers
// through the whole tree all the same, and asks for every expression where it begins:
// in a chain of calls that is a walk down to its end each time.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"

namespace aoti {

/// Leaves a unit without declarations that matchers would walk through. They come back with
/// \c showInput, before any code of a check runs.
void hideFromMatchers(clang::ASTContext &Context);
/// Gives a unit its declarations back; does nothing if they are not hidden.
void showInput(clang::ASTContext &Context);

} // namespace aoti
