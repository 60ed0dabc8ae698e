// RUN: %check_aoti %s aoti-device-guard-missing
//
// Kernels that launch without a guard: in themselves, in a template, in a lambda of a dispatch, in what they call, behind a guard that has ended.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

template <typename T> __global__ void scale_kernel(const T *in, T *out, int64_t n) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2 + of_the_device(i);
}

at::Tensor scale(const at::Tensor &x) {
  // CHECK-NOTES: :[[@LINE+4]]:5: warning: the kernel of 'demo::scale' launches 'scale_kernel' with no device guard: when its tensors are on another GPU than the current one, the work goes to the wrong device (invalid resource handle, illegal memory access, or wrong results); begin 'scale' with 'const c10::cuda::CUDAGuard guard(x.device())' [aoti-device-guard-missing]
  at::Tensor out = at::empty_like(x);
  auto stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale", [&] {
    scale_kernel<scalar_t><<<64, 256, 0, stream>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
    scale_kernel<scalar_t><<<64, 256, 0, stream>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
  });
  // CHECK-NOTES: :[[@LINE-8]]:12: note: torch calls this for 'demo::scale', on whatever device is current
  // CHECK-NOTES: :[[@LINE-9]]:12: flow: torch calls this kernel
  // CHECK-NOTES: :[[@LINE-5]]:5: flow: which needs the device here
  return out;
}

template <typename T> void launch(const at::Tensor &x, at::Tensor &out, cudaStream_t stream) {
  dim3 grid((x.numel() + 255) / 256);
  scale_kernel<T><<<grid, 256, 0, stream>>>(x.data_ptr<T>(), out.data_ptr<T>(), x.numel());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: the kernel of 'demo::first' launches 'scale_kernel' with no device guard: {{.*}} begin 'first' with 'const c10::cuda::CUDAGuard guard(in.device())' [aoti-device-guard-missing]
  // CHECK-NOTES: :[[@LINE+9]]:12: note: torch calls this for 'demo::first', on whatever device is current
  // CHECK-NOTES: :[[@LINE+13]]:12: note: the kernel of 'demo::second' comes here without one too
  // CHECK-NOTES: :[[@LINE+7]]:12: flow: torch calls this kernel
  // CHECK-NOTES: :[[@LINE+8]]:3: flow: which calls this
  // CHECK-NOTES: :[[@LINE-6]]:3: flow: which needs the device here
}

#define SCALE(T) launch<T>(in, out, at::cuda::getCurrentCUDAStream())

at::Tensor first(const at::Tensor &in) {
  at::Tensor out = at::empty_like(in);
  SCALE(float);
  return out;
}
at::Tensor second(const at::Tensor &in) {
  at::Tensor out = at::empty_like(in);
  SCALE(double);
  return out;
}

at::Tensor ended(const at::Tensor &x) {
  at::Tensor out;
  {
    const c10::cuda::CUDAGuard guard(x.device());
    out = at::empty_like(x);
  }
  scale_kernel<<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: the kernel of 'demo::ended' launches 'scale_kernel' {{.*}} [aoti-device-guard-missing]
  // CHECK-NOTES: :[[@LINE-8]]:12: note: torch calls this for 'demo::ended', on whatever device is current
  // CHECK-NOTES: :[[@LINE-9]]:12: flow: torch calls this kernel
  // CHECK-NOTES: :[[@LINE-4]]:3: flow: which needs the device here
  return out;
}

at::Tensor late(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  void *scratch = nullptr;
  cudaMalloc(&scratch, 1024);
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: the kernel of 'demo::late' allocates memory of the device with 'cudaMalloc' with no device guard: {{.*}} [aoti-device-guard-missing]
  // CHECK-NOTES: :[[@LINE-5]]:12: note: torch calls this for 'demo::late', on whatever device is current
  // CHECK-NOTES: :[[@LINE-6]]:12: flow: torch calls this kernel
  // CHECK-NOTES: :[[@LINE-4]]:3: flow: which needs the device here
  const c10::cuda::CUDAGuard guard(x.device());
  scale_kernel<<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

at::Tensor excused(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  scale_kernel<<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel()); // NOLINT(aoti-device-guard-missing)
  return out;
}

TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("scale", &scale);
  m.impl("first", &first);
  m.impl("second", &second);
  m.impl("ended", &ended);
  m.impl("late", &late);
  m.impl("excused", &excused);
}
