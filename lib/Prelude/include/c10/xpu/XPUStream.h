// Streams and guards of XPU in libtorch.
#pragma once
#include <sycl/sycl.hpp>
#include <torch/aoti_api.h>
namespace c10::xpu {
class XPUStream {
public:
  explicit XPUStream(Stream stream);
  sycl::queue &queue() const;
  operator sycl::queue &() const;
  operator sycl::queue *() const;
  DeviceIndex device_index() const;
  void synchronize() const;
};
XPUStream getCurrentXPUStream(DeviceIndex device_index = -1);
XPUStream getStreamFromPool(const bool high_priority = false, DeviceIndex device_index = -1);
XPUStream getStreamFromExternal(sycl::queue *queue, DeviceIndex device_index);
DeviceIndex current_device();
DeviceIndex device_count();
sycl::device &get_raw_device(DeviceIndex device_index);
sycl::context &get_device_context();
class XPUStreamGuard {
public:
  explicit XPUStreamGuard(XPUStream stream);
  ~XPUStreamGuard();
};
} // namespace c10::xpu
