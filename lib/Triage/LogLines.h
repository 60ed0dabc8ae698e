//===- LogLines.h - the lines of a log as patterns see them -------*- C++ -*-===//
//
// A log is bytes from anywhere: colours of a terminal, carriage returns, broken
// UTF-8, NUL bytes, UTF-16 as PowerShell writes it, JSON lines that hold a whole
// traceback, lines of many megabytes. Here it becomes lines of plain text of a
// bounded length, in time linear in its size. Lines that are no text are empty.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace aoti {

/// A line of a log, or a piece of a long one.
struct LogLine {
  /// The line of the file, from 1. A line of JSON that holds several lines of text has one number.
  uint64_t Number = 0;
  /// Without colours and control characters, quotation marks as `'` and `"`, a run of blanks as
  /// one.
  std::string Text;
  /// The same in lower case (ASCII), byte by byte.
  std::string Lower;
  /// Whether it goes on where the one before it ended, in the same line of the file.
  bool IsContinued = false;
};

class LogLines {
public:
  /// Bytes of a piece of a line, and how much of the piece before it is repeated in the next one.
  static constexpr size_t MaxPiece = 8192, Overlap = 512;

  /// \param Bytes must outlive this.
  explicit LogLines(llvm::StringRef Bytes) : Rest(Bytes) {}

  /// \returns false at the end; \p Line is untouched then.
  bool next(LogLine &Line);

private:
  llvm::StringRef Rest;
  /// What is left of the current line of the file.
  llvm::StringRef Current;
  bool InLine = false, IsJson = false, IsContinued = false;
  uint64_t Number = 0;
};

/// The bytes as they are, or a text in UTF-16 that says so by its mark, as UTF-8 in \p Storage.
llvm::StringRef decodeLog(llvm::StringRef Bytes, std::string &Storage);

} // namespace aoti
