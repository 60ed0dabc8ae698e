//===- Utf8.h - untrusted bytes as text ---------------------------*- C++ -*-===//
//
// Names and sources come out of untrusted packages: here their bytes become valid
// UTF-8, and text that a terminal shows and does not obey.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace aoti {

/// The first character of a text.
struct CodePoint {
  /// U+FFFD when the first byte begins no valid UTF-8 sequence.
  uint32_t Value = 0;
  /// Bytes taken; 1 when not valid.
  unsigned Length = 0;
  bool Valid = true;
};

/// Decodes the first character of \p Bytes, which must not be empty.
CodePoint decodeUtf8(llvm::StringRef Bytes);

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string toValidUtf8(llvm::StringRef Bytes);

/// One character as a terminal may get it: itself, or `<U+001B>` when it is a control, formatting
/// (also right-to-left marks) or unassigned character, or `<FF>` for a byte that is not valid
/// UTF-8.
std::string printableCharacter(llvm::StringRef Bytes, CodePoint C);

/// A text on one line, made of `printableCharacter`.
std::string toPrintable(llvm::StringRef Bytes);

} // namespace aoti
