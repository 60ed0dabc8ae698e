//===- GpuArch.h - what a kernel image was compiled for -----------*- C++ -*-===//
//
// Architectures of graphics cards as compilers and loaders name them, and which
// card runs the machine code of which.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti {

enum class GpuVendor { Nvidia, Amd };

/// An architecture, or a card that has it.
struct GpuArch {
  GpuVendor Vendor = GpuVendor::Nvidia;
  /// NVIDIA: ten times the compute capability, as in `sm_90`: 90.
  unsigned Sm = 0;
  /// NVIDIA: 'a' (`sm_90a`, this card only), 'f' (`sm_100f`, this family of cards), or 0.
  char Suffix = 0;
  /// AMD: "gfx90a". Empty for NVIDIA.
  std::string Gfx;

  unsigned major() const { return Sm / 10; }
  unsigned minor() const { return Sm % 10; }
  /// "sm_90a", "gfx90a".
  std::string name() const;
  bool operator==(const GpuArch &) const = default;
};

/// Reads `sm_90`, `sm_90a`, `compute_90`, `9.0`, `90` and `gfx90a`, in any case; nullopt for
/// anything else.
std::optional<GpuArch> parseGpuArch(llvm::StringRef Text);

/// Whether a card can run an image.
enum class RunsOn {
  Yes,
  No,
  Unknown ///< not told by the documents of the vendor
};

/// Whether machine code that was compiled for \p Code runs on \p Card (of which the suffix does not
/// count). NVIDIA: within a major compute capability on the same or a higher minor one; `a` on that
/// card alone; `f` within the family, which begins at that card. AMD: on the same processor.
RunsOn machineCodeRunsOn(const GpuArch &Code, const GpuArch &Card);

/// Whether PTX of \p Code can be compiled by the driver for \p Card: for the same card and later
/// ones; with `a` for that card alone.
RunsOn ptxRunsOn(const GpuArch &Code, const GpuArch &Card);

} // namespace aoti
