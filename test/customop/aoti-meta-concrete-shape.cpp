// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// Reads of sizes on their way to a shape, and the change of all that carries them.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor simple_meta(const at::Tensor &x, const at::Tensor &w) {
  int64_t m = x.size(0);
  // CHECK-NOTES: :[[@LINE-1]]:17: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::simple', so torch.export fixes {{.*}}; use 'x.sym_size(0)' [aoti-meta-concrete-shape]
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::simple'
  // CHECK-NOTES: flow: the size is read as a plain integer
  // CHECK-NOTES: flow: goes into 'm'
  // CHECK-NOTES: flow: becomes the shape of what 'at::empty' makes
  // CHECK-FIXES: c10::SymInt m = x.sym_size(0);
  int64_t n = w.size(0);
  // CHECK-NOTES: :[[@LINE-1]]:17: warning: 'w.size(0)' reads a size
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::simple'
  // CHECK-NOTES: note: fixed together with this read
  // CHECK-NOTES: flow: the size is read as a plain integer
  // CHECK-NOTES: flow: goes into 'n'
  // CHECK-NOTES: flow: becomes the shape of what 'at::empty' makes
  // CHECK-FIXES: c10::SymInt n = w.sym_size(0);
  return at::empty({m, n}, x.options());
  // CHECK-NOTES: :[[@LINE-1]]:10: warning: 'at::empty' gets sizes of tensors as plain integers in the Meta kernel of 'demo::simple', so the shape it makes is fixed to that of the example; use 'at::empty_symint' [aoti-meta-concrete-shape]
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::simple'
  // CHECK-FIXES: return at::empty_symint({m, n}, x.options());
}

at::Tensor errors_meta(const at::Tensor &x, c10::SymInt n) {
  auto count = x.numel();
  // CHECK-NOTES: :[[@LINE-1]]:18: error: 'x.numel()' in the Meta kernel of 'demo::errors' raises 'Cannot call numel() on tensor with symbolic sizes/strides' when a size is dynamic; use 'x.sym_numel()' [aoti-meta-concrete-shape]
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::errors'
  // CHECK-NOTES: flow: the size is read as a plain integer
  // CHECK-NOTES: flow: goes into 'count'
  // CHECK-NOTES: flow: becomes the shape of what 'Tensor::new_empty' makes
  // CHECK-FIXES: auto count = x.sym_numel();
  int64_t plain = n.expect_int();
  // CHECK-NOTES: :[[@LINE-1]]:21: error: 'n.expect_int()' in the Meta kernel of 'demo::errors' raises 'when unpacking SymInt, expected int' when the size is dynamic; keep the c10::SymInt [aoti-meta-concrete-shape]
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::errors'
  // CHECK-NOTES: note: fixed together with this read
  // CHECK-NOTES: flow: the size is read as a plain integer
  // CHECK-NOTES: flow: goes into 'plain'
  // CHECK-NOTES: flow: becomes the shape of what 'Tensor::new_empty' makes
  // CHECK-FIXES: c10::SymInt plain = n;
  return x.new_empty({count, plain});
  // CHECK-NOTES: :[[@LINE-1]]:12: warning: 'Tensor::new_empty' gets sizes
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::errors'
  // CHECK-FIXES: return x.new_empty_symint({count, plain});
}

at::Tensor narrow_meta(const at::Tensor &x) {
  int rows = x.size(0);
  // CHECK-NOTES: :[[@LINE-1]]:16: warning: 'x.size(0)' reads a size
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::narrow'
  // CHECK-NOTES: note: not fixed automatically: it is cut to 'int'
  // CHECK-NOTES: flow: the size is read as a plain integer
  // CHECK-NOTES: flow: goes into 'rows'
  // CHECK-NOTES: flow: becomes the shape of what 'at::empty' makes
  return at::empty({rows}, x.options());
  // CHECK-NOTES: :[[@LINE-1]]:10: warning: 'at::empty' gets sizes
  // CHECK-NOTES: note: registered here as the Meta kernel of 'demo::narrow'
}

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("simple", &simple_meta);
  m.impl("errors", TORCH_FN(errors_meta));
  m.impl("narrow", narrow_meta);
}
