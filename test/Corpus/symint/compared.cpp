// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_compared {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), x.size(1)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  TORCH_CHECK(x.sizes() == y.sizes(), "sizes differ: ", x.sizes(), " and ", y.sizes());
  TORCH_CHECK(x.size(0) == y.size(0), "rows differ");
  return at::empty_like(x);
}

} // namespace sym_compared

TORCH_LIBRARY(sym_compared, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_compared, CPU, m) { m.impl("op", &sym_compared::op_cpu); }
TORCH_LIBRARY_IMPL(sym_compared, Meta, m) { m.impl("op", &sym_compared::op_meta); }
