#include "Target/TorchRelease.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti {

std::string TorchRelease::name() const {
  return "2." + std::to_string(Minor) + (Patch ? "." + std::to_string(Patch) : "");
}

std::string TorchReleases::name() const {
  return "2." + std::to_string(Minor) + (Patch ? "." + std::to_string(*Patch) : "");
}

std::optional<TorchReleases> parseTorchReleases(StringRef Text) {
  auto [Number, Build] = Text.split('+');
  if (Build.empty() && Number.size() != Text.size())
    return std::nullopt;
  auto [Major, Rest] = Number.split('.');
  auto [Minor, Patch] = Rest.split('.');
  auto Read = [](StringRef Digits, unsigned &Into) {
    return Digits.size() <= 4 && llvm::all_of(Digits, llvm::isDigit) &&
           !Digits.getAsInteger(10, Into);
  };
  TorchReleases Result;
  if (Major != "2" || !Read(Minor, Result.Minor))
    return std::nullopt;
  if (Rest.contains('.')) {
    unsigned Number = 0;
    if (!Read(Patch, Number))
      return std::nullopt;
    Result.Patch = Number;
  }
  return Result;
}

} // namespace aoti
