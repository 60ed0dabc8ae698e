// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// Lists whose elements change places, and a list that is made concrete, are changed as a whole.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor swapped_meta(const at::Tensor &x) {
  std::vector<int64_t> dims = x.sizes().vec();
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'x.sizes()' reads a size as a plain integer {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: std::vector<c10::SymInt> dims = x.sym_sizes().vec();
  std::swap(dims[1], dims[2]);
  return at::empty(dims, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'at::empty' gets sizes {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: return at::empty_symint(dims, x.options());
}

at::Tensor concrete_meta(const at::Tensor &x) {
  return at::empty(C10_AS_INTARRAYREF_SLOW(x.sym_sizes()), x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'at::empty' gets sizes {{.*}} [aoti-meta-concrete-shape]
  // CHECK-MESSAGES: :[[@LINE-2]]:20: error: 'C10_AS_INTARRAYREF_SLOW(x.sym_sizes())' {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: return at::empty_symint(x.sym_sizes(), x.options());
}

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("swapped", &swapped_meta);
  m.impl("concrete", &concrete_meta);
}
