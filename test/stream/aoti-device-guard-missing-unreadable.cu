// RUN: %check_aoti --expect-exit=3 %s aoti-device-guard-missing
//
// The guard may stand in what the parser could not read, here or in what is called.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

__global__ void scale_kernel(const float *in, float *out, int64_t n) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
}
at::Tensor unreadable(const at::Tensor &x) {
  elsewhere::Guard guard(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: cannot parse this source in full {{.*}} [aoti-lint-incomplete]
  at::Tensor out = at::empty_like(x);
  scale_kernel<<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("unreadable", &unreadable); }
