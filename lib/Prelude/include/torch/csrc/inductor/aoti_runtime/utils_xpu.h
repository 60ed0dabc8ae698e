// Device and stream guards of XPU.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/utils.h>
#include <torch/csrc/inductor/aoti_torch/c/shim_xpu.h>
namespace torch::aot_inductor {
class AOTIXpuGuard {
public:
  AOTIXpuGuard(int32_t device_index);
  ~AOTIXpuGuard();
  AOTIXpuGuard(AOTIXpuGuard &&);
  AOTIXpuGuard &operator=(AOTIXpuGuard &&);
  void set_index(int32_t device_index);
};
class AOTIXpuStreamGuard {
public:
  AOTIXpuStreamGuard(void *stream, int32_t device_index);
  ~AOTIXpuStreamGuard();
  AOTIXpuStreamGuard(AOTIXpuStreamGuard &&);
  AOTIXpuStreamGuard &operator=(AOTIXpuStreamGuard &&);
};
} // namespace torch::aot_inductor
