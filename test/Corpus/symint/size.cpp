// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_size {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), y.size(1)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  int64_t m = x.size(0);
  int64_t n = y.size(1);
  return at::empty({m, n}, x.options());
}

} // namespace sym_size

TORCH_LIBRARY(sym_size, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_size, CPU, m) { m.impl("op", &sym_size::op_cpu); }
TORCH_LIBRARY_IMPL(sym_size, Meta, m) { m.impl("op", &sym_size::op_meta); }
