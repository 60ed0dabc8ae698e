//===- Quote.h - names from untrusted input in messages -----------*- C++ -*-===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti {

/// \p Text on one line and in single quotes, made of printable characters (Utf8.h); more than \p
/// MaxBytes bytes are cut in the middle.
std::string quoted(llvm::StringRef Text, size_t MaxBytes = 400);

} // namespace aoti
