//===- ModelMetadata.h - what a model says of itself --------------*- C++ -*-===//
//
// For checks that compare the metadata of a model with something else. Whether the
// metadata files are complete and agree is asked by aoti-package-metadata.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "checks/PackageCheck.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace aoti {

/// The texts in the metadata of a model's wrapper; where that has no file, in the first file of
/// metadata that can be read.
class ModelMetadata {
public:
  struct Value {
    std::string Text;
    /// The value with its quotes.
    Location At;
  };

  explicit ModelMetadata(const ModelView &View);

  /// Null if there is none of this name, or one that is not a text.
  const Value *find(llvm::StringRef Key) const;

private:
  llvm::StringMap<Value> Values;
};

/// How the names of metadata files end.
inline constexpr llvm::StringLiteral MetadataSuffix = "_metadata.json";

/// The name that the metadata of a source has: `x.wrapper_metadata.json` for `x.wrapper.cpp`.
std::string metadataNameOf(const Member &Source);

/// Where a wrapper shows the device that it was generated for: the header that it includes, else
/// its beginning.
Location deviceEvidence(const SourceTextPtr &Wrapper);

/// The wrapper's text at its beginning: where a finding stands that is about a model as a whole.
/// Invalid if no wrapper was read.
Location beginningOfWrapper(const ModelView &View);

/// A place for findings that are about a model as a whole: its wrapper, or else metadata; invalid
/// if nothing of it was read.
Location placeOfModel(const ModelView &View);

/// The device that the wrappers of a model were generated for, if they agree; `Hip` is called
/// `Cuda`, as torch does.
DeviceType deviceOfWrappers(const ModelView &View);

} // namespace aoti
