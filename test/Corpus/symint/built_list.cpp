// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_built_list {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({x.size(0), x.size(1), y.size(0)}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  std::vector<int64_t> shape;
  for (int64_t i = 0; i < x.dim(); ++i) {
    shape.push_back(x.size(i));
  }
  shape.push_back(y.size(0));
  return at::ones(shape, x.options());
}

} // namespace sym_built_list

TORCH_LIBRARY(sym_built_list, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_built_list, CPU, m) { m.impl("op", &sym_built_list::op_cpu); }
TORCH_LIBRARY_IMPL(sym_built_list, Meta, m) { m.impl("op", &sym_built_list::op_meta); }
