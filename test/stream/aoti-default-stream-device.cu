// RUN: %check_aoti %s aoti-default-stream
//
// Conditions that say of the tensors that they are on a GPU, or nothing of them.

#include <ATen/cuda/CUDAContext.h>
#include <torch/library.h>

__global__ void copy_kernel(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void forward(float *out, int64_t n, cudaStream_t stream);

#define COPY copy_kernel<<<1, 64>>>(x.data_ptr<float>(), out.data_ptr<float>())

at::Tensor on_gpu(const at::Tensor &x, int64_t n) {
  at::Tensor out = at::empty_like(x);
  if (x.is_cuda() == false)
    return out;
  else
    COPY;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'copy_kernel' is given no stream, {{.*}} [aoti-default-stream]
  if (x.is_cpu() || !x.is_cuda())
    return out;
  else
    COPY;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'copy_kernel' is given no stream, {{.*}} [aoti-default-stream]
  if (x.device().type() == at::kCUDA && n > 0)
    COPY;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'copy_kernel' is given no stream, {{.*}} [aoti-default-stream]
  if (x.is_cuda() == 1 && n > 0)
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'forward' is given the default stream, {{.*}} [aoti-default-stream]
  return out;
}
at::Tensor undecided(const at::Tensor &x, int64_t n) {
  at::Tensor out = at::empty_like(x);
  if (x.is_cuda() && n > 4)
    return out;
  else
    COPY;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'copy_kernel' is given no stream, {{.*}} [aoti-default-stream]
  if (!x.is_cuda() || n > 4)
    COPY;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'copy_kernel' is given no stream, {{.*}} [aoti-default-stream]
  if (x.is_cuda() == out.is_cuda())
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'forward' is given the default stream, {{.*}} [aoti-default-stream]
  return out;
}
// Silent: on none.
at::Tensor off_gpu(const at::Tensor &x, int64_t n) {
  at::Tensor out = at::empty_like(x);
  if (x.is_cuda() == false)
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  if (true != x.is_cuda())
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  if (!x.is_cuda() && n > 4)
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  if (x.is_cuda() || n > 4)
    return out;
  else
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  if (x.is_cuda() == 0)
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  // On none, or on one: only a launch tells.
  if (x.is_cuda() && n > 4)
    forward(out.data_ptr<float>(), x.numel(), at::cuda::getCurrentCUDAStream());
  else
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  if (!x.is_cuda() || n > 4)
    forward(out.data_ptr<float>(), x.numel(), nullptr);
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("on_gpu", &on_gpu);
  m.impl("undecided", &undecided);
  m.impl("off_gpu", &off_gpu);
}
