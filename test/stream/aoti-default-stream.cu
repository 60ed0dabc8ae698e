// RUN: %check_aoti %s aoti-default-stream
//
// Launches of CUDA sources.

#include <ATen/cuda/CUDAContext.h>
#include <torch/library.h>

template <typename T> __global__ void scale_kernel(const T *in, T *out, int64_t n) {
  extern __shared__ char memory[];
  asm volatile("membar.gl;");
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
  __syncthreads();
}
template <typename T> void launch(const at::Tensor &x, at::Tensor &out) {
  dim3 grid((x.numel() + 255) / 256);
  scale_kernel<T><<<grid, 256>>>(x.data_ptr<T>(), out.data_ptr<T>(), x.numel());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'scale_kernel' is given no stream, so that it takes the default one, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
}
at::Tensor scale(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale", [&] {
    scale_kernel<scalar_t><<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
    scale_kernel<scalar_t><<<64, 256, 0, 0>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'scale_kernel' is given the default stream, not the one that torch makes current: {{.*}} [aoti-default-stream]
    launch<scalar_t>(x, out);
  });
  auto kernel = &scale_kernel<float>;
  kernel<<<64, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}} is given no stream, {{.*}} [aoti-default-stream]
  scale_kernel<<<64, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel()); // NOLINT(aoti-default-stream)
  return out;
}
// A table is filled once.
void fill(float *table, const float *from) { scale_kernel<<<1, 64>>>(from, table, 64); }
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("scale", &scale); }
