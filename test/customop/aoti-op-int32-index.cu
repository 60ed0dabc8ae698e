// RUN: %check_aoti %s aoti-op-int32-index
//
// Rows times sizes in 32 bits, in code of the device.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

template <typename T> __global__ void scale_rows(T *out, const T *in, const int hidden_size, int stride) {
  const T *row = in + blockIdx.x * hidden_size;
  // CHECK-NOTES: :[[@LINE-1]]:23: note: 'blockIdx.x * hidden_size' is computed in 32 bits and used as an index: beyond 4294967295 elements it wraps around, and the kernel of 'demo::scale' reads or writes elsewhere (illegal memory access, wrong results); make one of the factors 'int64_t' [aoti-op-int32-index]
  // CHECK-NOTES: :[[@LINE+19]]:6: note: 'hidden_size' comes from the size of a tensor that this kernel is given
  // CHECK-NOTES: :[[@LINE+18]]:6: flow: a tensor of any size comes in here
  // CHECK-NOTES: :[[@LINE-4]]:23: flow: and its size is multiplied in 32 bits here
  const int token = blockIdx.x;
  int offset = token * stride;
  // CHECK-NOTES: :[[@LINE-1]]:16: note: 'token * stride' is computed in 32 bits and used as an index: beyond 2147483647 elements {{.*}} [aoti-op-int32-index]
  // CHECK-NOTES: :[[@LINE+13]]:6: note: 'stride' comes from the size of a tensor that this kernel is given
  // CHECK-NOTES: :[[@LINE+12]]:6: flow: a tensor of any size comes in here
  // CHECK-NOTES: :[[@LINE-4]]:16: flow: and its size is multiplied in 32 bits here
  for (int i = threadIdx.x; i < hidden_size; i += blockDim.x)
    out[offset + i] = row[i];
  out[token * hidden_size] = 0; // NOLINT(aoti-op-int32-index)
  // Wide, or of numbers that are no sizes.
  const int64_t wide = blockIdx.x;
  out[wide * hidden_size] = in[static_cast<int64_t>(token) * stride + threadIdx.x];
  out[threadIdx.x * 4 + blockDim.x * 2] = 0;
  __shared__ T tile[64];
  tile[token * hidden_size] = 0;
}
void scale(const at::Tensor &in, at::Tensor &out) {
  TORCH_CHECK(in.is_contiguous() && out.is_contiguous());
  const c10::cuda::CUDAGuard guard(in.device());
  int hidden_size = in.size(-1);
  AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "scale", [&] {
    scale_rows<scalar_t><<<in.size(0), 256, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<scalar_t>(), in.data_ptr<scalar_t>(), hidden_size, in.stride(0));
  });
}

// A check says that it fits.
__global__ void copy_rows(float *out, const float *in, int width) { out[blockIdx.x * width] = in[blockIdx.x * width]; }
void checked(const at::Tensor &in, at::Tensor &out) {
  TORCH_CHECK(in.numel() <= std::numeric_limits<int32_t>::max());
  const c10::cuda::CUDAGuard guard(in.device());
  copy_rows<<<in.size(0), 1, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<float>(), in.data_ptr<float>(), in.size(1));
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("scale", &scale);
  m.impl("checked", &checked);
}
