// RUN: %check_aoti %s aoti-op-contiguity
//
// Launches of CUDA.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

template <typename T> __global__ void silu_kernel(const T *in, T *out, int64_t n) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / (1 + __expf(-in[i]));
}
template <typename T> __global__ void strided_kernel(at::PackedTensorAccessor64<T, 2> in, T *out) { out[threadIdx.x] = in[blockIdx.x][threadIdx.x]; }

at::Tensor silu(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "silu", [&] {
    silu_kernel<scalar_t><<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.const_data_ptr<scalar_t>(), out.mutable_data_ptr<scalar_t>(), x.numel());
    // CHECK-MESSAGES: :[[@LINE-1]]:77: note: 'silu_kernel' gets the data of 'x' {{.*}} [aoti-op-contiguity]
  });
  return out;
}
at::Tensor checked(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  silu_kernel<float><<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.const_data_ptr<float>(), out.mutable_data_ptr<float>(), x.numel());
  return out;
}
at::Tensor strided(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty({x.size(0), x.size(1)}, x.options());
  strided_kernel<float><<<x.size(0), x.size(1), 0, at::cuda::getCurrentCUDAStream()>>>(x.packed_accessor64<float, 2>(), out.data_ptr<float>());
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("silu", &silu);
  m.impl("checked", &checked);
  m.impl("strided", &strided);
}
