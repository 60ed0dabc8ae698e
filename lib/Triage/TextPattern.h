//===- TextPattern.h - the texts of messages ----------------------*- C++ -*-===//
//
// What a message looks like, in a small language that is matched in time linear in
// the text, whatever the text is:
//
//   text       itself; patterns and texts are in lower case
//   |          the beginning or the end of a word
//   *          any text, as short as possible, also none
//   {name}     any text, as short as possible, at least one character; at the end of
//              a pattern all that follows
//   {name:w}   the longest run of letters, digits and _ . : $ -
//   {name:n}   the longest run of digits, with a sign
//   {name:s}   the name of a symbolic size, as `s0`, `u12`, `ks3`, `zuf0`
//   {name:o}   a comparison: == != >= <= > <
//
// What `*` and `{name}` stand for is never longer than `MaxGap` bytes.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aoti {

/// Where a pattern was found: offsets into the text.
struct PatternMatch {
  struct Capture {
    llvm::StringRef Name;
    size_t Begin, End;
  };
  size_t Begin = 0, End = 0;
  llvm::SmallVector<Capture, 4> Captures;
};

class TextPattern {
public:
  static constexpr size_t MaxGap = 240;

  /// \param Spec must outlive the pattern.
  explicit TextPattern(llvm::StringRef Spec);

  /// The longest plain text in it, which every match holds.
  llvm::StringRef anchor() const { return Elements[Anchor].Text; }
  /// The match that has the anchor at \p At; the time is bounded, whatever the text.
  /// \param Lower a text in lower case.
  std::optional<PatternMatch> match(llvm::StringRef Lower, size_t At) const;

private:
  enum class Kind { Text, Boundary, Any, Capture, Word, Number, Symbol, Operator };
  struct Element {
    Kind K;
    /// The text itself, or the name of the capture.
    llvm::StringRef Text;
  };
  struct Attempt;

  std::vector<Element> Elements;
  size_t Anchor = 0;
};

} // namespace aoti
