// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_branches {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(1), x.size(0)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  int64_t rows, columns;
  if (x.dim() == 2) {
    rows = x.size(0);
    columns = x.size(1);
  } else {
    rows = x.size(0) * x.size(1);
    columns = x.size(2);
  }
  const bool wide = y.dim() == 2;
  std::vector<int64_t> shape = wide ? std::vector<int64_t>{columns, rows} : std::vector<int64_t>{rows, columns};
  return at::empty(shape, x.options());
}

} // namespace sym_branches

TORCH_LIBRARY(sym_branches, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_branches, CPU, m) { m.impl("op", &sym_branches::op_cpu); }
TORCH_LIBRARY_IMPL(sym_branches, Meta, m) { m.impl("op", &sym_branches::op_meta); }
