// CALL: op(x, 1, y.shape[0])
#include <ATen/ATen.h>
#include <torch/library.h>

namespace sym_schema_literals {

at::Tensor op_cpu(const at::Tensor& x, int64_t flag, std::optional<int64_t> n) {
  return at::zeros({x.size(0), n.value_or(1)}, x.options());
}

at::Tensor op_meta(const at::Tensor& x, int64_t flag, std::optional<int64_t> n) {
  c10::SymDimVector shape;
  shape.push_back(x.sym_size(0));
  shape.push_back(n.value());
  return at::empty_symint(shape, x.options());
}

} // namespace sym_schema_literals

TORCH_LIBRARY(sym_schema_literals, m) { m.def(
    "op(Tensor x, "
    "int flag, int? "
    "n=None) -> Tensor"); }
TORCH_LIBRARY_IMPL(sym_schema_literals, CPU, m) { m.impl("op", &sym_schema_literals::op_cpu); }
TORCH_LIBRARY_IMPL(sym_schema_literals, Meta, m) { m.impl("op", &sym_schema_literals::op_meta); }
