//===- SymIntPropagation.h - what has to be symbolic with a size --*- C++ -*-===//
//
// From reads, or parameters, to all that has to change with them: what is given their
// values, and what these are put together with.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/SymIntRewrite.h"
#include "Facts/TracedCode.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <utility>

namespace aoti {

/// Makes everything symbolic that follows from some reads or parameters.
class SymIntPropagation {
public:
  explicit SymIntPropagation(const MetaFacts &Facts)
      : Facts(Facts), Code(Facts.code()), Context(Facts.context()), SM(Context.getSourceManager()) {
  }

  /// A read of a size, and what follows from it.
  void addRead(const clang::Expr *Read);
  /// Parameters of a kernel, and what follows from these.
  void addParameters(llvm::ArrayRef<const clang::ParmVarDecl *> Parameters);

  bool failed() const { return !Withheld.empty(); }
  /// Why there is no change, and where; empty if there is one.
  const std::string &withheld() const { return Withheld; }
  clang::SourceLocation withheldAt() const { return WithheldAt; }
  /// In the order of the text.
  std::vector<SymIntEdit> edits() const;
  /// The reads that are changed, in the order in which they were met.
  const std::vector<const clang::Expr *> &reads() const { return Reads; }
  /// Reads, variables, functions and calls that are changed.
  const llvm::DenseSet<const void *> &nodes() const { return Nodes; }

private:
  clang::SourceLocation location(unsigned Offset) const;
  void withhold(clang::SourceLocation At, const llvm::Twine &Why);
  void withhold(const clang::Stmt *At, const llvm::Twine &Why) { withhold(At->getBeginLoc(), Why); }

  /// The place of a token in the main file: where it is written, also as an argument of a macro.
  /// Invalid if it comes out of a macro.
  clang::SourceLocation written(clang::SourceLocation At) const;

  void edit(clang::SourceLocation Begin, clang::SourceLocation EndToken, llvm::StringRef Text);
  void editCharacters(clang::SourceLocation From, clang::SourceLocation End, llvm::StringRef Text);
  void editRead(const clang::Expr *Read);
  /// Changes what is written as a type: `int64_t` by itself and as an argument of a template, and
  /// the short names of lists.
  void editType(clang::TypeLoc Loc, clang::SourceLocation At, llvm::StringRef Name);

  void makeVariable(const clang::VarDecl *V);
  /// Whether all uses of a function are in code that is traced, so that its type can be changed.
  bool isPrivate(const clang::FunctionDecl *F) const;
  bool makeParameter(const clang::ParmVarDecl *P);
  /// A lambda can be changed where it is only called, or held by a `std::function` that is only
  /// called.
  void checkLambda(const clang::LambdaExpr *Lambda);
  /// The variable that is initialised with a lambda, through conversions.
  const clang::VarDecl *holderOf(const clang::Stmt *E) const;
  /// The call that a name is the function object of; null if it is used otherwise.
  const clang::CXXOperatorCallExpr *calledBy(const clang::DeclRefExpr *Use) const;
  /// `std::function<int64_t(int64_t, int64_t)>`: every plain integer in it becomes symbolic, and
  /// the lambda with it.
  void makeFunctionObject(const clang::VarDecl *V, const clang::LambdaExpr *Lambda);
  /// What a function or a lambda returns becomes symbolic.
  void makeResult(const clang::FunctionDecl *F, const clang::Stmt *At);

  void demandList(const clang::Expr *E);
  bool isIterator(const clang::Expr *E) const;
  void makeTarget(const clang::Expr *E);

  /// The value of an expression is symbolic now: everything that it is given to has to take that.
  void climb(const clang::Expr *E);
  /// Looks at an expression whose operand \p E is symbolic. \returns whether its own value is
  /// symbolic, so that what surrounds it has to be looked at.
  bool step(const clang::Expr *E, const clang::Expr *P);
  bool stepImplicit(const clang::Expr *E, const clang::ImplicitCastExpr *Cast);
  bool stepConstruct(const clang::Expr *E, const clang::CXXConstructExpr *P);
  bool stepCast(const clang::Expr *E, const clang::ExplicitCastExpr *P);
  bool stepBinary(const clang::Expr *E, const clang::BinaryOperator *P);
  bool arithmetic(const clang::BinaryOperator *P, const clang::Expr *Other);
  /// Withholds the change where the class of symbolic integers that is in view has no such
  /// operator.
  void requireOperator(const clang::BinaryOperator *P);
  /// c10::SymInt as it is defined in view; null if it is not.
  const clang::CXXRecordDecl *symIntRecord() const;
  bool stepMember(const clang::Expr *E, const clang::MemberExpr *P);
  /// Whether an iterator is one of a list that is symbolic already.
  static bool sameObject(const clang::Expr *Iterator, const clang::Expr *Object);
  bool stepOperator(const clang::Expr *E, const clang::CXXOperatorCallExpr *P);
  /// An argument of a lambda or of a `std::function`.
  bool stepFunctionObject(const clang::CXXOperatorCallExpr *Call, unsigned I);
  bool stepCall(const clang::Expr *E, const clang::CallExpr *P);
  /// Whether a function is a template that writes all that it is given into a stream, as those do
  /// that make the texts of checks.
  bool printsArguments(const clang::FunctionDecl *F) const;
  void renameCall(const clang::CallExpr *P, const clang::FunctionDecl *F,
                  const clang::FunctionDecl *Form);
  /// A number that stands for a list of one: no two conversions lead from it to a list of symbolic
  /// integers.
  void embrace(const clang::Expr *E);
  /// An argument for a list of sizes.
  void demandArgument(const clang::Expr *E);
  /// `std::max(a, b)` becomes `c10::SymInt(a).max(b)`, which compares no sizes while it is traced.
  bool makeExtreme(const clang::CallExpr *P);

  const MetaFacts &Facts;
  const TracedCode &Code;
  const clang::ASTContext &Context;
  const clang::SourceManager &SM;
  /// The parameters of a kernel that are to become symbolic.
  llvm::SmallPtrSet<const clang::ParmVarDecl *, 4> Wanted;
  /// By begin and end in the main file.
  std::map<std::pair<unsigned, unsigned>, std::string> Edits;
  std::string Withheld;
  clang::SourceLocation WithheldAt;
  std::vector<const clang::Expr *> Reads;
  llvm::DenseSet<const void *> Nodes;
};

} // namespace aoti
