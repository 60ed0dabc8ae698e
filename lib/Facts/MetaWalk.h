//===- MetaWalk.h - what kernels do when they are traced ----------*- C++ -*-===//
//
// The walk through the code of kernels that fills MetaFacts.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/MetaKernels.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti {

/// Where plain integers come from, through what they pass, and which calls make shapes of them.
struct SizeGraph {
  /// An expression that is a read or a call that makes a shape, a variable, or a function for what
  /// it returns.
  using Node = const void *;
  llvm::DenseMap<Node, llvm::SmallVector<Node, 4>> Edges;
  llvm::DenseMap<Node, SizeStep> Steps;
  llvm::DenseSet<Node> Shapes;

  Node node(const clang::Expr *E) {
    Steps[E].Expression = E;
    return E;
  }
  Node node(const clang::VarDecl *V) {
    V = V->getCanonicalDecl();
    Steps[V].Variable = V;
    return V;
  }
  Node node(const clang::FunctionDecl *F) {
    F = F->getCanonicalDecl();
    Steps[F].Result = F;
    return F;
  }
  void add(Node From, Node To) {
    auto &Out = Edges[From];
    if (From != To && !llvm::is_contained(Out, To))
      Out.push_back(To);
  }
};

/// Walks the kernels, and fills their events, what they reach and the graph of sizes.
void walkMetaKernels(clang::ASTContext &Context, const std::vector<MetaKernel> &Kernels,
                     std::vector<MetaEvent> &Events,
                     llvm::DenseSet<const clang::FunctionDecl *> &Reached, SizeGraph &Sizes);

/// Whether a place lies in the source or in a header of its project.
bool isInputText(clang::SourceLocation At, const clang::SourceManager &SM);
/// The class of a type, through a reference and a pointer; null if it is none.
const clang::CXXRecordDecl *recordOf(clang::QualType T);
/// The outermost named namespace of a declaration.
llvm::StringRef outerNamespace(const clang::Decl *D);
/// Whether a class is torch's tensor, or that of the stable ABI.
bool isTensorRecord(const clang::CXXRecordDecl *Record);
/// Whether a type holds a tensor: itself, or in tuples, vectors and optionals.
bool holdsTensor(clang::QualType T, unsigned Depth = 0);
/// The definition of a function whose body is in view and part of the input; null if there is none.
const clang::FunctionDecl *definitionInView(const clang::FunctionDecl *F,
                                            const clang::SourceManager &SM);

} // namespace aoti
