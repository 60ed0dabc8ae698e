#include "checks/package/ShimVersionLibrary.h"
#include "Support/Quote.h"
#include "checks/package/MissingShim.h"
#include "checks/package/ModelMetadata.h"
#include "checks/package/ShimNeeds.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti {

/// More functions than these are counted, not named.
static constexpr size_t MaxNamed = 4;

void ShimVersionLibrary::check(const ModelView &View, Reporter Report) {
  if (!View.Target.Torch)
    return;
  const TorchReleases &Torch = *View.Target.Torch;
  llvm::StringSet<> InSource;
  TorchBounds NeededInSource;
  for (const auto &[Source, Summary] : View.Summaries)
    for (const std::string &Name : Summary->ShimUses)
      if (InSource.insert(Name).second)
        NeededInSource.add(Name);
  Location At = placeOfModel(View);
  for (const LibraryNeeds &Library : libraryNeeds(View.Images, View.Files)) {
    std::vector<std::string> Missing;
    std::string Names;
    for (const std::string &Name : Library.Functions) {
      std::optional<std::string> Why;
      if (!InSource.contains(Name))
        Why = whyMissing(Name, Torch);
      if (!Why)
        continue;
      Missing.push_back(Name);
      if (Missing.size() <= MaxNamed)
        Names += (Names.empty() ? "" : ", ") + quoted(Name) + " (" + *Why + ")";
    }
    if (Missing.empty())
      continue;
    TorchBounds Needed = NeededInSource;
    for (const std::string &Name : Library.Functions)
      Needed.add(Name);
    if (Missing.size() > MaxNamed)
      Names += " and " + std::to_string(Missing.size() - MaxNamed) + " more";
    Finding F;
    F.Level = Severity::Error;
    F.At = At;
    F.Message = quoted(Library.File->fileName()) + " needs functions that torch " + Torch.name() +
                " does not have: " + Names +
                "; the package cannot be loaded there ('undefined symbol: " + Missing.front() +
                "'); " + adviceForMissing(Needed, Torch);
    Report(std::move(F));
  }
}

} // namespace aoti
