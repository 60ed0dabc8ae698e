// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_function_object {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({(x.size(0) + 31) / 32 * 32, (x.size(0) + 31) / 32 * 16}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  std::function<int64_t(int64_t, int64_t)> cdiv = [](int64_t a, int64_t b) -> int64_t {
    return (a + b - 1) / b;
  };
  int64_t padded = cdiv(x.size(0), 32) * 32;
  return at::empty({padded, cdiv(padded, 2)}, at::TensorOptions().dtype(at::kByte).device(at::kMeta));
}

} // namespace sym_function_object

TORCH_LIBRARY(sym_function_object, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_function_object, CPU, m) { m.impl("op", &sym_function_object::op_cpu); }
TORCH_LIBRARY_IMPL(sym_function_object, Meta, m) { m.impl("op", &sym_function_object::op_meta); }
