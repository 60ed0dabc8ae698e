//===- PackageImages.h - the binary files of a package, read once -*- C++ -*-===//
//
// Several rules look at the same library, kernel or saved weights. Each is read at the
// first question, which counts against the limits of the package, and what is wanted
// of it is kept; its bytes are not.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Image/KernelImage.h"
#include "Image/LibraryImage.h"
#include "Image/SavedTensor.h"
#include "Package/Package.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aoti {

/// A library, or the object file with the weights of one.
struct LibraryFile {
  const Member *File = nullptr;
  /// nullopt if the bytes are no image that is read here.
  std::optional<LibraryImage> Image;
  /// Why they are none, for people; empty if they are one.
  std::string Damage;
  /// Whether the bytes are a library that a system may load all the same.
  bool IsOtherFormat = false;
  /// Whether they are what Git LFS leaves in place of the file.
  bool IsGitLfsPointer = false;
  /// The last eight bytes as a little-endian number; nullopt if the file is shorter.
  std::optional<uint64_t> LastWord;
  /// The kernels among `LibraryImage::Embedded` that can be read, with their names there.
  std::vector<std::pair<std::string, KernelImage>> Kernels;
};

/// A file of machine code for graphics cards.
struct KernelFile {
  std::optional<KernelImage> Image;
  /// Why it is none, for people; empty if it is one.
  std::string Damage;
};

/// A file that `torch.save` wrote.
struct SavedFile {
  std::optional<std::vector<SavedStorage>> Storages;
  /// Why it is none, for people; empty if it is one.
  std::string Damage;
};

/// Not thread-safe: the rules on a package run one after the other.
class PackageImages {
public:
  explicit PackageImages(const Package &Container) : Container(Container) {}

  /// Null, here and below, for a file that the package does not give, be it damaged or larger than
  /// a limit: `refusals` says so.
  const LibraryFile *library(const Member &File);
  const KernelFile *kernels(const Member &File);
  const SavedFile *saved(const Member &File);
  /// The last eight bytes of a file as a little-endian number; nullopt also if it is shorter.
  std::optional<uint64_t> lastWord(const Member &File);

  /// Why files could not be read, each with its name and, where one helps, the option.
  llvm::ArrayRef<std::string> refusals() const { return Refusals; }

private:
  /// What \p Make makes of the bytes, once.
  template <typename T, typename Maker>
  const T *get(std::map<const Member *, std::optional<T>> &Known, const Member &File, Maker Make);

  const Package &Container;
  std::map<const Member *, std::optional<LibraryFile>> Libraries;
  std::map<const Member *, std::optional<KernelFile>> KernelFiles;
  std::map<const Member *, std::optional<SavedFile>> SavedFiles;
  std::map<const Member *, std::optional<std::optional<uint64_t>>> LastWords;
  std::vector<std::string> Refusals;
};

} // namespace aoti
