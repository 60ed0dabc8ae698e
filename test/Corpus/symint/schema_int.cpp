// CALL: op(x, y.shape[0])
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_schema_int {

at::Tensor op_cpu(const at::Tensor& x, int64_t n) { return at::zeros({x.size(0), n}, x.options()); }

at::Tensor op_meta(const at::Tensor& x, int64_t n) {
  return at::empty_symint({x.sym_size(0), n}, x.options());
}

} // namespace sym_schema_int

TORCH_LIBRARY(sym_schema_int, m) { m.def("op(Tensor x, int n) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_schema_int, CPU, m) { m.impl("op", &sym_schema_int::op_cpu); }
TORCH_LIBRARY_IMPL(sym_schema_int, Meta, m) { m.impl("op", &sym_schema_int::op_meta); }
