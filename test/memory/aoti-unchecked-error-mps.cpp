// RUN: %check_aoti %s aoti-unchecked-error
//
// Up to torch 2.13 no call that sets up a Metal kernel is checked.

#include <torch/csrc/inductor/aoti_torch/c/shim.h>

extern "C" {
struct AOTIMetalKernelFunctionOpaque;
using AOTIMetalKernelFunctionHandle = AOTIMetalKernelFunctionOpaque*;
AOTITorchError aoti_torch_mps_set_arg_tensor(AOTIMetalKernelFunctionHandle func, unsigned idx, AtenTensorHandle tensor);
AOTITorchError aoti_torch_mps_dispatch_single(AOTIMetalKernelFunctionHandle func, uint64_t length);
}

void launch(AOTIMetalKernelFunctionHandle handle, AtenTensorHandle buf0) {
  aoti_torch_mps_set_arg_tensor(handle, 0, buf0);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_mps_set_arg_tensor' is dropped: when it fails, the kernel does not run, or runs with another argument, and its outputs keep what was in memory and the run goes on without an error; check the code, or compile the package with torch 2.15 or newer, which checks it [aoti-unchecked-error]
  aoti_torch_mps_dispatch_single(handle, 8);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: {{.*}} [aoti-unchecked-error]
}
