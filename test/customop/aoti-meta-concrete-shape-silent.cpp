// RUN: %check_aoti %s aoti-meta-concrete-shape,aoti-meta-data-access,aoti-schema-symint
//
// What looks like a read of a size and is none, or is not run when the operator is traced.

#include <ATen/ATen.h>
#include <torch/library.h>

std::string shapes(at::IntArrayRef);

at::Tensor clean_meta(const at::Tensor &x, at::TensorList others, std::vector<int64_t> padding, int64_t mode) {
  TORCH_CHECK(x.dim() == 2, "x has the sizes ", x.sizes(), " and ", x.numel(), " elements: .size(0)");
  if (mode > 3) {
    throw std::runtime_error(shapes(x.sizes()));
  }
  c10::SymDimVector shape = {x.sym_size(0), c10::SymInt(static_cast<int64_t>(others.size()))};
  if (shape.size() != 2 || padding.size() > 4 || !x.is_contiguous()) {
    TORCH_CHECK(false, "not supported");
  }
  at::Tensor table = at::zeros({32, 4}, x.options());
  shape.push_back(table.size(0));
  auto flat = x.view({-1});
  return at::empty_symint(shape, x.options());
}

// The same function for all devices: what stands behind the test is not run on the meta device.
at::Tensor both(const at::Tensor &x) {
  if (x.is_meta()) {
    return at::empty_like(x);
  }
  auto out = at::empty({x.size(0)}, x.options());
  out.data_ptr<float>()[0] = x.item<float>();
  return out;
}

template <bool IsMeta> at::Tensor split(const at::Tensor &x) {
  auto out = at::empty_like(x);
  if (!IsMeta) {
    out.data_ptr<float>()[0] = static_cast<float>(x.size(0));
  }
  return out;
}

// A real kernel may use what it wants, whatever its name is.
at::Tensor gemm_meta(const at::Tensor &x, const at::Tensor &w) { return at::empty({x.size(0), w.size(0)}, x.options()); }

// Not in the name: nothing is known of it.
at::Tensor helper(const at::Tensor &x) { return at::empty({x.size(0)}, x.options()); }

void fill_meta(at::Tensor &x) { x.resize_({x.size(0)}); }

TORCH_LIBRARY(demo, m) {
  m.def("clean(Tensor x, Tensor[] others, int[] padding, int mode) -> Tensor");
  m.def("both(Tensor x) -> Tensor");
  m.def("split(Tensor x) -> Tensor");
  m.def("gemm(Tensor x, Tensor w) -> Tensor");
}
TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("clean", &clean_meta);
  m.impl("both", &both);
  m.impl("split", &split<true>);
}
TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("both", &both);
  m.impl("split", &split<false>);
  m.impl("gemm", &gemm_meta);
}
