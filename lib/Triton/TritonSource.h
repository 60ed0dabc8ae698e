//===- TritonSource.h - texts of Triton kernels in C++ ------------*- C++ -*-===//
//
// Since torch 2.7 the source of a kernel stands in a comment of the function that
// launches it: `async_compile.triton('name', ''' … ''', device_str='cuda')`, or by
// itself. Finds these texts, as Python would get them, and the places of each byte of
// them in the file.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Python/PythonTree.h"
#include <string>
#include <vector>

namespace aoti {

class TritonSource {
public:
  /// The name that the source is compiled under; empty where it stands by itself.
  std::string Name;
  /// The kind of device that it is compiled for: "cuda"; empty where that is not said.
  std::string Device;
  /// The comment, or the string, in bytes from the beginning of the file.
  uint32_t CommentBegin = 0, CommentEnd = 0;
  /// The source in it: what stands between its quotes.
  uint32_t Begin = 0, End = 0;

  /// The source, with escapes replaced. It points into the file, or lives as long as this.
  llvm::StringRef text() const { return Unescaped ? llvm::StringRef(*Unescaped) : Raw; }
  /// Where a byte of the source stands in the file.
  uint32_t fileOffset(uint32_t InText) const;

private:
  friend class TritonSourceFinder;
  llvm::StringRef Raw;
  /// Where there are escapes.
  std::unique_ptr<std::string> Unescaped;
  std::vector<PythonPlace> Places;
};

/// The texts of kernels in a C++ file, in order. Takes time linear in its length.
std::vector<TritonSource> findTritonSources(llvm::StringRef File);

} // namespace aoti
