//===- MetaWalk.h - what kernels do when they are traced ----------*- C++ -*-===//
//
// The walk through the code of kernels that fills MetaFacts.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/MetaKernels.h"
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
  /// Adds all of another graph.
  void merge(const SizeGraph &Other) {
    for (const auto &[From, Out] : Other.Edges)
      for (Node To : Out)
        add(From, To);
    for (const auto &[N, Step] : Other.Steps)
      Steps[N] = Step;
    Shapes.insert(Other.Shapes.begin(), Other.Shapes.end());
  }
};

/// What is found on the way through kernels.
struct TracedWalk {
  std::vector<MetaEvent> Events;
  llvm::SetVector<const clang::FunctionDecl *> Reached;
  SizeGraph Sizes;
};

/// Walks the kernels, in their order.
void walkMetaKernels(clang::ASTContext &Context, const std::vector<MetaKernel> &Kernels,
                     TracedWalk &Found);

} // namespace aoti
