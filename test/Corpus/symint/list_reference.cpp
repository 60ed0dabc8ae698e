// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_list_reference {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), x.size(1)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  at::IntArrayRef shape = x.sizes();
  return at::full(shape, 1.0, x.options());
}

} // namespace sym_list_reference

TORCH_LIBRARY(sym_list_reference, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_list_reference, CPU, m) { m.impl("op", &sym_list_reference::op_cpu); }
TORCH_LIBRARY_IMPL(sym_list_reference, Meta, m) { m.impl("op", &sym_list_reference::op_meta); }
