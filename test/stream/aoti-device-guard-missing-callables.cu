// RUN: %check_aoti %s aoti-device-guard-missing
//
// Helpers that are given the work as a callable, with a guard and without one, and branches for other devices.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <functional>
#include <torch/library.h>
#include <utility>

__global__ void fill_kernel(float *out) { out[threadIdx.x] = 1; }
void launch_fill(float *out, int64_t n, cudaStream_t stream);

template <typename F> void under_guard(const at::Tensor &x, F f) {
  const c10::cuda::CUDAGuard guard(x.device());
  f();
}
template <typename F> void forwarded(const at::Tensor &x, F &&f) {
  const c10::cuda::CUDAGuard guard(x.device());
  std::forward<F>(f)();
}
void by_function(const at::Tensor &x, std::function<void()> f) {
  const c10::cuda::CUDAGuard guard(x.device());
  f();
}
void by_call(const at::Tensor &x, std::function<void()> f) {
  c10::cuda::set_device(x.get_device());
  f();
}
template <typename F> void timed(const at::Tensor &x, F f) { f(); }

void fill(at::Tensor &x) {
  under_guard(x, [&] { fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>()); });
  forwarded(x, [&] { fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>()); });
  by_function(x, [&] { fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>()); });
}
void fill_named(at::Tensor &x) {
  auto work = [&] { fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>()); };
  under_guard(x, work);
}
void fill_set(at::Tensor &x) {
  by_call(x, [&] { fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>()); });
}
void fill_timed(at::Tensor &x) {
  // CHECK-MESSAGES: :[[@LINE+1]]:18: warning: the kernel of 'demo::fill_timed' launches 'fill_kernel' with no device guard
  timed(x, [&] { fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>()); });
}
void fill_after(at::Tensor &x) {
  under_guard(x, [] {});
  // CHECK-MESSAGES: :[[@LINE+1]]:3: warning: the kernel of 'demo::fill_after' launches 'fill_kernel' with no device guard
  fill_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
}

void fill_anywhere(at::Tensor &x) {
  if (x.is_cuda()) {
    const c10::cuda::CUDAGuard guard(x.device());
    launch_fill(x.data_ptr<float>(), x.numel(), at::cuda::getCurrentCUDAStream());
  } else {
    launch_fill(x.data_ptr<float>(), x.numel(), nullptr);
  }
}
void fill_early(at::Tensor &x) {
  if (!x.is_cuda()) {
    launch_fill(x.data_ptr<float>(), x.numel(), nullptr);
    return;
  }
  const c10::cuda::CUDAGuard guard(x.device());
  launch_fill(x.data_ptr<float>(), x.numel(), at::cuda::getCurrentCUDAStream());
}
void fill_unguarded(at::Tensor &x) {
  if (x.is_cuda()) {
    // CHECK-MESSAGES: :[[@LINE+1]]:5: warning: the kernel of 'demo::fill_unguarded' launches 'launch_fill' with no device guard
    launch_fill(x.data_ptr<float>(), x.numel(), at::cuda::getCurrentCUDAStream());
  } else {
    launch_fill(x.data_ptr<float>(), x.numel(), nullptr);
  }
}

TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("fill", &fill);
  m.impl("fill_named", &fill_named);
  m.impl("fill_set", &fill_set);
  m.impl("fill_timed", &fill_timed);
  m.impl("fill_after", &fill_after);
  m.impl("fill_anywhere", &fill_anywhere);
  m.impl("fill_early", &fill_early);
  m.impl("fill_unguarded", &fill_unguarded);
}
