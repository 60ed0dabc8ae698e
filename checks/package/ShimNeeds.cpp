#include "checks/package/ShimNeeds.h"
#include "Image/LibraryImage.h"
#include "Shim/ShimTable.h"
#include "checks/package/ModelFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace aoti {

std::vector<LibraryNeeds> libraryNeeds(const Package &Container, const Model &Files) {
  std::vector<LibraryNeeds> Result;
  llvm::StringSet<> Own;
  for (const Member *M : Files.Files) {
    if (!isLibraryName(M->fileName()))
      continue;
    // What cannot be read is told by the rules about the files of a package.
    auto Bytes = Container.readBytes(*M);
    if (!Bytes) {
      llvm::consumeError(Bytes.takeError());
      Result.push_back({M, false, {}});
      continue;
    }
    auto Image = readLibrary((*Bytes)->getBuffer());
    if (!Image) {
      llvm::consumeError(Image.takeError());
      Result.push_back({M, false, {}});
      continue;
    }
    LibraryNeeds Needs{M, true, {}};
    for (std::string &Name : Image->UndefinedSymbols)
      if (findShimFunction(Name) || findUnversioned(Name))
        Needs.Functions.push_back(std::move(Name));
    for (const std::string &Name : Image->DefinedSymbols)
      Own.insert(Name);
    Result.push_back(std::move(Needs));
  }
  for (LibraryNeeds &Needs : Result)
    llvm::erase_if(Needs.Functions, [&](const std::string &Name) { return Own.contains(Name); });
  return Result;
}

} // namespace aoti
