// The stream type of the device that the package was compiled for.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/utils.h>
#if defined(USE_CUDA) || defined(USE_ROCM)
#include <cuda_runtime_api.h>
#ifdef USE_ROCM
#include <hip/hip_runtime_api.h>
#endif
#define AOTI_RUNTIME_CUDA_CHECK(EXPR)                                          \
  do {                                                                         \
    const cudaError_t code = EXPR;                                             \
    AOTI_RUNTIME_CHECK(code == cudaSuccess, std::string("CUDA error: ") + cudaGetErrorString(code)); \
  } while (0)
#define AOTI_RUNTIME_DEVICE_CHECK(EXPR) AOTI_RUNTIME_CUDA_CHECK(EXPR)
namespace torch::aot_inductor {
using DeviceStreamType = cudaStream_t;
}
#elif defined(USE_XPU)
#include <sycl/sycl.hpp>
#define AOTI_RUNTIME_XPU_CHECK(EXPR)                                           \
  do {                                                                         \
    const ze_result_t status = EXPR;                                           \
    AOTI_RUNTIME_CHECK(status == ZE_RESULT_SUCCESS, "L0 runtime error");       \
  } while (0)
#define AOTI_RUNTIME_DEVICE_CHECK(EXPR) AOTI_RUNTIME_XPU_CHECK(EXPR)
namespace torch::aot_inductor {
using DeviceStreamType = sycl::queue *;
}
#else
#define AOTI_RUNTIME_CPU_CHECK(EXPR) AOTI_RUNTIME_CHECK(EXPR, "CPU runtime error")
#define AOTI_RUNTIME_DEVICE_CHECK(EXPR) AOTI_RUNTIME_CPU_CHECK(EXPR)
namespace torch::aot_inductor {
using DeviceStreamType = void *;
}
#endif
