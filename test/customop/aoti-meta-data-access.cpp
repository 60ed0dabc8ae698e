// RUN: %check_aoti %s aoti-meta-data-access
//
// What needs data, or a real device.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor data_meta(const at::Tensor &x, const at::Tensor &lengths) {
  TORCH_CHECK(x.is_cuda(), "x must be on a GPU");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: error: the check of 'x.is_cuda()' always fails in the Meta kernel of 'demo::data', {{.*}} [aoti-meta-data-access]
  return at::empty_like(x);
}

at::Tensor reads_meta(const at::Tensor &x, const at::Tensor &lengths) {
  lengths.max().item<int64_t>(); // NOLINT(aoti-meta-data-access)
  auto total = lengths.sum().item<int64_t>();
  // CHECK-MESSAGES: :[[@LINE-1]]:30: error: 'lengths.sum().item<int64_t>()' reads a value of a tensor in the Meta kernel of 'demo::reads', {{.*}}UnsupportedOperatorException{{.*}} [aoti-meta-data-access]
  const float *p = x.data_ptr<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:22: error: 'x.data_ptr<float>()' takes the address of data in the Meta kernel of 'demo::reads', {{.*}}Cannot access data pointer of Tensor{{.*}} [aoti-meta-data-access]
  auto rows = lengths.accessor<int64_t, 1>();
  // CHECK-MESSAGES: :[[@LINE-1]]:23: error: 'lengths.accessor<int64_t, 1>()' accesses the elements
  auto host = lengths.cpu();
  // CHECK-MESSAGES: :[[@LINE-1]]:23: error: 'lengths.cpu()' moves a tensor to a real device
  at::Tensor out = at::zeros({total, 4}, at::TensorOptions().dtype(at::kFloat));
  // CHECK-MESSAGES: :[[@LINE-1]]:20: error: 'at::zeros({total, 4}, at::TensorOptions().dtype(at::kFloat))' names no device, so it allocates on the CPU
  return at::empty_symint({x.sym_size(0)}, x.options().device(at::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: {{.*}} allocates on a real device
}

at::Tensor values_meta(const at::Tensor &x, const at::Tensor &y) {
  if (x.is_nonzero() || x.equal(y))
    // CHECK-MESSAGES: :[[@LINE-1]]:9: error: 'x.is_nonzero()' reads a value of a tensor in the Meta kernel of 'demo::values', {{.*}}Cannot call numel(){{.*}} [aoti-meta-data-access]
    // CHECK-MESSAGES: :[[@LINE-2]]:27: error: 'x.equal(y)' reads a value of a tensor {{.*}} [aoti-meta-data-access]
    return at::empty_like(x);
  auto p = x.const_data_ptr();
  // CHECK-MESSAGES: :[[@LINE-1]]:14: error: 'x.const_data_ptr()' takes the address of data {{.*}}Cannot call numel(){{.*}} [aoti-meta-data-access]
  auto q = x.const_data_ptr<float>();
  return at::equal(x, y) ? x : at::empty_like(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: 'at::equal(x, y)' reads a value of a tensor {{.*}} [aoti-meta-data-access]
}

at::Tensor fine_meta(const at::Tensor &x, c10::Device where) {
  auto device = x.device();
  if (x.is_cuda()) {
    x.item();
  }
  auto options = at::TensorOptions().dtype(at::kByte).device(device);
  auto a = at::empty({4}, options);
  auto b = at::empty({4}, at::dtype(at::kFloat).device(at::kMeta));
  auto c = at::empty({4}, at::TensorOptions().device(where));
  return at::zeros_like(x) * at::scalar_tensor(2.0);
}

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("data", &data_meta);
  m.impl("reads", &reads_meta);
  m.impl("values", &values_meta);
  m.impl("fine", &fine_meta);
}
