// Streams, guards, events and checks of CUDA in libtorch.
#pragma once
#include <cuda_fp16.h>
#include <torch/aoti_api.h>
namespace c10::cuda {
class CUDAStream {
public:
  enum Unchecked { UNCHECKED };
  explicit CUDAStream(Stream stream);
  bool operator==(const CUDAStream &) const noexcept;
  operator cudaStream_t() const;
  operator Stream() const;
  cudaStream_t stream() const;
  DeviceIndex device_index() const;
  Device device() const;
  int64_t id() const;
  bool query() const;
  void synchronize() const;
  int priority() const;
  Stream unwrap() const;
};
CUDAStream getStreamFromPool(const bool high_priority = false, DeviceIndex device_index = -1);
CUDAStream getStreamFromExternal(cudaStream_t stream, DeviceIndex device_index);
CUDAStream getDefaultCUDAStream(DeviceIndex device_index = -1);
CUDAStream getCurrentCUDAStream(DeviceIndex device_index = -1);
void setCurrentCUDAStream(CUDAStream stream);
class CUDAGuard {
public:
  explicit CUDAGuard(DeviceIndex device_index);
  explicit CUDAGuard(Device device);
  CUDAGuard(const CUDAGuard &) = delete;
  ~CUDAGuard();
  void set_device(Device device);
  void reset_device(Device device);
  void set_index(DeviceIndex device_index);
  Device original_device() const;
  Device current_device() const;
};
class OptionalCUDAGuard {
public:
  explicit OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device> device);
  explicit OptionalCUDAGuard(Device device);
  explicit OptionalCUDAGuard(DeviceIndex device_index);
  ~OptionalCUDAGuard();
  void set_device(Device device);
  void set_index(DeviceIndex device_index);
  void reset();
};
class CUDAStreamGuard {
public:
  explicit CUDAStreamGuard(Stream stream);
  explicit CUDAStreamGuard(CUDAStream stream);
  ~CUDAStreamGuard();
  void reset_stream(CUDAStream stream);
  CUDAStream current_stream() const;
};
class OptionalCUDAStreamGuard {
public:
  explicit OptionalCUDAStreamGuard();
  explicit OptionalCUDAStreamGuard(CUDAStream stream);
  ~OptionalCUDAStreamGuard();
};
class CUDAMultiStreamGuard {
public:
  explicit CUDAMultiStreamGuard(ArrayRef<CUDAStream> streams);
  ~CUDAMultiStreamGuard();
};
DeviceIndex current_device();
DeviceIndex device_count() noexcept;
void set_device(DeviceIndex device_index);
void device_synchronize();
void stream_synchronize(cudaStream_t stream);
namespace CUDACachingAllocator {
void *raw_alloc(size_t bytes);
void *raw_alloc_with_stream(size_t bytes, cudaStream_t stream);
void raw_delete(void *ptr);
void emptyCache();
void recordStream(const DataPtr &, CUDAStream stream);
Allocator *get();
} // namespace CUDACachingAllocator
namespace impl {}
} // namespace c10::cuda
namespace at::cuda {
using c10::cuda::CUDAStream;
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::getDefaultCUDAStream;
using c10::cuda::getStreamFromPool;
using c10::cuda::getStreamFromExternal;
using c10::cuda::setCurrentCUDAStream;
using c10::cuda::CUDAGuard;
using c10::cuda::OptionalCUDAGuard;
using c10::cuda::CUDAStreamGuard;
class CUDAEvent {
public:
  CUDAEvent() noexcept;
  CUDAEvent(unsigned flags) noexcept;
  ~CUDAEvent();
  CUDAEvent(CUDAEvent &&) noexcept;
  operator cudaEvent_t() const;
  cudaEvent_t event() const;
  bool isCreated() const;
  bool query() const;
  void record();
  void record(const CUDAStream &stream);
  void recordOnce(const CUDAStream &stream);
  void block(const CUDAStream &stream);
  float elapsed_time(const CUDAEvent &other) const;
  void synchronize() const;
};
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(c10::DeviceIndex device_index);
int warp_size();
bool is_available();
struct cublasContext;
void *getCurrentCUDABlasHandle();
c10::Allocator *getCUDADeviceAllocator();
template <class T> T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
} // namespace at::cuda
namespace at { template <class T> constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; } }
#define C10_CUDA_CHECK(EXPR)                                                   \
  do {                                                                         \
    const cudaError_t __err = EXPR;                                            \
    TORCH_CHECK(__err == cudaSuccess, cudaGetErrorString(__err));              \
  } while (0)
#define C10_CUDA_CHECK_WARN(EXPR) C10_CUDA_CHECK(EXPR)
#define AT_CUDA_CHECK(EXPR) C10_CUDA_CHECK(EXPR)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_KERNEL_LAUNCH_CHECK()
#define AT_CUDA_DRIVER_CHECK(EXPR)                                             \
  do {                                                                         \
    CUresult __err = EXPR;                                                     \
    TORCH_CHECK(__err == CUDA_SUCCESS, "CUDA driver error: ", static_cast<int>(__err)); \
  } while (0)
#define C10_CUDA_DRIVER_CHECK(EXPR) AT_CUDA_DRIVER_CHECK(EXPR)
#define CUDA_KERNEL_LOOP(i, n) for (int64_t i = 0; i < (n); ++i)
