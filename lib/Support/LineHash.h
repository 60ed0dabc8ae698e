//===- LineHash.h - the line hash of GitHub code scanning ---------*- C++ -*-===//
//
// The hash that identifies a line by the text that follows it, as GitHub's upload
// action computes it for `primaryLocationLineHash`, so that an alert stays the same
// alert when lines above it come and go.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti {

/// The hash of one line and how often it was seen up to there.
struct LineHash {
  uint64_t Hash = 0;
  /// 1 for the first line of a file with this hash, 2 for the second.
  unsigned Occurrence = 1;
  /// "39fa2ee980eb94b0:1": hex digits without leading zeros, a colon, the occurrence.
  std::string str() const;
};

/// Hashes all lines of a text (UTF-8; a byte that is not valid UTF-8 counts as U+FFFD); entry 0 is
/// line 1.
///
/// A polynomial hash modulo 2^64, base 37, over the 100 UTF-16 code units that begin at the line's
/// start, without spaces and tabs. A carriage return counts as a line feed, also together with one
/// that follows; the end of the file counts as U+FFFF and is padded with zeros. There are as many
/// entries as line ends, and one more.
std::vector<LineHash> lineHashes(llvm::StringRef Text);

} // namespace aoti
