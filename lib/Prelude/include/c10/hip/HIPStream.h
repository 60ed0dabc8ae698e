// The names of HIP for what CUDA has in libtorch; those "masquerading as CUDA" are used by sources that hipify made.
#pragma once
#include <c10/cuda/CUDAStream.h>
#include <hip/hip_runtime_api.h>
namespace c10::hip {
using HIPStream = c10::cuda::CUDAStream;
using HIPGuard = c10::cuda::CUDAGuard;
using OptionalHIPGuard = c10::cuda::OptionalCUDAGuard;
using HIPStreamGuard = c10::cuda::CUDAStreamGuard;
using OptionalHIPStreamGuard = c10::cuda::OptionalCUDAStreamGuard;
using HIPStreamMasqueradingAsCUDA = HIPStream;
using HIPGuardMasqueradingAsCUDA = HIPGuard;
using OptionalHIPGuardMasqueradingAsCUDA = OptionalHIPGuard;
using HIPStreamGuardMasqueradingAsCUDA = HIPStreamGuard;
using OptionalHIPStreamGuardMasqueradingAsCUDA = OptionalHIPStreamGuard;
HIPStream getCurrentHIPStream(DeviceIndex device_index = -1);
HIPStream getDefaultHIPStream(DeviceIndex device_index = -1);
HIPStream getStreamFromPool(const bool high_priority = false, DeviceIndex device_index = -1);
HIPStream getStreamFromExternal(hipStream_t stream, DeviceIndex device_index);
void setCurrentHIPStream(HIPStream stream);
HIPStream getCurrentHIPStreamMasqueradingAsCUDA(DeviceIndex device_index = -1);
HIPStream getDefaultHIPStreamMasqueradingAsCUDA(DeviceIndex device_index = -1);
HIPStream getStreamFromPoolMasqueradingAsCUDA(const bool high_priority = false, DeviceIndex device_index = -1);
void setCurrentHIPStreamMasqueradingAsCUDA(HIPStream stream);
DeviceIndex current_device();
DeviceIndex device_count() noexcept;
void set_device(DeviceIndex device_index);
void device_synchronize();
} // namespace c10::hip
namespace at::hip {
using namespace c10::hip;
bool is_available();
int warp_size();
hipDeviceProp_t *getCurrentDeviceProperties();
hipDeviceProp_t *getDeviceProperties(c10::DeviceIndex device_index);
} // namespace at::hip
#define C10_HIP_CHECK(EXPR)                                                    \
  do {                                                                         \
    const hipError_t __err = EXPR;                                             \
    TORCH_CHECK(__err == hipSuccess, hipGetErrorString(__err));                \
  } while (0)
#define C10_HIP_KERNEL_LAUNCH_CHECK() C10_HIP_CHECK(hipGetLastError())
