// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_helper_parameter {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({5, x.size(0)}, x.options()); }

static at::Tensor make(const at::Tensor& like, int64_t rows, int64_t columns) {
  return at::empty({columns, rows}, like.options());
}

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  return make(x, x.size(0), 5);
}

} // namespace sym_helper_parameter

TORCH_LIBRARY(sym_helper_parameter, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_helper_parameter, CPU, m) { m.impl("op", &sym_helper_parameter::op_cpu); }
TORCH_LIBRARY_IMPL(sym_helper_parameter, Meta, m) { m.impl("op", &sym_helper_parameter::op_meta); }
