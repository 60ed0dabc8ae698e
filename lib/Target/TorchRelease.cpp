#include "Target/TorchRelease.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"

using llvm::StringRef;

namespace aoti {

std::string TorchRelease::name() const {
  return "2." + std::to_string(Minor) + (Patch ? "." + std::to_string(Patch) : "");
}

std::string TorchReleases::name() const {
  return "2." + std::to_string(Minor) + (Patch ? "." + std::to_string(*Patch) : "");
}

std::optional<TorchReleases> parseTorchReleases(StringRef Text) {
  // The forms of PEP 440 that torch's builds have, and those that vendors make of them.
  static const llvm::Regex Form("^2\\.([0-9]{1,4})(\\.([0-9]{1,4}))?((a|b|rc)[0-9]+)?(\\.post[0-9]+"
                                ")?(\\.dev[0-9]+)?(\\+[a-zA-Z0-9._-]+)?$");
  llvm::SmallVector<StringRef, 9> Parts;
  TorchReleases Result;
  if (!Form.match(Text, &Parts) || Parts[1].getAsInteger(10, Result.Minor))
    return std::nullopt;
  if (unsigned Patch = 0; !Parts[3].empty() && !Parts[3].getAsInteger(10, Patch))
    Result.Patch = Patch;
  return Result;
}

} // namespace aoti
