// CALL: op(x, [y.shape[0], 2])
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_plain_list {

at::Tensor op_cpu(const at::Tensor& x, at::IntArrayRef size) { return at::zeros(size, x.options()); }

at::Tensor op_meta(const at::Tensor& x, at::IntArrayRef size) {
  return x.new_empty(size);
}

} // namespace sym_plain_list

TORCH_LIBRARY(sym_plain_list, m) { m.def("op(Tensor x, SymInt[] size) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_plain_list, CPU, m) { m.impl("op", &sym_plain_list::op_cpu); }
TORCH_LIBRARY_IMPL(sym_plain_list, Meta, m) { m.impl("op", &sym_plain_list::op_meta); }
