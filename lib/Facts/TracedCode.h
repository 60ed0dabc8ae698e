//===- TracedCode.h - what surrounds expressions of traced code ---*- C++ -*-===//
//
// The parents of the expressions in the functions that run when something is traced, and
// where these use their variables and call each other.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti {

class TracedCode {
public:
  /// Gathers the bodies of the functions.
  TracedCode(clang::ASTContext &Context, llvm::ArrayRef<const clang::FunctionDecl *> Functions);

  clang::ASTContext &context() const { return Context; }
  /// What a statement stands in; null for a body.
  const clang::Stmt *parent(const clang::Stmt *S) const { return Parents.lookup(S); }
  /// The variable that an expression initialises; null if it is no initialiser.
  const clang::VarDecl *initialisedBy(const clang::Stmt *S) const { return InitOf.lookup(S); }
  /// The loop that goes through the value of an expression; null if there is none.
  const clang::CXXForRangeStmt *loopThrough(const clang::Stmt *S) const {
    return RangeOf.lookup(S);
  }
  /// The statement that declares a variable, maybe with others.
  const clang::DeclStmt *declaredBy(const clang::VarDecl *V) const {
    return DeclaredBy.lookup(V->getCanonicalDecl());
  }
  llvm::ArrayRef<const clang::DeclRefExpr *> uses(const clang::VarDecl *V) const {
    auto Found = Uses.find(V->getCanonicalDecl());
    return Found == Uses.end() ? llvm::ArrayRef<const clang::DeclRefExpr *>() : Found->second;
  }
  llvm::ArrayRef<const clang::CallExpr *> calls(const clang::FunctionDecl *F) const {
    auto Found = Calls.find(F->getCanonicalDecl());
    return Found == Calls.end() ? llvm::ArrayRef<const clang::CallExpr *>() : Found->second;
  }
  /// The function, or the call operator of the lambda, that a return statement ends.
  const clang::FunctionDecl *endedBy(const clang::ReturnStmt *S) const {
    return ReturnsFrom.lookup(S);
  }
  /// The lambda of a call operator; null for those that are kernels themselves, and for others.
  const clang::LambdaExpr *lambdaOf(const clang::FunctionDecl *F) const {
    return LambdaOf.lookup(F);
  }
  /// Whether all that names a function is code of the functions that were gathered.
  bool isNamedHereAlone(const clang::FunctionDecl *F) const;

private:
  void gather(const clang::Stmt *S, const clang::Stmt *Parent, const clang::FunctionDecl *In);
  void findNames();

  clang::ASTContext &Context;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 32> Functions;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::VarDecl *> InitOf;
  llvm::DenseMap<const clang::Stmt *, const clang::CXXForRangeStmt *> RangeOf;
  llvm::DenseMap<const clang::VarDecl *, const clang::DeclStmt *> DeclaredBy;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::DeclRefExpr *, 4>> Uses;
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallVector<const clang::CallExpr *, 4>> Calls;
  llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *> ReturnsFrom;
  llvm::DenseMap<const clang::FunctionDecl *, const clang::LambdaExpr *> LambdaOf;
  /// Functions that something outside of the gathered ones names.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 32> NamedElsewhere;
};

} // namespace aoti
