//===- MainFile.h - places of an AST in the main file -------------*- C++ -*-===//
#pragma once

#include "Support/JsonText.h"
#include "clang/AST/ASTContext.h"

namespace aoti {

/// The bytes of the main file that a range of tokens covers: an argument of a macro where it was
/// written, anything else of a macro where that is expanded. Empty at 0 for what lies elsewhere.
ByteRange mainFileBytes(clang::SourceRange Tokens, const clang::ASTContext &Context);

} // namespace aoti
