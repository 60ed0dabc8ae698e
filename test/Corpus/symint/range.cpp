// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_range {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.numel()}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  int64_t product = 1;
  for (const auto s : x.sizes()) {
    product *= s;
  }
  return at::empty({product}, x.options());
}

} // namespace sym_range

TORCH_LIBRARY(sym_range, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_range, CPU, m) { m.impl("op", &sym_range::op_cpu); }
TORCH_LIBRARY_IMPL(sym_range, Meta, m) { m.impl("op", &sym_range::op_meta); }
