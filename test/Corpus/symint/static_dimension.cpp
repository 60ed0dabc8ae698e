// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_static_dimension {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), y.size(1)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  return at::empty_symint({x.sym_size(0), y.size(1)}, x.options());
}

} // namespace sym_static_dimension

TORCH_LIBRARY(sym_static_dimension, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_static_dimension, CPU, m) { m.impl("op", &sym_static_dimension::op_cpu); }
TORCH_LIBRARY_IMPL(sym_static_dimension, Meta, m) { m.impl("op", &sym_static_dimension::op_meta); }
