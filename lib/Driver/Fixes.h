//===- Fixes.h - applying and showing fixes -----------------------*- C++ -*-===//
//
// Findings carry fixes; here they are chosen, written to the files, printed as a
// diff or exported for clang-apply-replacements.
//
// Of the fixes of a finding the first one is taken that is safe (or any, when asked
// for). A fix is applied as a whole or not at all: when one of its edits overlaps an
// edit of a finding before it, it is skipped, while edits that are the same are made
// once. Findings come in the order of the report.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace aoti {

/// What became of the fixes of a run.
struct FixResult {
  /// Fixes that were applied.
  unsigned Applied = 0;
  /// Fixes that overlap one that was applied: they can be tried in another run.
  unsigned Skipped = 0;
  /// Findings that have unsafe fixes only, which were not asked for.
  unsigned Unsafe = 0;
  /// Fixes of members of archives, which are never changed.
  unsigned InArchive = 0;
  /// Files that were written, by path.
  std::vector<std::string> Files;
  /// A written file belongs to a package, whose library is still the old one.
  bool InPackage = false;
};

/// Applies the fixes to files on disk, whole files at a time and keeping their permissions.
///
/// Nothing is written when a file to write no longer has the text that was analysed, cannot be
/// written, or is reached through a symbolic link that leads out of its folder: the error names it
/// and says what to do. A write that fails later on (disk full) leaves that file as it was and
/// names those that are written already.
/// \param Unsafe Also takes fixes that are not safe.
llvm::Expected<FixResult> applyFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe);

/// Prints what `applyFixes` would change as a unified diff, for `patch -p0` and `git apply -p0`;
/// members of archives too, under the name `model.pt2!member`. Files below the current directory
/// are named relative to it. On a terminal, control characters of the texts are escaped.
/// \returns the number of findings with unsafe fixes only, which were not asked for.
unsigned writeDiff(llvm::ArrayRef<Finding> Findings, bool Unsafe, llvm::raw_ostream &OS);

/// Prints the findings in files on disk, with notes and fixes, in the format of
/// clang-apply-replacements.
void writeFixesYaml(llvm::ArrayRef<Finding> Findings, bool Unsafe, llvm::raw_ostream &OS);

/// Tells a person what was done: how many fixes were applied and skipped, and what is left to do.
void writeFixReport(const FixResult &Result, llvm::raw_ostream &OS);

} // namespace aoti
