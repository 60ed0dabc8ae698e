// RUN: %check_aoti %s aoti-op-dtype
//
// In CUDA: a dispatch on the dtype decides the type of the kernel.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

template <typename T> __global__ void copy_kernel(const T *in, T *out, int64_t n) { out[threadIdx.x] = in[threadIdx.x]; }

at::Tensor copy(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "copy", [&] {
    copy_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(static_cast<const scalar_t *>(x.data_ptr()), static_cast<scalar_t *>(out.data_ptr()), x.numel());
  });
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("copy", &copy); }
