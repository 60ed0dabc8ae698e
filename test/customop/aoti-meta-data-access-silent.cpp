// RUN: %check_aoti %s aoti-meta-data-access
//
// Meta kernels that only compute shapes, and kernels of devices that may do what they want.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor shape_meta(const at::Tensor &x, c10::Device where) {
  auto device = x.device();
  if (x.is_cuda()) {
    x.item();
  }
  TORCH_CHECK(x.is_meta() || x.is_cuda(), "x is on ", x.device());
  auto options = at::TensorOptions().dtype(at::kByte).device(device);
  auto a = at::empty({4}, options);
  auto b = at::empty({4}, at::dtype(at::kFloat).device(at::kMeta));
  auto c = at::empty({4}, at::TensorOptions().device(where));
  auto d = at::native::empty_meta_symint({x.sym_size(0)}, std::make_optional(x.scalar_type()), std::nullopt, std::make_optional(c10::Device(c10::kMeta)), std::nullopt);
  return at::zeros_like(x) * at::scalar_tensor(2.0);
}

at::Tensor shape_cpu(const at::Tensor &x, c10::Device where) {
  TORCH_CHECK(x.is_cpu());
  at::Tensor out = at::zeros({x.size(0)});
  out.data_ptr<float>()[0] = x.item<float>();
  return out;
}

TORCH_LIBRARY_IMPL(demo, Meta, m) { m.impl("shape", &shape_meta); }
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("shape", &shape_cpu); }
