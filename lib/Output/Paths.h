//===- Paths.h - how reports name files ---------------------------*- C++ -*-===//
//
// GitHub and SARIF viewers know files by their place in the repository: here a
// path becomes relative to its root, and a URI.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti {

/// The folder that paths are relative to.
class SourceRoot {
public:
  /// \param Directory The folder; when empty, the nearest folder with a `.git` upwards from the
  /// current directory, or else the current directory.
  explicit SourceRoot(llvm::StringRef Directory = {});

  /// Absolute, symbolic links resolved where the folder exists, without a trailing '/'.
  llvm::StringRef path() const { return Path; }
  /// The path below the root, '/'-separated and without `..`, symbolic links resolved; nothing when
  /// it lies elsewhere.
  std::optional<std::string> relative(llvm::StringRef File) const;
  /// The file as an absolute path, symbolic links resolved where it exists.
  static std::string absolute(llvm::StringRef File);

private:
  std::string Path;
};

/// A path as the path of a URI: what is neither unreserved nor '/' is percent-encoded, byte by
/// byte.
std::string encodeUriPath(llvm::StringRef Path);
/// `file://` and the encoded absolute path.
std::string fileUri(llvm::StringRef AbsolutePath);

} // namespace aoti
