#include "checks/package/ShimNeeds.h"
#include "Shim/ShimTable.h"
#include "checks/package/ModelFiles.h"
#include "checks/package/PackageImages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace aoti {

std::vector<LibraryNeeds> libraryNeeds(PackageImages &Images, const Model &Files) {
  std::vector<LibraryNeeds> Result;
  llvm::StringSet<> Own;
  for (const Member *M : Files.Files) {
    if (!isLibraryName(M->fileName()))
      continue;
    const LibraryFile *Library = Images.library(*M);
    if (!Library || !Library->Image) {
      Result.push_back({M, false, {}});
      continue;
    }
    LibraryNeeds Needs{M, true, {}};
    for (const std::string &Name : Library->Image->UndefinedSymbols)
      if (findShimFunction(Name) || findUnversioned(Name))
        Needs.Functions.push_back(Name);
    for (const std::string &Name : Library->Image->DefinedSymbols)
      Own.insert(Name);
    Result.push_back(std::move(Needs));
  }
  for (LibraryNeeds &Needs : Result)
    llvm::erase_if(Needs.Functions, [&](const std::string &Name) { return Own.contains(Name); });
  return Result;
}

} // namespace aoti
