//===- AstQuery.h - small questions to the AST --------------------*- C++ -*-===//
//
// What many facts and checks ask of single expressions of generated code.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dtype.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace aoti {

/// Strips parentheses, implicit and explicit casts, temporaries, default-argument and cleanup
/// wrappers, and the parentheses of an initialiser that a template leaves open. What is left may
/// have no type: the list `(a, b)` of such an initialiser.
const clang::Expr *stripWrappers(const clang::Expr *E);

/// The unqualified name of the function that a call names; also for calls in templates that are not
/// resolved yet. Empty if it has none.
llvm::StringRef calleeName(const clang::CallExpr *Call);

/// The function that a call names, as it was written: the pattern of a template, also where the
/// call is not resolved yet and there is one candidate. Null if there is none.
const clang::FunctionDecl *calledPattern(const clang::CallExpr *Call);

/// The name of a declaration that has a plain one; empty for operators, constructors, what has no
/// name, and null.
llvm::StringRef identifierOf(const clang::NamedDecl *D);

/// The value of an integer that the compiler can compute: of literals, constant variables and what
/// is made of them. nullopt for all else, for values that do not fit, and for null.
std::optional<int64_t> constantInteger(const clang::Expr *E, const clang::ASTContext &Context);

/// The same without any names in it: of literals, signs, casts and arithmetic.
std::optional<int64_t> integerLiteral(const clang::Expr *E, const clang::ASTContext &Context);

/// The variable that an expression names, through wrappers, `std::move(x)`, `&x`, `x.get()` and
/// conversion operators; null if none.
const clang::VarDecl *namedVariable(const clang::Expr *E);

/// Whether an argument is a null pointer, or the number 0 as generated code writes one.
bool isNullArgument(const clang::Expr *E);

/// The variable that an expression names, through wrappers only; null if none.
const clang::VarDecl *referredVariable(const clang::Expr *E);

/// The operand of `std::move(x)`, also inside a construction from it; null if it is none.
const clang::Expr *movedOperand(const clang::Expr *E);

/// The name of the member function that a call names, also in templates; empty if it is none.
llvm::StringRef memberName(const clang::CallExpr *Call);

/// The object of `x.f()` and `x->f()`, also in templates; null if it is none.
const clang::Expr *memberObject(const clang::CallExpr *Call);

/// Whether a member function of torch's tensors and of the handles of generated code gives a
/// pointer to the data by its name.
bool isDataPointerName(llvm::StringRef Name);

/// The variables that pieces of code may change, in the order in which they stand there: by an
/// assignment, `++`, `&x`, `std::move(x)`, `x.reset()` or `x.release()`. Null pieces are skipped.
llvm::SmallSetVector<const clang::VarDecl *, 16>
changedVariables(llvm::ArrayRef<const clang::Stmt *> Code);

/// The variable that an assignment to an expression changes: itself, or the one whose element it
/// is (`v[i]`, `v.back()`, `v.front()`, `v.at(i)`); null if there is none.
const clang::VarDecl *assignedVariable(const clang::Expr *E);

/// Whether a call is one of a conversion operator.
bool isConversion(const clang::CallExpr *Call);

/// The base and the index of `a[i]`, built-in or overloaded; nulls if it is none.
std::pair<const clang::Expr *, const clang::Expr *> subscript(const clang::Expr *E);

/// The name of an array or of a vector, of a variable or of a member; empty if it has none.
llvm::StringRef namedArray(const clang::Expr *E);

/// The lambda that an expression is or is made of, through constructions such as that of a
/// `std::function`, and through variables that can hold nothing else; null if there is none.
const clang::LambdaExpr *heldLambda(const clang::Expr *E);

/// The class of a value or of what a reference refers to; null for others, and for no type.
const clang::CXXRecordDecl *recordOf(clang::QualType T);
/// The first argument of a class template, if that is a type; no type otherwise, and for null.
clang::QualType firstTypeArgument(const clang::CXXRecordDecl *Record);
/// The name of the class of a value or of what a reference refers to; empty for others, and for no
/// type.
llvm::StringRef recordName(clang::QualType T);
/// Whether a type is `RAIIAtenTensorHandle`, or a reference to it; not of no type.
bool isOwnerType(clang::QualType T);
/// The same of `AtenTensorHandle`.
bool isRawType(clang::QualType T);
/// The same of a vector of owners, as `steal_from_raw_handles_to_raii_handles` returns it.
bool isOwnerVector(clang::QualType T);

