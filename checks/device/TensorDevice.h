//===- TensorDevice.h - on which device tensors certainly live ----*- C++ -*-===//
//
// What the checks on devices ask of tensors and of shims. Only what is certain is
// said: the results of many shims may live on another device than their name says.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"

namespace aoti {

/// The type of the device that a tensor lives on, whatever the path; HIP counts as CUDA, as it does
/// in torch. Known of allocations, stack tensors, inputs whose device is checked, and of results
/// that certainly lie on the device of their shim; Unknown for constants and for all else.
DeviceType certainDevice(const FunctionBuffers &Buffers, const Tensor &T);

/// Whether an expression is the index of the device that the model is loaded on: `device_idx_` of
/// the model or of a helper, or a variable that is initialised with it.
bool isOwnDeviceIndex(const clang::Expr *E);

/// "the CPU", or the name of another device.
std::string deviceText(DeviceType D);

/// Whether a tensor has at least one dimension, where that is known.
bool hasDimensions(const FunctionBuffers &Buffers, const BufferFacts &Facts, const Tensor &T,
                   unsigned Depth = 0);

/// The operation of `aoti_torch_<device>_<operation>[_v<n>]`: a later version of a shim only has
/// further parameters. Empty for other names.
llvm::StringRef operationName(llvm::StringRef Callee);

/// How a shim `aoti_torch_<device>_<operation>` treats the device of its tensors.
enum class ShimDevice {
  Any,      ///< it may take tensors of several devices, or it is not known
  Together, ///< it takes tensors of any device, but all of the same
  Scalar,   ///< it refuses tensors of other devices that have dimensions
  Own       ///< it works in the memory of all its tensors, which must be on the device of its name
};

/// \p Callee is the whole name of the shim, with or without a version behind it.
/// Source of the facts: `device_check` and `dispatch` in torch's native_functions.yaml of 2.6 to
/// 2.15, for the operations of torchgen/aoti/fallback_ops.py; aoti_torch/c/shim_cpu.h, shim_xpu.h
/// and shim_mps.h.
ShimDevice shimDevice(llvm::StringRef Callee);

/// The tensor's name in the code, in quotes: the variable of an argument or that of its memory.
std::string tensorText(const Operand &O);

} // namespace aoti
