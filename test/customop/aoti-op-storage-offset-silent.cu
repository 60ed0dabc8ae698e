// RUN: %check_aoti %s aoti-op-storage-offset
//
// In CUDA: data pointers.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

__global__ void copy_kernel(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

at::Tensor copy(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  auto stream = at::cuda::getCurrentCUDAStream();
  copy_kernel<<<1, 64, 0, stream>>>(x.data_ptr<float>(), out.data_ptr<float>());
  copy_kernel<<<1, 64, 0, stream>>>(static_cast<const float *>(x.data_ptr()), static_cast<float *>(out.mutable_data_ptr()));
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("copy", &copy); }