/// Whether a function of torch's runtime gives back the tensor of its only argument, as it is or in
/// the memory of a copy: `wrap_with_raii_handle_if_needed` and its kin in aoti_runtime/utils.h and
/// arrayref_tensor.h.
bool handsTensorOn(llvm::StringRef Name);

/// What a loop consists of; null for what it does not have.
struct LoopParts {
  /// Runs once, before all else.
  const clang::Stmt *Init = nullptr;
  /// What a range-based loop goes through, and the variable that each element is given to.
  const clang::Expr *Range = nullptr;
  const clang::VarDecl *Element = nullptr;
  /// The variable that the condition declares, anew each time it is asked.
  const clang::VarDecl *Tested = nullptr;
  /// Null, too, for range-based loops that a template leaves open.
  const clang::Expr *Condition = nullptr;
  const clang::Stmt *Body = nullptr;
  const clang::Stmt *Increment = nullptr;
  /// Whether the body runs before the condition is asked.
  bool BodyFirst = false;

  /// Whether the condition always holds, or never does; nullopt if that is not certain.
  std::optional<bool> always(const clang::ASTContext &Context) const;
};

/// The parts of a `for`, `while` or `do`; nullopt for other statements.
std::optional<LoopParts> loopParts(const clang::Stmt *S);

/// Whether the body of a `do` certainly runs once: `do { … } while (0)`, the usual wrapping of a
/// macro.
bool runsOnce(const clang::DoStmt *Do, const clang::ASTContext &Context);

/// The dtype of the elements of a C++ type, as torch names it: "float32" for `float`, "float16" for
/// `at::Half`, "complex64" for `c10::complex<float>`. Empty if torch has none.
std::string dtypeOfType(clang::QualType T, const clang::ASTContext &Context);

/// The arguments of a call that does not fit what it calls, behind the expression that names that;
/// empty if it is no call.
llvm::ArrayRef<const clang::Expr *> recoveredArguments(const clang::RecoveryExpr *E);
/// The name of the function that such a call names; empty if it is none.
llvm::StringRef recoveredCalleeName(const clang::RecoveryExpr *E);

/// For `cached_torch_<what>_<name>` and calls `aoti_torch_<what>_<name>()`: the <name>; \p What is
/// "dtype", "device_type" or "layout". Also through a local variable initialised with one. Empty if
/// it is none.
llvm::StringRef torchConstantName(const clang::Expr *E, llvm::StringRef What);

/// The index of the parameter of a called function that has this name in the declaration; with
/// overloads and templates that of the resolved declaration. nullopt when there is no resolved
/// declaration or no such parameter.
std::optional<unsigned> parameterIndex(const clang::FunctionDecl *F, llvm::StringRef Name);

/// Calls \p Visit for each function with a body that the generator wrote into the main file
/// (instantiations excluded, templates included), in the order of the text, starting at \p
/// GeneratedBegin bytes (see Dialect).
void forEachGeneratedFunction(clang::ASTContext &Context, uint32_t GeneratedBegin,
                              llvm::function_ref<void(const clang::FunctionDecl *)> Visit);

/// The outermost namespace of a declaration that has a name; empty if there is none.
llvm::StringRef outerNamespace(const clang::Decl *D);

/// Whether a place lies in the main file; what comes out of a macro lies where that is used.
bool isInMainFile(clang::SourceLocation At, const clang::SourceManager &SM);

/// The definition of a function, or of the template that it is made of, if it is part of the input:
/// of the main file or of a header of its project. Null if there is none.
const clang::FunctionDecl *definitionInView(const clang::FunctionDecl *F,
                                            const clang::SourceManager &SM);

/// Whether a place lies in generated text: in the main file, at or behind \p GeneratedBegin; or in
/// a header of the input.
bool isGenerated(clang::SourceLocation At, const clang::SourceManager &SM, uint32_t GeneratedBegin);

} // namespace aoti
