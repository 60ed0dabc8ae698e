//===- PythonLexer.h - Python text as tokens ----------------------*- C++ -*-===//
//
// Splits Python source into tokens, with the code inside of f-strings. It knows the
// language well enough that what stands in strings and comments is never taken for
// code; it does not check syntax beyond that.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

enum class PythonTokenKind {
  Name, ///< identifiers and keywords
  Number,
  String,     ///< a literal without code in it, with prefix and quotes
  StringPart, ///< a piece of an f-string between the code in it, its quotes included
  Operator,   ///< brackets and punctuation too
  Comment,    ///< from `#` to the end of the line
  LineEnd     ///< the end of a logical line: not within brackets, not behind a backslash
};

struct PythonToken {
  PythonTokenKind Kind;
  llvm::StringRef Text;
  /// Bytes from the beginning of the file.
  uint32_t Begin = 0;
  /// For the first token of a logical line that is no comment its column, from 0, tabs going to
  /// multiples of 8; -1 for others.
  int Indent = -1;

  uint32_t end() const { return Begin + static_cast<uint32_t>(Text.size()); }
  bool is(llvm::StringRef Spelling) const {
    return Text == Spelling && (Kind == PythonTokenKind::Operator || Kind == PythonTokenKind::Name);
  }
  bool isName() const { return Kind == PythonTokenKind::Name; }
};

/// Why Python would not read a source.
struct PythonLexError {
  /// Bytes from the beginning of the file.
  uint32_t Offset = 0;
  /// "the string that begins here has no end".
  std::string Message;
};

struct PythonTokens {
  /// In order. A line end stands behind the last line, whether the file ends in one or not.
  std::vector<PythonToken> Tokens;
  /// The first error; what stands behind it may have been split wrongly.
  std::optional<PythonLexError> Error;
};

/// Takes time linear in the length of the text.
PythonTokens lexPython(llvm::StringRef Text);

/// Why the bytes of a source are no text to Python: no UTF-8, and no other encoding is named in the
/// first two lines. nullopt if they are. Encodings that extend ASCII are read as they are.
std::optional<PythonLexError> findEncodingError(llvm::StringRef Text);

} // namespace aoti
