// RUN: %check_aoti %s aoti-device-guard-missing
//
// Launchers whose bodies are elsewhere.

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

void nvfp4_quant(float *out, const float *in, cudaStream_t stream);
void culane_scale(float *out, const float *in, cudaStream_t stream);
void launch_data(float *data, cudaStream_t stream);
float *next(float *);
float *pick(float *, float *);

void quant(const at::Tensor &x, at::Tensor &out) {
  nvfp4_quant(out.data_ptr<float>(), x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the kernel of 'demo::quant' launches 'nvfp4_quant' with no device guard: {{.*}} [aoti-device-guard-missing]
}
void lane(const at::Tensor &x, at::Tensor &out) {
  culane_scale(out.data_ptr<float>(), x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the kernel of 'demo::lane' launches 'culane_scale' with no device guard: {{.*}} [aoti-device-guard-missing]
}
// Of tensors that may be absent, another one is asked for its device; if there is none, it is one of them.
void with_bias(const std::optional<at::Tensor> &bias, const at::Tensor &x) {
  launch_data(x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the kernel of 'demo::with_bias' {{.*}} begin 'with_bias' with 'const c10::cuda::CUDAGuard guard(x.device())' [aoti-device-guard-missing]
}
void only_bias(const std::optional<at::Tensor> &bias) {
  launch_data(bias->data_ptr<float>(), at::cuda::getCurrentCUDAStream());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the kernel of 'demo::only_bias' {{.*}} begin 'only_bias' with 'const c10::cuda::CUDAGuard guard(bias->device())' [aoti-device-guard-missing]
}
// Through local pointers, each of them looked at once.
void chain(const at::Tensor &x) {
  float *p0 = x.data_ptr<float>();
#define STEP(next, last) float *next = pick(last, last)
  STEP(p1, p0); STEP(p2, p1); STEP(p3, p2); STEP(p4, p3); STEP(p5, p4); STEP(p6, p5); STEP(p7, p6); STEP(p8, p7);
  STEP(p9, p8); STEP(p10, p9); STEP(p11, p10); STEP(p12, p11); STEP(p13, p12); STEP(p14, p13); STEP(p15, p14); STEP(p16, p15);
  STEP(p17, p16); STEP(p18, p17); STEP(p19, p18); STEP(p20, p19); STEP(p21, p20); STEP(p22, p21); STEP(p23, p22); STEP(p24, p23);
  STEP(p25, p24); STEP(p26, p25); STEP(p27, p26); STEP(p28, p27); STEP(p29, p28); STEP(p30, p29); STEP(p31, p30); STEP(p32, p31);
  launch_data(p32, at::cuda::getCurrentCUDAStream());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the kernel of 'demo::chain' launches 'launch_data' with no device guard: {{.*}} [aoti-device-guard-missing]
}

// Silent: no data of a tensor.
void own_memory(const at::Tensor &x, at::Tensor &out) {
  float *p0 = pick(nullptr, nullptr);
  STEP(p1, p0); STEP(p2, p1); STEP(p3, p2); STEP(p4, p3); STEP(p5, p4); STEP(p6, p5); STEP(p7, p6); STEP(p8, p7);
  STEP(p9, p8); STEP(p10, p9); STEP(p11, p10); STEP(p12, p11); STEP(p13, p12); STEP(p14, p13); STEP(p15, p14); STEP(p16, p15);
  STEP(p17, p16); STEP(p18, p17); STEP(p19, p18); STEP(p20, p19); STEP(p21, p20); STEP(p22, p21); STEP(p23, p22); STEP(p24, p23);
  STEP(p25, p24); STEP(p26, p25); STEP(p27, p26); STEP(p28, p27); STEP(p29, p28); STEP(p30, p29); STEP(p31, p30); STEP(p32, p31);
  launch_data(p32, at::cuda::getCurrentCUDAStream());
}
// A pointer that is initialised with itself.
void of_itself(const at::Tensor &x) {
  float *p = next(p);
  launch_data(p, at::cuda::getCurrentCUDAStream());
}
// Functions that call each other, and one that several kernels share.
static void even(const at::Tensor &x, int64_t n);
static void odd(const at::Tensor &x, int64_t n) {
  if (n > 0)
    even(x, n - 1);
}
static void even(const at::Tensor &x, int64_t n) {
  odd(x, n - 1);
  const c10::cuda::CUDAGuard guard(x.device());
  launch_data(x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
}
void parity(const at::Tensor &x) { even(x, x.numel()); }
void parity_odd(const at::Tensor &x) { odd(x, x.numel()); }
// One that sets the device for its callers.
static void prepare(const at::Tensor &x) { cudaSetDevice(x.get_device()); }
void first_prepared(const at::Tensor &x) {
  prepare(x);
  launch_data(x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
}
void second_prepared(const at::Tensor &x) {
  prepare(x);
  launch_data(x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
}
void excused(const at::Tensor &x) {
  // NOLINTNEXTLINE(aoti-device-guard-missing)
  launch_data(x.data_ptr<float>(), at::cuda::getCurrentCUDAStream());
}

TORCH_LIBRARY_IMPL(demo, CUDA, m) {
  m.impl("quant", &quant);
  m.impl("lane", &lane);
  m.impl("with_bias", &with_bias);
  m.impl("only_bias", &only_bias);
  m.impl("chain", &chain);
  m.impl("own_memory", &own_memory);
  m.impl("of_itself", &of_itself);
  m.impl("parity", &parity);
  m.impl("parity_odd", &parity_odd);
  m.impl("first_prepared", &first_prepared);
  m.impl("second_prepared", &second_prepared);
  m.impl("excused", &excused);
}
