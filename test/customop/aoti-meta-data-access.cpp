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

at::Tensor ranges_meta(const at::Tensor &x) {
  auto a = at::arange(0, 16);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: 'at::arange(0, 16)' names no device, so it allocates on the CPU in the Meta kernel of 'demo::ranges', {{.*}} [aoti-meta-data-access]
  auto b = torch::arange(16, at::kLong);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: 'torch::arange(16, at::kLong)' names no device
  auto c = at::linspace(0, 1, 8, at::TensorOptions().dtype(at::kFloat));
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: {{.*}} names no device
  auto d = at::randperm(8);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: 'at::randperm(8)' names no device
  auto e = at::from_blob(nullptr, {2});
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: 'at::from_blob(nullptr, {2})' names no device
  auto f = x.new_empty({2}, at::TensorOptions().device(at::kCPU));
  // CHECK-MESSAGES: :[[@LINE-1]]:14: error: {{.*}} allocates on a real device
  auto g = at::empty_like(x, x.options().device(at::kCPU));
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: {{.*}} allocates on a real device
  return x.to(at::TensorOptions().device(at::kCPU));
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: {{.*}} moves a tensor to a real device
}

static at::TensorOptions on_gpu(at::ScalarType t) { return at::TensorOptions().dtype(t).device(at::kCUDA); }

at::Tensor helped_meta(const at::Tensor &x) {
  return at::empty_symint({x.sym_size(0)}, on_gpu(at::kFloat));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: {{.*}} allocates on a real device
}

std::tuple<at::Tensor, at::Tensor> numbers_meta(const at::Tensor &x) {
  auto count = at::scalar_tensor(3);
  // CHECK-MESSAGES: :[[@LINE-1]]:16: error: 'at::scalar_tensor(3)' names no device, {{.*}} [aoti-meta-data-access]
  if (x.dim() == 1)
    return {x, at::scalar_tensor(3, at::TensorOptions().device(at::kCPU))};
  // CHECK-MESSAGES: :[[@LINE-1]]:16: error: {{.*}} allocates on a real device
  return std::make_tuple(at::empty_like(x), count);
}

at::Tensor stacked_meta(const at::Tensor &x) {
  return at::stack({at::scalar_tensor(1.), at::scalar_tensor(2., x.options())});
  // CHECK-MESSAGES: :[[@LINE-1]]:21: error: 'at::scalar_tensor(1.)' names no device
}

at::Tensor selects_meta(const at::Tensor &x, const at::Tensor &mask) {
  auto a = at::nonzero(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: error: 'at::nonzero(x)' makes a tensor whose size depends on data in the Meta kernel of 'demo::selects', {{.*}}UnsupportedOperatorException{{.*}} [aoti-meta-data-access]
  auto b = x.masked_select(mask);
  // CHECK-MESSAGES: :[[@LINE-1]]:14: error: 'x.masked_select(mask)' makes a tensor whose size depends on data
  auto c = x.index({x > 0});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: error: 'x.index({x > 0})' makes a tensor whose size depends on data
  auto positive = x > 0;
  auto d = x.index({positive});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: error: 'x.index({positive})' makes a tensor whose size depends on data
  return at::where(mask)[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: 'at::where(mask)' makes a tensor whose size depends on data
}

at::Tensor close_meta(const at::Tensor &x, const at::Tensor &y) {
  return at::allclose(x, y) ? x : at::empty_like(y);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: 'at::allclose(x, y)' reads a value of a tensor {{.*}} [aoti-meta-data-access]
}

at::Tensor indexed_meta(const at::Tensor &x) {
  TORCH_CHECK(x.get_device() >= 0, "no device");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: error: the check of 'x.get_device() >= 0' always fails in the Meta kernel of 'demo::indexed', {{.*}} [aoti-meta-data-access]
  return at::empty_like(x);
}

// What a generic lambda calls is looked at as it is written, with the values that the call gives.
template <typename T, bool kIsMeta, int kMode> at::Tensor typed(const at::Tensor &x) {
  auto out = at::empty_like(x);
  if constexpr (kIsMeta)
    out.mutable_data_ptr<T>();
  // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'out.mutable_data_ptr<T>()' takes the address of data in the Meta kernel of 'demo::typed', {{.*}} [aoti-meta-data-access]
  if (kMode == 2)
    out.data_ptr();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: error: 'out.data_ptr()' takes the address of data
  if (kMode != 2)
    out.data_ptr();
  return out;
}
template <bool kIsMeta> at::Tensor dispatch(const at::Tensor &x) {
  auto run = [&](auto tag) { return typed<decltype(tag), kIsMeta, 2>(x); };
  return run(float{});
}

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("ranges", &ranges_meta);
  m.impl("helped", &helped_meta);
  m.impl("numbers", &numbers_meta);
  m.impl("stacked", &stacked_meta);
  m.impl("selects", &selects_meta);
  m.impl("close", &close_meta);
  m.impl("indexed", &indexed_meta);
  m.impl("typed", &dispatch<true>);
  m.impl("data", &data_meta);
  m.impl("reads", &reads_meta);
  m.impl("values", &values_meta);
  m.impl("fine", &fine_meta);
}
