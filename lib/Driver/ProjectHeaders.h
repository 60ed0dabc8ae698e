//===- ProjectHeaders.h - what a loose source includes ------------*- C++ -*-===//
//
// Finds the headers of a source that is given by itself: beside it, and in the
// project it lies in, in the folders where projects keep headers.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Frontend/TranslationUnit.h"
#include <string>
#include <vector>

namespace aoti {

struct ProjectHeaders {
  /// The name of the source relative to the folder that `Files` and `IncludeDirectories` are
  /// relative to.
  std::string SourceName;
  std::vector<IncludableFile> Files;
  /// Where includes that are not relative to the including file were looked for, in order.
  std::vector<std::string> IncludeDirectories;
};

/// The headers that a loose source includes with quotes, and those that they include, as far as
/// they lie in the folder of the source.
ProjectHeaders neighbourHeaders(const SourceText &Source);

/// The same in the whole project of the source, also for includes in angle brackets that are not of
/// torch, CUDA or the standard library. The project is the folder above the source that has a
/// version control folder, else the highest one that has a build file of its own.
/// \param Extra further folders to look into, as after `-I`, also outside of that folder; those of
/// what is installed (Python, CUDA, torch, the system) are left out.
ProjectHeaders projectHeaders(const SourceText &Source, const std::vector<std::string> &Extra);

} // namespace aoti
