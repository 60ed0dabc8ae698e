#include "checks/package/MissingShim.h"
#include "Support/Quote.h"

namespace aoti {

std::optional<std::string> whyMissing(llvm::StringRef Name, const TorchReleases &Torch) {
  const ShimFunction *F = findShimFunction(Name);
  if (!F) {
    const ShimFunction *Base = findUnversioned(Name);
    // Releases behind the newest one in the table may have it.
    TorchRelease Newest = shimReleases().back();
    if (!Base || Torch.first().Minor > Newest.Minor)
      return std::nullopt;
    return "no torch up to " + Newest.name() + " has this version of " + quoted(Base->Name);
  }
  if (!isMissingIn(*F, Torch))
    return std::nullopt;
  if (F->first() > Torch.last())
    return "it came with torch " + F->first().name();
  return "torch " + F->last()->name() + " was the last one that had it";
}

std::string adviceForMissing(const TorchBounds &Bounds, const TorchReleases &Torch) {
  std::string Again = "compile the model again with torch " + Torch.name();
  if (Bounds.isEmpty())
    return Again;
  std::string Load = "load it with torch ";
  if (Bounds.Oldest && Bounds.Newest)
    Load += Bounds.Oldest->Release.name() + " to " + Bounds.Newest->Release.name();
  else if (Bounds.Oldest)
    Load += Bounds.Oldest->Release.name() + " or newer";
  else
    Load += Bounds.Newest->Release.name() + " or older";
  return Load + ", or " + Again;
}

} // namespace aoti
