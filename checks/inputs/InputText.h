//===- InputText.h - inputs and their sizes in messages -----------*- C++ -*-===//
#pragma once

#include "Facts/InputContract.h"
#include <string>

namespace aoti {

/// "size 0 of 'x'".
inline std::string sizeText(const InputContract &Contract, unsigned Input, unsigned Dimension) {
  return "size " + std::to_string(Dimension) + " of " + Contract.nameOf(Input);
}

/// The place of a function's name, for what is said of all of it.
inline clang::SourceRange nameRange(const clang::FunctionDecl *F) {
  return F->getNameInfo().getSourceRange();
}

/// The variable that makes a package test its inputs, as messages give it.
inline constexpr llvm::StringLiteral AskForChecks = "AOTI_RUNTIME_CHECK_INPUTS=1";

} // namespace aoti
