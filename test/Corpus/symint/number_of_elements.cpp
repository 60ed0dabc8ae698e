// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_number_of_elements {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.numel() + y.numel()}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  const auto count = x.numel() + y.numel();
  return at::empty({count}, x.options());
}

} // namespace sym_number_of_elements

TORCH_LIBRARY(sym_number_of_elements, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_number_of_elements, CPU, m) { m.impl("op", &sym_number_of_elements::op_cpu); }
TORCH_LIBRARY_IMPL(sym_number_of_elements, Meta, m) { m.impl("op", &sym_number_of_elements::op_meta); }
