// RUN: %check_aoti %s aoti-op-dtype
//
// A dtype that is checked through the options of a tensor.

#include <ATen/ATen.h>
#include <torch/library.h>

void use(const float *data, int64_t n);

void direct(const at::Tensor &x) {
  TORCH_CHECK(x.options().dtype() == at::kFloat);
  use(static_cast<const float *>(x.data_ptr()), x.numel());
}
void kept(const at::Tensor &x) {
  auto options = x.options();
  TORCH_CHECK(options.dtype() == at::kFloat);
  use(static_cast<const float *>(x.data_ptr()), x.numel());
}
void of_another(const at::Tensor &x, const at::Tensor &y) {
  TORCH_CHECK(y.options().dtype() == at::kFloat);
  // CHECK-MESSAGES: :[[@LINE+1]]:7: note: the data of 'x' is taken for 'float', and nothing in the kernel of 'demo::of_another' checks its dtype
  use(static_cast<const float *>(x.data_ptr()), x.numel());
}
void of_the_device(const at::Tensor &x) {
  TORCH_CHECK(x.options().device() == at::kCPU);
  // CHECK-MESSAGES: :[[@LINE+1]]:7: note: the data of 'x' is taken for 'float', and nothing in the kernel of 'demo::of_the_device' checks its dtype
  use(static_cast<const float *>(x.data_ptr()), x.numel());
}
TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("direct", &direct);
  m.impl("kept", &kept);
  m.impl("of_another", &of_another);
  m.impl("of_the_device", &of_the_device);
}
