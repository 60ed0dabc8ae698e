// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_casts {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), y.size(1)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  auto rows = static_cast<int64_t>(x.size(0));
  auto columns = int64_t(y.size(1));
  return at::empty({rows, columns}, x.options());
}

} // namespace sym_casts

TORCH_LIBRARY(sym_casts, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_casts, CPU, m) { m.impl("op", &sym_casts::op_cpu); }
TORCH_LIBRARY_IMPL(sym_casts, Meta, m) { m.impl("op", &sym_casts::op_meta); }
