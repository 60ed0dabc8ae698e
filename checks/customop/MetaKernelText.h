//===- MetaKernelText.h - words for what kernels do when traced ---*- C++ -*-===//
#pragma once

#include "Facts/MetaKernels.h"
#include "Finding/AotiCheck.h"
#include <string>

namespace aoti {

/// "the Meta kernel of 'ns::op'", "'f' (a Meta kernel by its name)".
std::string describe(const MetaKernel &K);

/// A function as messages name it: "'f'", "this lambda".
std::string shownName(const clang::FunctionDecl *F);

/// Where an event is reported: its own place in the main file, or else the call in the main file
/// that leads to it. Null if there is none.
const clang::Expr *reportedExpression(const MetaEvent &E, const clang::SourceManager &SM);

/// Where an event stands, for messages that are placed elsewhere: " in 'f' (shapes.h:12)"; empty
/// for the main file.
std::string shownPlace(const MetaEvent &E, const clang::SourceManager &SM);
/// The code of an event in quotes, with its place if that is in a header.
std::string shownCode(const MetaEvent &E, const clang::ASTContext &Context);

/// Notes on how the code of an event comes to be run when the operator is traced: the place in a
/// header, the calls, the registration.
std::vector<CodeNote> originNotes(const MetaEvent &E, const MetaKernel &K,
                                  const clang::ASTContext &Context);

/// The text of an expression as it is written, on one line; cut when it is long.
std::string writtenCode(const clang::Expr *E, const clang::ASTContext &Context);

/// The place of a call's name with its arguments, without the object it is called on: `size(0)` of
/// `x.size(0)`.
clang::CharSourceRange callRange(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace aoti
