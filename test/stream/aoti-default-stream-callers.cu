// RUN: %check_aoti %s aoti-default-stream
//
// Who calls a function decides whether it is one of an operator: tests and programs in the same file are none. A comment on gtest/gtest.h says nothing.

#include <ATen/cuda/CUDAContext.h>
#include <torch/library.h>

__global__ void copy_kernel(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void forward(float *out, int64_t n, cudaStream_t stream);

static void copy(const at::Tensor &x, at::Tensor &out) {
  copy_kernel<<<1, 64>>>(x.data_ptr<float>(), out.data_ptr<float>());
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'copy_kernel' is given no stream, {{.*}} [aoti-default-stream]
}
struct Copied {
  at::Tensor out;
  Copied(const at::Tensor &x) : out(at::empty_like(x)) { forward(out.data_ptr<float>(), x.numel(), nullptr); }
  // CHECK-MESSAGES: :[[@LINE-1]]:58: warning: 'forward' is given the default stream, {{.*}} [aoti-default-stream]
};
at::Tensor registered(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  copy(x, out);
  return Copied(x).out;
}
// Nobody here calls it: others may.
at::Tensor exported(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  forward(out.data_ptr<float>(), x.numel(), nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'forward' is given the default stream, {{.*}} [aoti-default-stream]
  return out;
}
// Bound by its name, and called by a test as well.
at::Tensor bound(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  forward(out.data_ptr<float>(), x.numel(), nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'forward' is given the default stream, {{.*}} [aoti-default-stream]
  return out;
}
struct Module {
  template <class F> void def(const char *name, F function);
};
void bind(Module &m) { m.def("bound", &bound); }
// A test calls an operator, which stays one.
#define TEST(suite, name) struct suite##name { void TestBody(); }; void suite##name::TestBody()
at::Tensor reference(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  copy_kernel<<<1, 64>>>(x.data_ptr<float>(), out.data_ptr<float>());
  return out;
}
static void compare(const at::Tensor &x, cudaStream_t stream) {
  at::Tensor out = reference(x);
  forward(out.data_ptr<float>(), x.numel(), nullptr);
}
TEST(Copy, Small) {
  at::Tensor x = at::zeros({64});
  copy_kernel<<<1, 64>>>(x.data_ptr<float>(), x.data_ptr<float>());
  compare(registered(bound(x)), nullptr);
}
int main() {
  at::Tensor x = at::zeros({64});
  copy_kernel<<<1, 64>>>(x.data_ptr<float>(), x.data_ptr<float>());
  compare(x, nullptr);
}
TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("registered", &registered); }
