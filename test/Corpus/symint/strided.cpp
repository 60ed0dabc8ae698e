// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_strided {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), x.size(1)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  return at::empty_strided(x.sizes(), x.strides(), x.options());
}

} // namespace sym_strided

TORCH_LIBRARY(sym_strided, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_strided, CPU, m) { m.impl("op", &sym_strided::op_cpu); }
TORCH_LIBRARY_IMPL(sym_strided, Meta, m) { m.impl("op", &sym_strided::op_meta); }
