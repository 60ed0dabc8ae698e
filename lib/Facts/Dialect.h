//===- Dialect.h - which torch made a source, and for what device -*- C++ -*-===//
//
// A package states no torch version. What stands in a source narrows it down to a
// range of releases; checks ask for features or for that range.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti {

/// A minor release of torch 2.
struct TorchVersion {
  unsigned Minor = 0;
};

enum class SourceKind {
  Wrapper,            ///< an AOTInductor wrapper of torch 2.6 or newer
  Kernel,             ///< CPU kernels of AOTInductor
  UnsupportedWrapper, ///< a wrapper of a torch before 2.6
  JitWrapper,         ///< the C++ wrapper of torch.compile, not a package
  Other               ///< anything else: a custom op, a header, a hand-written file
};

enum class DeviceType { Unknown, Cpu, Cuda, Hip, Xpu, Mps, Other };

/// "cpu", "cuda", "hip", "xpu", "mps", "unknown".
llvm::StringRef deviceTypeName(DeviceType D);
/// The device of a name as in `cached_torch_device_type_<name>` and `AOTI_DEVICE_KEY`.
DeviceType parseDeviceType(llvm::StringRef Name);
/// The type by which torch knows a device: builds for ROCm call theirs "cuda", and no runner goes
/// by the name "hip".
inline DeviceType normalizedDevice(DeviceType D) {
  return D == DeviceType::Hip ? DeviceType::Cuda : D;
}
/// Whether a device type is one that kernels are launched on, by streams: CUDA, HIP or XPU.
bool isGpu(DeviceType D);

struct Dialect {
  SourceKind Kind = SourceKind::Other;
  /// The oldest and the newest release that can have made the source; unset ends are open.
  std::optional<TorchVersion> Oldest, Newest;
  /// The device that the model was compiled for, from the headers included and the names used.
  DeviceType Device = DeviceType::Unknown;
  /// Offset in bytes of the first generated line: before it stands library text that is the same in
  /// every package of a release.
  uint32_t GeneratedBegin = 0;

  bool isBefore(unsigned Minor) const { return Newest && Newest->Minor < Minor; }
  bool isAtLeast(unsigned Minor) const { return Oldest && Oldest->Minor >= Minor; }
  /// "torch 2.13 to 2.14, cuda"; "torch 2.15 or newer, cpu"; empty for sources that are not
  /// generated.
  std::string describe() const;
};

/// Fingerprints a source by its text alone.
Dialect detectDialect(llvm::StringRef Text);

} // namespace aoti
