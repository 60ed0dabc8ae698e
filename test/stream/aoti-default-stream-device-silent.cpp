// RUN: %check_aoti %s aoti-default-stream
//
// Where tensors are on no GPU, a null stream stands for none.

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <torch/library.h>

template <bool OnGpu> void forward(float *out, int64_t n, cudaStream_t stream);
void pass(float *out, int64_t n, cudaStream_t stream);

at::Tensor branches(const at::Tensor &x, bool use_cuda) {
  at::Tensor out = at::empty_like(x);
  if (x.is_cuda())
    forward<true>(out.data_ptr<float>(), x.numel(), at::cuda::getCurrentCUDAStream());
  else
    forward<false>(out.data_ptr<float>(), x.numel(), nullptr);
  if (x.device().type() != at::kCUDA)
    forward<false>(out.data_ptr<float>(), x.numel(), nullptr);
  if (x.is_cpu()) {
    forward<false>(out.data_ptr<float>(), x.numel(), nullptr);
    return out;
  }
  if (!use_cuda)
    forward<false>(out.data_ptr<float>(), x.numel(), nullptr);
  pass(out.data_ptr<float>(), x.numel(), use_cuda ? (cudaStream_t) nullptr : (cudaStream_t) nullptr);
  return out;
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("branches", &branches); }
