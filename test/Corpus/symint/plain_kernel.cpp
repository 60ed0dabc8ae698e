// CALL: op(x, y.shape[0], 3)
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_plain_kernel {

at::Tensor op_cpu(const at::Tensor& x, int64_t a, int64_t b) { return at::zeros({a, b}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, int64_t a, int64_t b) {
  TORCH_CHECK(b >= 1, "b is ", b);
  return at::empty({a, b}, x.options());
}

} // namespace sym_plain_kernel

TORCH_LIBRARY(sym_plain_kernel, m) { m.def("op(Tensor x, SymInt a, SymInt b) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_plain_kernel, CPU, m) { m.impl("op", &sym_plain_kernel::op_cpu); }
TORCH_LIBRARY_IMPL(sym_plain_kernel, Meta, m) { m.impl("op", &sym_plain_kernel::op_meta); }
