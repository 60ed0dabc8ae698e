//===- ParseErrors.h - what errors of the parser mean -------------*- C++ -*-===//
//
// A source may fail to parse because the package really holds a line that is not
// C++ (then that is a finding, and the rest is analysed), or because something is
// unknown to us (then the analysis is incomplete, and says so).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// An error of clang's parser.
struct ParseError {
  unsigned DiagnosticId = 0;
  std::string Message;
  /// As the file system of the translation unit names it; empty if the error has no place.
  std::string FileName;
  uint32_t Offset = 0;
};

/// A place that is not C++, with text of the same length to put there so that the rest can be
/// parsed.
struct SourceRepair {
  uint32_t Begin = 0, End = 0;
  std::string Replacement;
  /// What is wrong, as the message of `aoti-generated-code-error`.
  std::string Message;
};

/// Explains an error by text at its place that cannot be C++ whatever the headers: a line of
/// Python, a Python literal. nullopt if nothing of the kind stands there.
std::optional<SourceRepair> findRepair(llvm::StringRef Text, const ParseError &Error);

/// A `;` for the place where an error says that one is missing, in the stead of a blank or a line
/// end behind it; nullopt if the error says something else, or no blank follows that could be
/// replaced.
std::optional<SourceRepair> findSemicolonRepair(llvm::StringRef Text, const ParseError &Error);

/// Whether an error is one of syntax alone, which no declaration could mend, and lies before the
/// end of the text.
bool isSyntaxError(llvm::StringRef Text, const ParseError &Error);

/// Whether an error says that the text ends too early.
bool isTruncation(llvm::StringRef Text, const ParseError &Error);

/// The name in "use of undeclared identifier 'aoti_torch_x'"; empty for other errors.
llvm::StringRef undeclaredShim(const ParseError &Error);

} // namespace aoti
