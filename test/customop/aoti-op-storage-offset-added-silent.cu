// RUN: %check_aoti %s aoti-op-storage-offset
//
// In CUDA: offsets that are added by hand, in the kernel and in what an initialiser of its arguments calls.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

__global__ void copy_kernel(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

at::Tensor copy(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  auto stream = at::cuda::getCurrentCUDAStream();
  copy_kernel<<<1, 64, 0, stream>>>(static_cast<const float *>(x.storage().data()) + x.storage_offset(), out.data_ptr<float>());
  return out;
}

struct Arguments {
  int64_t offset;
  Arguments(const at::Tensor &t) : offset(t.storage_offset()) {}
};
at::Tensor copy_arguments(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  Arguments arguments(x);
  const float *base = static_cast<const float *>(x.storage().data());
  copy_kernel<<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(base + arguments.offset, out.data_ptr<float>());
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("copy", &copy);
  m.impl("copy_arguments", &copy_arguments);
}
