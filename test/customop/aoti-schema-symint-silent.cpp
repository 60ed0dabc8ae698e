// RUN: %check_aoti %s aoti-schema-symint,aoti-schema-returns-int
//
// Integers that are settings of a model, and kernels that fit.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor conv_meta(const at::Tensor &x, std::vector<int64_t> padding, int64_t block, int64_t num_heads, int64_t output_dtype) {
  const c10::SymInt n = x.sym_size(0);
  int pad = padding[0];
  c10::SymInt p = 1 + (n + 2 * pad - 3) / 2;
  c10::SymInt rounded = (n + block - 1) / block * block;
  return at::empty_symint({p, rounded, num_heads, 8 / block}, x.options());
}
std::tuple<at::Tensor, c10::SymInt> counted(const at::Tensor &x, c10::SymInt n, int64_t flag, double scale, bool on, const std::optional<at::Tensor> &t, at::TensorList list, c10::string_view name) {
  return {at::empty_like(x), n};
}
void nothing(at::Tensor &out, const at::Tensor &x, const at::Scalar &s, at::OptionalSymIntArrayRef size) {}
at::Tensor keyed(c10::DispatchKeySet keys, const at::Tensor &x) { return x; }
int64_t version() { return 3; }

TORCH_LIBRARY(demo, m) {
  m.def("conv(Tensor x, int[] padding, int block, int num_heads, int output_dtype) -> Tensor");
  m.def("counted(Tensor x, SymInt n, int flag=1, float scale=1.0, bool on=False, Tensor? t=None, Tensor[] list=[], str name='a(b') -> (Tensor, SymInt)");
  m.def("nothing.out(Tensor(a!) out, Tensor x, *, Scalar s, SymInt[]? size=None) -> ()");
  m.def("keyed(Tensor x) -> Tensor");
  m.def("version() -> int", &version);
  m.def("inferred", &counted);
}
TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("conv", &conv_meta);
  m.impl("counted", &counted);
  m.impl("nothing.out", &nothing);
}
TORCH_LIBRARY_IMPL(demo, Autograd, m) { m.impl("keyed", &keyed); }
