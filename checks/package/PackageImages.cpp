#include "checks/package/PackageImages.h"
#include "llvm/Support/Endian.h"

using llvm::StringRef;

namespace aoti {
namespace {

std::optional<uint64_t> lastWordOf(StringRef Bytes) {
  if (Bytes.size() < sizeof(uint64_t))
    return std::nullopt;
  return llvm::support::endian::read64le(Bytes.end() - sizeof(uint64_t));
}

/// \returns why there is no image; empty if there is one.
template <typename T> std::string take(llvm::Expected<T> Read, std::optional<T> &Into) {
  if (!Read)
    return llvm::toString(Read.takeError());
  Into = std::move(*Read);
  return {};
}

} // namespace

template <typename T, typename Maker>
const T *PackageImages::get(std::map<const Member *, std::optional<T>> &Known, const Member &File,
                            Maker Make) {
  auto [It, New] = Known.try_emplace(&File);
  if (New) {
    if (auto Bytes = Container.readBytes(File))
      It->second = Make((*Bytes)->getBuffer());
    else
      Refusals.push_back(llvm::toString(Bytes.takeError()));
  }
  return It->second ? &*It->second : nullptr;
}

const LibraryFile *PackageImages::library(const Member &File) {
  return get(Libraries, File, [&](StringRef Bytes) {
    LibraryFile Library;
    Library.File = &File;
    Library.Damage = take(readLibrary(Bytes), Library.Image);
    Library.IsOtherFormat = isOtherLibrary(Bytes);
    Library.IsGitLfsPointer = isGitLfsPointer(Bytes);
    Library.LastWord = lastWordOf(Bytes);
    if (Library.Image)
      for (const EmbeddedBytes &Part : Library.Image->Embedded) {
        std::optional<KernelImage> Image;
        if (take(readKernelImage(Bytes.substr(Part.Offset, Part.Size)), Image).empty())
          Library.Kernels.emplace_back(Part.Name, std::move(*Image));
      }
    return Library;
  });
}

const KernelFile *PackageImages::kernels(const Member &File) {
  return get(KernelFiles, File, [](StringRef Bytes) {
    KernelFile Kernels;
    Kernels.Damage = take(readKernelImage(Bytes), Kernels.Image);
    return Kernels;
  });
}

const SavedFile *PackageImages::saved(const Member &File) {
  return get(SavedFiles, File, [](StringRef Bytes) {
    SavedFile Saved;
    Saved.Damage = take(readSavedStorages(Bytes), Saved.Storages);
    return Saved;
  });
}

std::optional<uint64_t> PackageImages::lastWord(const Member &File) {
  const std::optional<uint64_t> *Word = get(LastWords, File, lastWordOf);
  return Word ? *Word : std::nullopt;
}

} // namespace aoti
