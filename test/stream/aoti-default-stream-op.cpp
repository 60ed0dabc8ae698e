// RUN: %check_aoti %s aoti-default-stream
//
// Custom operators, which find the current stream themselves.

#include <cstddef>
#include <cstdint>
struct CUstream_st;
using cudaStream_t = CUstream_st *;
int cudaMemcpyAsync(void *dst, const void *src, size_t n, int kind, cudaStream_t stream = nullptr);
int cudaDeviceSynchronize();
int cudaStreamCreate(cudaStream_t *stream);
namespace c10 {
struct Device {};
namespace cuda {
struct CUDAStream {
  cudaStream_t stream() const;
  operator cudaStream_t() const;
};
CUDAStream getCurrentCUDAStream(int8_t device_index = -1);
CUDAStream getDefaultCUDAStream(int8_t device_index = -1);
} // namespace cuda
} // namespace c10
namespace at {
class Tensor {
public:
  int64_t numel() const;
  int8_t get_device() const;
  template <class T> T *data_ptr() const;
};
Tensor empty_like(const Tensor &);
} // namespace at
namespace torch {
struct Library {
  template <class F> Library &impl(const char *, F &&);
};
} // namespace torch
#define TORCH_LIBRARY_IMPL(ns, key, m) static void torch_library_init_##ns##_##key(torch::Library &m)

void launch_scale(const float *in, float *out, int64_t n, cudaStream_t stream);
void launch_add(const float *in, float *out, int64_t n, cudaStream_t stream = nullptr);
void launch_plain(const float *in, float *out, int64_t n);

at::Tensor scale(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_scale' is given the default stream, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), 0);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_scale' is given the default stream, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), c10::cuda::getDefaultCUDAStream());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_scale' is given the default stream, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), c10::cuda::getCurrentCUDAStream(x.get_device()));
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), c10::cuda::getCurrentCUDAStream().stream());
  launch_add(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_add' is given no stream, so that it takes the default one, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
  cudaMemcpyAsync(out.data_ptr<float>(), x.data_ptr<float>(), 4, 3);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'cudaMemcpyAsync' is given no stream, so that it takes the default one, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
  return out;
}

at::Tensor fetched(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  auto stream = c10::cuda::getCurrentCUDAStream();
  launch_add(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_add' is given no stream, so that it takes the default one, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
  // CHECK-NOTES: :[[@LINE-3]]:3: note: this stream is asked for and not used
  // CHECK-NOTES: :[[@LINE-4]]:3: flow: the stream is asked for here
  // CHECK-NOTES: :[[@LINE-4]]:3: flow: launched without it here
  return out;
}

at::Tensor fetched_only(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  cudaStream_t stream = c10::cuda::getCurrentCUDAStream();
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: the stream 'stream' is asked for and not used, and 'launch_plain' takes none: its work goes to the default stream, so that it races with its neighbours whenever the caller uses another one (wrong results); hand the stream on [aoti-default-stream]
  // CHECK-NOTES: :[[@LINE+3]]:3: note: launched here
  // CHECK-NOTES: :[[@LINE-3]]:3: flow: the stream is asked for here
  // CHECK-NOTES: :[[@LINE+1]]:3: flow: launched without it here
  launch_plain(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

at::Tensor used(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  cudaStream_t stream = c10::cuda::getCurrentCUDAStream();
  launch_add(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), stream);
  cudaStream_t own;
  cudaStreamCreate(&own);
  launch_add(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), own);
  return out;
}

// Called by an operator.
static void helper(const float *in, float *out, int64_t n) {
  launch_scale(in, out, n, nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_scale' is given the default stream, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
}
// Given a stream.
void forward(const float *in, float *out, int64_t n, cudaStream_t stream) {
  launch_scale(in, out, n, stream);
  launch_scale(in, out, n, nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_scale' is given the default stream, not the one that the caller gives: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
}
at::Tensor with_helper(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  helper(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

// What sets something up, and waits for it, is no operator.
void set_up(float *table, const float *values) {
  cudaMemcpyAsync(table, values, 64, 1);
}
at::Tensor waits(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), nullptr);
  cudaDeviceSynchronize();
  return out;
}

// Registered as it is.
void registered(const float *in, float *out, int64_t n) {
  launch_scale(in, out, n, nullptr); // NOLINT(aoti-default-stream)
  launch_add(in, out, n);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'launch_add' is given no stream, so that it takes the default one, not the one that torch makes current: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("scale", scale);
  m.impl("registered", registered);
}
