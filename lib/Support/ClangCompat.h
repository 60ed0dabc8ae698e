//===- ClangCompat.h - one face for the LLVMs that are supported --*- C++ -*-===//
//
// The plugin is built for LLVM 22 and 19. What differs between them, and the libraries
// of the plugin need, stands here and nowhere else.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang-tidy/ClangTidyModule.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR < 22

#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace llvm {

/// Calls a function when it goes out of scope.
template <typename Callable> class scope_exit : public detail::scope_exit<Callable> {
public:
  using detail::scope_exit<Callable>::scope_exit;
};
template <typename Callable> scope_exit(Callable) -> scope_exit<Callable>;

} // namespace llvm

#else

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#endif

namespace aoti {

#if LLVM_VERSION_MAJOR < 22

/// Visits the nodes of an AST; `Derived` has the functions `VisitX` and `TraverseX` that it wants
/// called.
template <class Derived> struct AstVisitor : clang::RecursiveASTVisitor<Derived> {
  bool ShouldVisitTemplateInstantiations = false;
  bool shouldVisitTemplateInstantiations() const { return ShouldVisitTemplateInstantiations; }
};

#else

/// Visits the nodes of an AST; `Derived` overrides `VisitX` and `TraverseX`. The walk itself is
/// compiled in LLVM, not for every visitor.
template <class Derived> struct AstVisitor : clang::DynamicRecursiveASTVisitor {};

#endif

/// A type as it is written without the keyword and the namespaces in front of it, which are a node
/// of their own in LLVM 19.
inline clang::TypeLoc withoutQualifier(clang::TypeLoc Loc) {
#if LLVM_VERSION_MAJOR < 22
  if (auto Elaborated = Loc.getAs<clang::ElaboratedTypeLoc>())
    return Elaborated.getNamedTypeLoc();
#endif
  return Loc;
}

} // namespace aoti
