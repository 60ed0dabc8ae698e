//===- TorchRelease.h - a release of torch ------------------------*- C++ -*-===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <compare>
#include <optional>
#include <string>

namespace aoti {

/// A release of torch 2.
struct TorchRelease {
  unsigned Minor = 0;
  unsigned Patch = 0;

  /// "2.9", "2.9.1".
  std::string name() const;
  auto operator<=>(const TorchRelease &) const = default;
};

/// Releases that a version names: one, or all patches of a minor one.
struct TorchReleases {
  unsigned Minor = 0;
  std::optional<unsigned> Patch;

  TorchRelease first() const { return {Minor, Patch.value_or(0)}; }
  TorchRelease last() const { return {Minor, Patch.value_or(~0U)}; }
  /// As it was given: "2.9", "2.9.0".
  std::string name() const;
};

/// Reads "2.9", "2.9.1" and what torch calls itself: "2.9.1+cu128", "2.11.0.dev20260110",
/// "2.9.0a0+50eac811a6.nv25.09", which count as the release that their numbers name. nullopt for
/// anything else.
std::optional<TorchReleases> parseTorchReleases(llvm::StringRef Text);

} // namespace aoti
