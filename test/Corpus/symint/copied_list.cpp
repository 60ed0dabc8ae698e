// CALL: op(x, y)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_copied_list {

at::Tensor op_cpu(const at::Tensor& x, const at::Tensor& y) { return at::zeros({3, x.size(0), y.size(1) * 2}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, const at::Tensor& y) {
  std::vector<int64_t> shape = x.sizes().vec();
  shape.insert(shape.begin(), 3);
  shape.back() = y.size(1) * 2;
  return at::empty(shape, x.options());
}

} // namespace sym_copied_list

TORCH_LIBRARY(sym_copied_list, m) { m.def("op(Tensor x, Tensor y) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_copied_list, CPU, m) { m.impl("op", &sym_copied_list::op_cpu); }
TORCH_LIBRARY_IMPL(sym_copied_list, Meta, m) { m.impl("op", &sym_copied_list::op_meta); }
