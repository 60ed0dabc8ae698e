// RUN: %check_aoti %s aoti-default-stream
//
// Launches in templates, and launches that a variable describes.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

template <typename T> __global__ void scale(const T *in, T *out) { out[threadIdx.x] = in[threadIdx.x]; }
template <int N> __global__ void power(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

template <typename T> void in_function(const at::Tensor &x, at::Tensor &out) {
  scale<T><<<1, 64>>>(x.data_ptr<T>(), out.data_ptr<T>());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'scale' is given no stream, {{.*}} [aoti-default-stream]
  scale<T><<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<T>(), out.data_ptr<T>());
}
template <typename T, bool Fast> struct Launcher {
  static void run(const at::Tensor &x, at::Tensor &out) {
    scale<T><<<1, 64, 0, nullptr>>>(x.data_ptr<T>(), out.data_ptr<T>());
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'scale' is given the default stream, {{.*}} [aoti-default-stream]
  }
  static void sound(const at::Tensor &x, at::Tensor &out, cudaStream_t stream) {
    scale<T><<<1, 64, 0, stream>>>(x.data_ptr<T>(), out.data_ptr<T>());
  }
};
template <int N> void never_set(const at::Tensor &x, at::Tensor &out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64);
  cudaLaunchKernelEx(&config, power<N>, x.data_ptr<float>(), out.data_ptr<float>());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'cudaLaunchKernelEx' is given no stream, so that it takes the default one, not the one that torch makes current: {{.*}}; use 'at::cuda::getCurrentCUDAStream()' [aoti-default-stream]
  // CHECK-NOTES: :[[@LINE-5]]:3: note: it is described here, and its stream is never set
  // CHECK-NOTES: :[[@LINE-6]]:3: flow: no stream is given here
  // CHECK-NOTES: :[[@LINE-4]]:3: flow: launched without one here
}
void set_to_null(const at::Tensor &x, at::Tensor &out) {
  cudaLaunchConfig_t config = {0};
  config.stream = 0;
  cudaLaunchKernelEx(&config, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'cudaLaunchKernelEx' is given the default stream, {{.*}} [aoti-default-stream]
  // CHECK-NOTES: :[[@LINE-3]]:19: note: its stream is set here
  // CHECK-NOTES: :[[@LINE-4]]:19: flow: the default stream comes from here
  // CHECK-NOTES: :[[@LINE-4]]:3: flow: launched without one here
}
void not_handed_on(const at::Tensor &x, at::Tensor &out) {
  auto stream = at::cuda::getCurrentCUDAStream();
  cudaLaunchConfig_t config{.gridDim = dim3(1), .blockDim = dim3(64)};
  cudaLaunchKernelEx(&config, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'cudaLaunchKernelEx' is given no stream, {{.*}}; use 'stream' [aoti-default-stream]
  // CHECK-NOTES: :[[@LINE-3]]:3: note: it is described here, and its stream is never set
  // CHECK-NOTES: :[[@LINE-5]]:3: note: this stream is asked for and not used
  // CHECK-NOTES: :[[@LINE-6]]:3: flow: the stream is asked for here
  // CHECK-NOTES: :[[@LINE-5]]:3: flow: launched without it here
}
void excused(const at::Tensor &x, at::Tensor &out) {
  cudaLaunchConfig_t config = {};
  cudaLaunchKernelEx(&config, power<2>, x.data_ptr<float>(), out.data_ptr<float>()); // NOLINT(aoti-default-stream)
}

// Silent: the stream is set, here or elsewhere, on some way, or it is not known what it is.
void fill(cudaLaunchConfig_t *config);
cudaLaunchConfig_t make_config();
void sound(const at::Tensor &x, at::Tensor &out, bool own) {
  cudaLaunchConfig_t config = {};
  config.stream = at::cuda::getCurrentCUDAStream();
  cudaLaunchKernelEx(&config, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  cudaLaunchConfig_t listed{.gridDim = dim3(1), .blockDim = dim3(64), .stream = at::cuda::getCurrentCUDAStream()};
  cudaLaunchKernelEx(&listed, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  cudaLaunchConfig_t sometimes = {};
  if (own)
    sometimes.stream = at::cuda::getCurrentCUDAStream();
  cudaLaunchKernelEx(&sometimes, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  cudaLaunchConfig_t filled = {};
  fill(&filled);
  cudaLaunchKernelEx(&filled, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  cudaLaunchConfig_t made = make_config();
  cudaLaunchKernelEx(&made, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
  cudaLaunchConfig_t addressed = {};
  cudaStream_t *place = &addressed.stream;
  *place = at::cuda::getCurrentCUDAStream();
  cudaLaunchKernelEx(&addressed, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
}
void given(const cudaLaunchConfig_t &config, const at::Tensor &x, at::Tensor &out) {
  cudaLaunchKernelEx(&config, power<2>, x.data_ptr<float>(), out.data_ptr<float>());
}

void run(const at::Tensor &x, at::Tensor &out) {
  const c10::cuda::CUDAGuard guard(x.device());
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "run", [&] {
    in_function<scalar_t>(x, out);
    Launcher<scalar_t, true>::run(x, out);
    Launcher<scalar_t, true>::sound(x, out, at::cuda::getCurrentCUDAStream());
  });
  never_set<4>(x, out);
  set_to_null(x, out);
  not_handed_on(x, out);
  excused(x, out);
  sound(x, out, true);
  given(make_config(), x, out);
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("run", &run); }
