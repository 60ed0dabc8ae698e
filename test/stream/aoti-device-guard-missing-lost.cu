// RUN: %check_aoti %s aoti-device-guard-missing
//
// Guards that are gone before the work, or are given no device; and the same ones that last.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

__global__ void work(float *p);

at::Tensor temporary(const at::Tensor &x) {
  c10::cuda::CUDAGuard(x.device());
  // CHECK-MESSAGES: :[[@LINE+2]]:3: warning: the kernel of 'demo::temporary' launches 'work' with no device guard: {{.*}} [aoti-device-guard-missing]
  // CHECK-MESSAGES: :[[@LINE-2]]:3: note: this guard has no name, so it is gone at the end of the statement
  work<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  return x;
}

at::Tensor braces(const at::Tensor &x) {
  if (x.dim() > 1)
    at::cuda::OptionalCUDAGuard{x.device()};
  // CHECK-MESSAGES: :[[@LINE+1]]:3: warning: the kernel of 'demo::braces' launches 'work' with no device guard: {{.*}} [aoti-device-guard-missing]
  work<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  return x;
}

at::Tensor never(const at::Tensor &x) {
  c10::cuda::OptionalCUDAGuard guard;
  // CHECK-MESSAGES: :[[@LINE+2]]:3: warning: the kernel of 'demo::never' launches 'work' with no device guard: {{.*}} [aoti-device-guard-missing]
  // CHECK-MESSAGES: :[[@LINE-2]]:3: note: this guard is not given a device anywhere
  work<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  return x;
}

at::Tensor named(const at::Tensor &x) {
  c10::cuda::CUDAGuard guard{x.device()};
  work<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  return x;
}

at::Tensor set_later(const at::Tensor &x) {
  c10::cuda::OptionalCUDAGuard guard;
  guard.set_device(x.device());
  work<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  return x;
}

at::Tensor emplaced(const at::Tensor &x) {
  std::optional<c10::cuda::CUDAGuard> guard;
  guard.emplace(x.device());
  work<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  return x;
}

TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("temporary", &temporary);
  m.impl("braces", &braces);
  m.impl("never", &never);
  m.impl("named", &named);
  m.impl("set_later", &set_later);
  m.impl("emplaced", &emplaced);
}
