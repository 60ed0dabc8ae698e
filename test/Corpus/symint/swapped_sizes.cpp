// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_swapped_sizes {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(1), x.size(0)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  std::vector<int64_t> shape(x.sizes().begin(), x.sizes().end());
  const int64_t first = shape[0];
  shape[0] = shape[1];
  shape[1] = first;
  return at::empty(shape, x.options());
}

} // namespace sym_swapped_sizes

TORCH_LIBRARY(sym_swapped_sizes, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_swapped_sizes, CPU, m) { m.impl("op", &sym_swapped_sizes::op_cpu); }
TORCH_LIBRARY_IMPL(sym_swapped_sizes, Meta, m) { m.impl("op", &sym_swapped_sizes::op_meta); }
