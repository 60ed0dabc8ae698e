// RUN: %check_aoti %s aoti-default-stream
//
// Operators that find the current stream, and functions that are no operators.

#include <cstddef>
#include <cstdint>
struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st *;
using cudaEvent_t = CUevent_st *;
int cudaMemcpyAsync(void *dst, const void *src, size_t n, int kind, cudaStream_t stream = nullptr);
int cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
int cudaStreamSynchronize(cudaStream_t stream);
namespace c10::cuda {
struct CUDAStream {
  cudaStream_t stream() const;
  operator cudaStream_t() const;
};
CUDAStream getCurrentCUDAStream(int8_t device_index = -1);
} // namespace c10::cuda
namespace at {
class Tensor {
public:
  int64_t numel() const;
  template <class T> T *data_ptr() const;
};
Tensor empty_like(const Tensor &);
} // namespace at
void launch_scale(const float *in, float *out, int64_t n, cudaStream_t stream);

at::Tensor scale(const at::Tensor &x, cudaEvent_t done) {
  at::Tensor out = at::empty_like(x);
  auto stream = c10::cuda::getCurrentCUDAStream();
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), stream);
  cudaStream_t raw = c10::cuda::getCurrentCUDAStream().stream();
  launch_scale(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), raw);
  cudaMemcpyAsync(out.data_ptr<float>(), x.data_ptr<float>(), 4, 3, raw);
  // An event of the default stream orders nothing, but is no work either.
  cudaEventRecord(done);
  [[maybe_unused]] auto other = c10::cuda::getCurrentCUDAStream();
  return out;
}

// No operator: a table is filled once.
void fill(float *table, const float *values) {
  cudaMemcpyAsync(table, values, 64, 1);
  cudaStreamSynchronize(nullptr);
}
