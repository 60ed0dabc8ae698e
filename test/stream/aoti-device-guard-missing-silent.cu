// RUN: %check_aoti %s aoti-device-guard-missing
//
// Kernels that have a guard, in all the forms that it takes, and functions that are no kernels for CUDA.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

__global__ void scale_kernel(const float *in, float *out, int64_t n) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
}

#define DEVICE_GUARD(TENSOR)                                                   \
  at::cuda::OptionalCUDAGuard device_guard;                                    \
  device_guard.set_index(TENSOR.get_device())

static void launch(const at::Tensor &x, at::Tensor &out) {
  scale_kernel<<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
}
static void make_current(const at::Tensor &x) { cudaSetDevice(x.get_device()); }

at::Tensor guarded(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor optional_guard(const at::Tensor &x) {
  const at::cuda::OptionalCUDAGuard guard(device_of(x));
  at::Tensor out = at::empty_like(x);
  auto run = [&] { launch(x, out); };
  run();
  return out;
}
at::Tensor device_guard(const at::Tensor &x) {
  c10::DeviceGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor macro_guard(const at::Tensor &x) {
  DEVICE_GUARD(x);
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor maybe_guard(const at::Tensor &x) {
  std::optional<c10::cuda::CUDAGuard> guard;
  guard.emplace(x.device());
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor stream_guard(const at::Tensor &x) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool(false, x.get_device()));
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor set_device(const at::Tensor &x) {
  cudaSetDevice(x.get_device());
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor set_elsewhere(const at::Tensor &x) {
  make_current(x);
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor compared(const at::Tensor &x) {
  TORCH_CHECK(x.get_device() == c10::cuda::current_device());
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
// A lambda runs where it is called.
at::Tensor later(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  auto run = [&] { launch(x, out); };
  const c10::cuda::CUDAGuard guard(x.device());
  run();
  return out;
}
// torch brings guards for its own operators.
at::Tensor of_torch(const at::Tensor &x) { return x + 1; }
// Not registered: whoever calls it may have set the device.
at::Tensor bound_to_python(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  launch(x, out);
  return out;
}
at::Tensor backward(const at::Tensor &x) { return bound_to_python(x); }

TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("guarded", &guarded);
  m.impl("optional_guard", &optional_guard);
  m.impl("device_guard", &device_guard);
  m.impl("macro_guard", &macro_guard);
  m.impl("maybe_guard", &maybe_guard);
  m.impl("stream_guard", &stream_guard);
  m.impl("set_device", &set_device);
  m.impl("set_elsewhere", &set_elsewhere);
  m.impl("compared", &compared);
  m.impl("later", &later);
  m.impl("of_torch", &of_torch);
}
TORCH_LIBRARY_IMPL(demo, AutogradCUDA, m) { m.impl("guarded", &backward); }
