// RUN: %check_aoti %s aoti-meta-concrete-shape,aoti-meta-data-access
//
// Helpers that kernels and libraries share.

#include <ATen/ATen.h>
#include <torch/library.h>

// The first kernel that calls it needs data, so it is told for the second.
static int64_t rows(const at::Tensor &x) { return x.size(0); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::shape', {{.*}} [aoti-meta-concrete-shape]
static int64_t columns(const at::Tensor &x) { return x.size(1); }
// CHECK-MESSAGES: :[[@LINE-1]]:56: warning: 'x.size(1)' reads a size as a plain integer in 'columns_meta' (a Meta kernel by its name), {{.*}} [aoti-meta-concrete-shape]

at::Tensor data(const at::Tensor &x) {
  x.data_ptr<float>();
  return at::empty_symint({rows(x), columns(x)}, x.options());
}
at::Tensor shape(const at::Tensor &x) { return at::empty_symint({rows(x)}, x.options()); }
at::Tensor columns_meta(const at::Tensor &x) { return at::empty_symint({columns(x)}, x.options()); }

// Given the libraries of two keys, one of which is Meta.
at::Tensor twice(const at::Tensor &x) { return at::empty_symint({x.size(0)}, x.options()); }
// CHECK-MESSAGES: :[[@LINE-1]]:68: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::twice', {{.*}} [aoti-meta-concrete-shape]
static void more(torch::Library &m) { m.impl("twice", &twice); }

// A test of a device in a function that says no more.
static bool on_gpu(const at::Tensor &x) { return x.is_cuda(); }
at::Tensor checked(const at::Tensor &x) {
  TORCH_CHECK(on_gpu(x), "x must be on a GPU");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: error: the check of 'on_gpu(x)' always fails in the Meta kernel of 'demo::checked', {{.*}} [aoti-meta-data-access]
  return at::empty_like(x);
}

TORCH_LIBRARY(demo, m) { m.def("data(Tensor x) -> Tensor", &data); }
TORCH_LIBRARY_IMPL(demo, CPU, m) { more(m); }
TORCH_LIBRARY_IMPL(demo, Meta, m) {
  more(m);
  m.impl("shape", &shape);
  m.impl("checked", &checked);
}
