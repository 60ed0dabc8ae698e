//===- OperatorTypes.h - C++ types as types of a schema -----------*- C++ -*-===//
#pragma once

#include "Facts/OperatorSchema.h"
#include "clang/AST/Decl.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// What torch infers for a parameter or a result of a kernel: "Tensor", "int", "SymInt[]",
/// "float?"…; empty for types that are not known.
std::string inferredType(clang::QualType T, const clang::ASTContext &Context);

/// Whether a parameter is one of the types by which torch tells that a kernel takes symbolic
/// integers: c10::SymInt, c10::SymIntArrayRef, at::OptionalSymIntArrayRef or
/// std::optional<c10::SymInt>, by value (ATen/core/boxing/KernelFunction.h).
bool marksSymbolicKernel(clang::QualType T);

/// The parameters of a kernel that the schema is compared with: without a leading set of dispatch
/// keys. nullopt for kernels with a boxed interface.
std::optional<std::vector<const clang::ParmVarDecl *>>
schemaParameters(const clang::FunctionDecl *Kernel);

/// Why registering a kernel for a schema throws.
struct SchemaMismatch {
  enum class Kind { Arguments, Results, ArgumentType, ResultType } What;
  /// Of the argument or the result, from 0.
  unsigned Index = 0;
  /// As torch puts it: "Type mismatch in argument 2: int vs SymInt."
  std::string Reason;
};

/// What torch refuses when a kernel is registered for an operator; empty if nothing is, or it
/// cannot be told.
std::vector<SchemaMismatch> compareWithSchema(const OperatorSchema &Schema,
                                              const clang::FunctionDecl *Kernel);

/// "int", "int[]"… for "SymInt", "SymInt[]"…; other types as they are.
std::string asPlain(llvm::StringRef Type);
/// Whether a type of a schema is a plain integer, or a list or an optional of those.
bool isPlainInteger(const SchemaType &Type);
bool isSymbolicInteger(const SchemaType &Type);

} // namespace aoti
