// Device and stream guards of CUDA, and of ROCm, which keeps the names.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/utils.h>
#include <cuda_runtime_api.h>
#ifdef USE_ROCM
#include <hip/hip_runtime_api.h>
#endif
namespace torch::aot_inductor {
class AOTICudaGuard {
public:
  AOTICudaGuard(int32_t device_index);
  ~AOTICudaGuard();
  AOTICudaGuard(AOTICudaGuard &&);
  AOTICudaGuard &operator=(AOTICudaGuard &&);
  void set_index(int32_t device_index);
};
class AOTICudaStreamGuard {
public:
  AOTICudaStreamGuard(cudaStream_t stream, int32_t device_index);
  ~AOTICudaStreamGuard();
  AOTICudaStreamGuard(AOTICudaStreamGuard &&);
  AOTICudaStreamGuard &operator=(AOTICudaStreamGuard &&);
};
using AOTIHipGuard = AOTICudaGuard;
using AOTIHipStreamGuard = AOTICudaStreamGuard;
} // namespace torch::aot_inductor
