//===- SourceText.h - text of one file and places in it -----------*- C++ -*-===//
//
// The text of one source or JSON file that findings point into, kept alive by
// them after the package and the AST are gone, with positions in the units that
// the output formats need.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace aoti {

/// A position as people and formats count it. Lines and columns start at 1.
struct LineColumn {
  unsigned Line = 1;
  /// Column in UTF-8 bytes, as clang prints it.
  unsigned Column = 1;
};

/// The text of one file, with its names and its line starts.
class SourceText {
public:
  /// \param File what the user gave or what was found below it on disk: a `.pt2`, or a file.
  /// \param Member '/'-separated path inside the archive or below the folder; empty for a loose
  /// file.
  SourceText(std::string File, std::string Member, std::unique_ptr<llvm::MemoryBuffer> Text);

  /// The archive, or the file itself when it lies on disk.
  llvm::StringRef file() const { return File; }
  /// Path inside the container; empty for a loose file.
  llvm::StringRef member() const { return Member; }
  /// True when `member()` has to be read out of an archive.
  bool inArchive() const { return Archive; }
  void setInArchive(bool Value) { Archive = Value; }
  /// How text output names the file: `model.pt2!data/…/x.wrapper.cpp`, or the path on disk.
  std::string displayName() const;

  llvm::StringRef text() const { return Buffer->getBuffer(); }
  /// Number of lines, at least 1.
  unsigned lineCount() const { return static_cast<unsigned>(LineStarts.size()); }
  /// Line and byte column of a byte offset; offsets past the end give the end of the text.
  LineColumn position(uint32_t Offset) const;
  /// Column of a byte offset in UTF-16 code units (SARIF `columnKind: utf16CodeUnits`).
  unsigned utf16Column(uint32_t Offset) const;
  /// The text of a line without its line end; \p Line counts from 1.
  llvm::StringRef line(unsigned Line) const;
  /// Byte offset at which a line begins; \p Line counts from 1.
  uint32_t lineStart(unsigned Line) const;

private:
  std::string File;
  std::string Member;
  bool Archive = false;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<uint32_t> LineStarts;
};

using SourceTextPtr = std::shared_ptr<const SourceText>;

/// A range of bytes in a text; `Begin == End` is a point.
struct Location {
  SourceTextPtr Source;
  uint32_t Begin = 0;
  uint32_t End = 0;

  bool isValid() const { return Source != nullptr; }
  LineColumn begin() const { return Source->position(Begin); }
  LineColumn end() const { return Source->position(End); }
};

/// Order for deterministic output: file, member, begin, end.
bool operator<(const Location &A, const Location &B);

/// Number of UTF-16 code units of \p Text; a byte that is not valid UTF-8 counts as one (U+FFFD).
unsigned utf16Length(llvm::StringRef Text);

} // namespace aoti
