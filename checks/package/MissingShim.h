//===- MissingShim.h - why a torch lacks a function of the shim ---*- C++ -*-===//
#pragma once

#include "Shim/ShimTable.h"
#include "Target/TorchRelease.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti {

/// Why releases lack a function: "it came with torch 2.12", "torch 2.7.1 was the last one that had
/// it". nullopt for functions that the releases have, and for those of which that is not known.
std::optional<std::string> whyMissing(llvm::StringRef Name, const TorchReleases &Torch);

/// What to do where a torch lacks some of the functions that are needed: "load it with torch 2.12
/// or newer, or compile the model again with torch 2.9".
/// \param Bounds of all the functions that are needed.
std::string adviceForMissing(const TorchBounds &Bounds, const TorchReleases &Torch);

} // namespace aoti
