//===- DeviceDemands.h - where operations need their tensors ------*- C++ -*-===//
//
// A kernel or a shim works in the memory of its tensors, which must then be that of
// one device. The checks on devices compare this with where the tensors live.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace aoti {

/// Which tensors an operation needs on one device.
struct DeviceDemand {
  enum class Reason {
    None,    ///< it needs none, or that is not known
    Kernel,  ///< a kernel gets their addresses
    Shim,    ///< a shim works on the device of its name
    Together ///< a shim works on whatever device its tensors are on, which must be one
  };
  Reason Why = Reason::None;
  /// The device that they must live on; HIP as it is written. For `Together` that of those tensors
  /// of which it is known.
  DeviceType Runs = DeviceType::Unknown;
  llvm::SmallVector<const Operand *, 4> Operands;

  explicit operator bool() const { return Why != Reason::None; }
};

/// What happens when a tensor lives elsewhere: "it takes a host pointer for one of the device
/// (illegal memory access) on every run".
llvm::StringRef wrongDeviceEffect(const DeviceDemand &D);

/// Answers for the operations of one translation unit.
class DeviceDemands {
public:
  DeviceDemands(const clang::ASTContext &Context, const BufferFacts &Facts)
      : Context(Context), Facts(Facts) {}

  DeviceDemand of(const FunctionBuffers &Buffers, const Operation &O);

  /// What a helper that launches a kernel does with its parameters.
  struct LaunchHelper {
    /// Whether it hands a kernel to the driver of a GPU, or to the launcher of Triton for the CPU.
    bool LaunchesOnGpu = false, LaunchesOnCpu = false;
    /// Parameters whose address the kernel gets, and those that the host reads.
    llvm::SmallPtrSet<const clang::ParmVarDecl *, 8> Addressed, Read;
  };

private:
  DeviceDemand ofLaunch(const Operation &O);
  DeviceDemand ofCpuKernel(const Operation &O) const;
  DeviceDemand ofShim(const FunctionBuffers &Buffers, const Operation &O) const;
  const LaunchHelper &helper(const clang::FunctionDecl *F);
  bool isCustom(const clang::CallExpr *Call) const;

  const clang::ASTContext &Context;
  const BufferFacts &Facts;
  std::map<const clang::FunctionDecl *, LaunchHelper> Helpers;
};

} // namespace aoti
