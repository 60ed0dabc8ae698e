//===- SchemaText.h - places in schemas of operators --------------*- C++ -*-===//
#pragma once

#include "Facts/OperatorRegistrations.h"
#include "clang/Basic/SourceLocation.h"

namespace aoti {

/// The characters of a type inside the literal, or literals, that the schema is written in; the
/// call if the schema comes out of a macro.
clang::CharSourceRange schemaTypeRange(const OperatorRegistration &R, const SchemaType &Type,
                                       const clang::ASTContext &Context);

/// Whether the type stands in the main file as it is, so that it can be changed.
bool isSchemaTypeWritten(const OperatorRegistration &R, const SchemaType &Type,
                         const clang::ASTContext &Context);

} // namespace aoti
