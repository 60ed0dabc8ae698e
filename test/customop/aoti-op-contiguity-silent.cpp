// RUN: %check_aoti %s aoti-op-contiguity
//
// Kernels that check, copy, or take strides, in all forms, and functions that are no kernels.

#include <ATen/ATen.h>
#include <torch/library.h>

#define CHECK_CPU(x) TORCH_CHECK(x.device().is_cpu(), #x " must be on the CPU")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
#define CHECK_INPUT(x) CHECK_CPU(x); CHECK_CONTIGUOUS(x)

void launch(const float *in, float *out, int64_t n);
void launch_strided(const float *in, float *out, int64_t n, int64_t stride);
void check_elsewhere(const at::Tensor &x);

static void check(const at::Tensor &t) { TORCH_CHECK(t.is_contiguous()); }
static void deep(const at::Tensor &t) { check(t); }

#define RUN(x) launch(x.data_ptr<float>(), out.data_ptr<float>(), x.numel())

at::Tensor by_macro(const at::Tensor &x) {
  CHECK_INPUT(x);
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
at::Tensor by_callee(const at::Tensor &x) {
  deep(x);
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
// What a constructor does before its body runs.
static const at::Tensor &checked(const at::Tensor &t) {
  TORCH_CHECK(t.is_contiguous());
  return t;
}
struct Arguments {
  const at::Tensor &in;
  Arguments(const at::Tensor &t) : in(checked(t)) {}
};
at::Tensor by_initializer(const at::Tensor &x) {
  Arguments arguments(x);
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
at::Tensor by_unseen(const at::Tensor &x) {
  check_elsewhere(x);
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
at::Tensor by_copy(const at::Tensor &x) {
  auto in = x.contiguous();
  at::Tensor out = at::empty(in.sizes(), in.options());
  RUN(in);
  return out;
}
at::Tensor by_assignment(at::Tensor x) {
  x = x.contiguous();
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
at::Tensor by_expecting(const at::Tensor &x) {
  auto in = x.expect_contiguous();
  at::Tensor out = at::empty(x.sizes(), x.options());
  launch(in->data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}
at::Tensor by_list(const at::Tensor &x, const at::Tensor &y) {
  for (const at::Tensor &t : {x, y})
    TORCH_CHECK(t.is_contiguous());
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  RUN(y);
  return out;
}
at::Tensor by_lambda(const at::Tensor &x) {
  auto checked = [](const at::Tensor &t) -> const at::Tensor & {
    TORCH_CHECK(t.is_contiguous());
    return t;
  };
  checked(x);
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
at::Tensor by_stride(const at::Tensor &x) {
  at::Tensor out = at::empty(x.sizes(), x.options());
  launch_strided(x.data_ptr<float>(), out.data_ptr<float>(), x.numel(), x.stride(0));
  return out;
}
at::Tensor by_accessor(const at::Tensor &x) {
  at::Tensor out = at::empty(x.sizes(), x.options());
  auto in = x.accessor<float, 1>();
  for (int64_t i = 0; i < x.size(0); ++i)
    out.data_ptr<float>()[i] = in[i];
  return out;
}
// One element is contiguous.
at::Tensor one_element(const at::Tensor &scale, int64_t n) {
  TORCH_CHECK(scale.numel() == 1);
  at::Tensor out = at::empty({n});
  launch(scale.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
// Nobody asks how many there are.
at::Tensor without_sizes(const at::Tensor &state) {
  at::Tensor out = at::empty({16});
  launch(state.data_ptr<float>(), out.data_ptr<float>(), 16);
  return out;
}
at::Tensor first_element(const at::Tensor &x) {
  at::Tensor out = at::empty({1});
  out.data_ptr<float>()[0] = x.data_ptr<float>()[0];
  return out;
}
at::Tensor no_kernel(const at::Tensor &x) {
  at::Tensor out = at::empty(x.sizes(), x.options());
  RUN(x);
  return out;
}
at::Tensor of_autograd(const at::Tensor &x) { return no_kernel(x); }

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("by_macro", &by_macro);
  m.impl("by_callee", &by_callee);
  m.impl("by_initializer", &by_initializer);
  m.impl("by_unseen", &by_unseen);
  m.impl("by_copy", &by_copy);
  m.impl("by_assignment", &by_assignment);
  m.impl("by_expecting", &by_expecting);
  m.impl("by_list", &by_list);
  m.impl("by_lambda", &by_lambda);
  m.impl("by_stride", &by_stride);
  m.impl("by_accessor", &by_accessor);
  m.impl("one_element", &one_element);
  m.impl("without_sizes", &without_sizes);
  m.impl("first_element", &first_element);
}
TORCH_LIBRARY_IMPL(demo, Autograd, m) { m.impl("no_kernel", &of_autograd); }
