//===- LoadTarget.h - the machine that a package will be loaded on -*- C++ -*-===//
//
// What the options `--load-…` say. Without them nothing is known of the machine, and
// nothing is compared with it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Target/CpuIsa.h"
#include "Target/GpuArch.h"
#include "Target/TorchRelease.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace aoti {

/// Systems as `sys.platform` of Python names them.
enum class System { Linux, Darwin, Windows };
/// "linux", "darwin", "win32".
llvm::StringRef systemName(System S);
/// Reads the names of `sys.platform`, and "macos" and "windows"; nullopt for others.
std::optional<System> parseSystem(llvm::StringRef Name);

/// Processors.
enum class Machine { X86_64, Aarch64, Ppc64Le, S390x, RiscV64, X86, Arm };
/// As `platform.machine()` of Python names it on Linux: "x86_64", "aarch64".
llvm::StringRef machineName(Machine M);
/// Reads the names that systems and compilers use: "x86_64", "AMD64", "arm64"; nullopt for others.
std::optional<Machine> parseMachine(llvm::StringRef Name);

struct LoadTarget {
  /// Type of the device that the model is loaded on, as torch names it: "cuda".
  std::optional<std::string> Device;
  std::optional<unsigned> DeviceIndex;
  std::optional<GpuArch> Arch;
  std::optional<CpuIsa> Isa;
  /// `--load-isa` as it was given.
  std::string IsaText;
  std::optional<System> OperatingSystem;
  std::optional<Machine> Processor;
  /// The torch that loads it; not a part of the machine.
  std::optional<TorchReleases> Torch;

  /// Whether anything is known of the machine.
  bool anyMachine() const { return Device || Arch || Isa || OperatingSystem || Processor; }
};

/// The values of the options, empty ones not given. Fails with a text for people that begins with
/// the name of the option.
llvm::Expected<LoadTarget> parseLoadTarget(llvm::StringRef Device, llvm::StringRef Arch,
                                           llvm::StringRef Isa, llvm::StringRef Platform,
                                           llvm::StringRef Torch);

} // namespace aoti
