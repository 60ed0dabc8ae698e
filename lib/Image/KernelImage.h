//===- KernelImage.h - machine code for graphics cards ------------*- C++ -*-===//
//
// What a `.cubin`, `.fatbin`, `.hsaco` or `.spv` says of itself: the cards that it was
// compiled for, its kernels and their parameters. The layout of NVIDIA's files was
// learnt from what ptxas and fatbinary of CUDA 12.4 to 13.4 write.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Target/GpuArch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// A parameter of a kernel, from the parameter table of a cubin.
struct KernelParameter {
  /// Position in the kernel's signature, from 0.
  unsigned Ordinal = 0;
  /// In the parameter block, in bytes.
  uint32_t Offset = 0;
  /// In bytes.
  uint32_t Size = 0;
  bool operator==(const KernelParameter &) const = default;
};

/// A kernel that a host can launch.
struct KernelEntry {
  std::string Name;
  /// By ordinal; nullopt if the image does not tell.
  std::optional<std::vector<KernelParameter>> Parameters;
  /// Size of the parameter block in bytes, with the gaps; nullopt if the image does not tell.
  std::optional<uint32_t> ParameterBytes;
  /// Shared memory that the kernel takes besides what the launch gives it, in bytes; without the
  /// 1024 bytes that the system takes from sm_90 on.
  uint64_t StaticSharedBytes = 0;
  /// Whether the kernel uses the shared memory that the launch gives it; nullopt if the image does
  /// not tell.
  std::optional<bool> UsesSharedOfLaunch;
  std::optional<unsigned> Registers;
  /// Threads of a block in x, y and z, if the kernel can be launched with these only.
  std::optional<std::array<uint32_t, 3>> RequiredThreads;
};

enum class KernelForm {
  Cubin,  ///< machine code for one NVIDIA card
  Fatbin, ///< several of these, or PTX
  Ptx,    ///< text that the driver compiles
  Hsaco,  ///< machine code for one AMD card
  SpirV   ///< compiled by the driver of Intel cards
};
/// "cubin", "fatbin", "ptx", "hsaco", "spir-v".
llvm::StringRef kernelFormName(KernelForm F);

/// A card that an image, or a part of it, was compiled for.
struct KernelTarget {
  GpuArch Arch;
  /// Not machine code: the driver compiles it for later cards too.
  bool Ptx = false;
};

struct KernelImage {
  KernelForm Form = KernelForm::Cubin;
  /// Empty for SPIR-V.
  std::vector<KernelTarget> Targets;
  /// In order of the image's symbols. Of a fatbin those of its first part that can be read; empty
  /// if all are compressed.
  std::vector<KernelEntry> Entries;
};

/// Reads an image of any of these forms. Fails with a text for people when it is none of them or is
/// torn.
llvm::Expected<KernelImage> readKernelImage(llvm::StringRef Bytes);

/// Whether an image runs on a card: as machine code, or compiled there by the driver.
struct ImageFit {
  RunsOn Runs = RunsOn::Unknown;
  /// It runs only because the driver compiles it when it is loaded.
  bool NeedsDriverCompiler = false;
};
ImageFit fits(const KernelImage &Image, const GpuArch &Card);

} // namespace aoti
