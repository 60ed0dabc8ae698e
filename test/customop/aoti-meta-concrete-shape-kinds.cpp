// RUN: %check_aoti %s aoti-meta-concrete-shape -- --advice
//
// Every way in which a size becomes a plain integer, with what is only told with --advice.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor reads_meta(const at::Tensor &x, c10::SymInt n) {
  auto bytes = x.nbytes();
  // CHECK-MESSAGES: :[[@LINE-1]]:18: error: 'x.nbytes()' in the Meta kernel of 'demo::reads' raises 'Cannot call numel() on tensor with symbolic sizes/strides' when a size is dynamic; use 'x.sym_nbytes()' [aoti-meta-concrete-shape]
  auto offset = x.storage_offset();
  // CHECK-MESSAGES: :[[@LINE-1]]:19: error: 'x.storage_offset()' in the Meta kernel of 'demo::reads' raises 'Cannot call storage_offset() on {{.*}} use 'x.sym_storage_offset()' [aoti-meta-concrete-shape]
  auto guarded = n.guard_int(__FILE__, __LINE__);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'n.guard_int(__FILE__, __LINE__)' makes a symbolic size a plain integer {{.*}} keep the c10::SymInt [aoti-meta-concrete-shape]
  // CHECK-FIXES: auto guarded = n;
  auto plain = C10_AS_INTARRAYREF_SLOW(x.sym_sizes());
  // CHECK-MESSAGES: :[[@LINE-1]]:16: error: 'C10_AS_INTARRAYREF_SLOW(x.sym_sizes())' in the Meta kernel of 'demo::reads' raises 'SymIntArrayRef expected to contain only concrete integers' when a size is dynamic; keep the c10::SymIntArrayRef [aoti-meta-concrete-shape]
  // CHECK-FIXES: auto plain = x.sym_sizes();
  auto stride = x.stride(0);
  // CHECK-MESSAGES: :[[@LINE-1]]:19: note: 'x.stride(0)' reads a stride as a plain integer in the Meta kernel of 'demo::reads', {{.*}} use 'x.sym_stride(0)' unless it is constant [aoti-meta-concrete-shape]
  auto strides = x.strides();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: note: 'x.strides()' reads a stride as a plain integer {{.*}} [aoti-meta-concrete-shape]
  return x.new_empty({guarded});
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Tensor::new_empty' gets sizes of tensors as plain integers {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: return x.new_empty_symint({guarded});
}

at::Tensor compares_meta(const at::Tensor &x, c10::SymInt n) {
  TORCH_CHECK(x.sym_size(0) == 4, "four rows are needed");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'x.sym_size(0) == 4' in the Meta kernel of 'demo::compares' fixes a dynamic size to the constant, since the check lets no other pass: {{.*}} [aoti-meta-concrete-shape]
  TORCH_CHECK(!(x.sym_size(0) != 8) && x.dim() > 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.sym_size(0) != 8' {{.*}} lets no other pass: {{.*}} [aoti-meta-concrete-shape]
  TORCH_CHECK(x.sym_size(0) != 16, "not sixteen");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: note: 'x.sym_size(0) != 16' {{.*}} limits the dynamic size {{.*}} [aoti-meta-concrete-shape]
  TORCH_CHECK(x.sym_size(1) == 1, "a size of one is never symbolic");
  // CHECK-MESSAGES: :[[@LINE-1]]:15: note: 'x.sym_size(1) == 1' {{.*}} limits the dynamic size {{.*}} [aoti-meta-concrete-shape]
  if (x.sym_numel() == 0)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: note: 'x.sym_numel() == 0' {{.*}} limits the dynamic size {{.*}} [aoti-meta-concrete-shape]
    return at::empty_like(x);
  if (x.sym_size(0) == 4)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'x.sym_size(0) == 4' in the Meta kernel of 'demo::compares' fixes a dynamic size to the constant whenever the example has that size; {{.*}} [aoti-meta-concrete-shape]
    return at::empty_like(x);
  if (n > 4)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: note: 'n > 4' in the Meta kernel of 'demo::compares' limits the dynamic size {{.*}} [aoti-meta-concrete-shape]
    return at::empty_like(x);
  if (n == x.sym_size(1))
    return at::empty_like(x);
  return x.view_symint({x.sym_size(0), n});
}

at::Tensor single_meta(const at::Tensor &x, int64_t n) {
  return x.as_strided(n, {x.size(0)});
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Tensor::as_strided' gets sizes {{.*}} [aoti-meta-concrete-shape]
  // CHECK-MESSAGES: :[[@LINE-2]]:29: warning: 'x.size(0)' reads a size {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: return x.as_strided_symint({n}, {x.sym_size(0)});
}

at::Tensor loops_meta(const at::Tensor &x) {
  while (int64_t n = x.size(0))
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'x.size(0)' reads a size {{.*}} [aoti-meta-concrete-shape]
    return at::empty_symint({n}, x.options());
  for (; int64_t n = x.size(1);)
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'x.size(1)' reads a size {{.*}} [aoti-meta-concrete-shape]
    return at::empty_symint({n}, x.options());
  switch (int64_t n = x.size(2)) {
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'x.size(2)' reads a size {{.*}} [aoti-meta-concrete-shape]
  default:
    return at::empty_symint({n}, x.options());
  }
}

static int64_t rows(const at::Tensor &x) { return x.size(0); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::lambda', {{.*}} [aoti-meta-concrete-shape]
// CHECK-FIXES: static c10::SymInt rows(const at::Tensor &x) { return x.sym_size(0); }

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("reads", &reads_meta);
  m.impl("compares", &compares_meta);
  m.impl("single", &single_meta);
  m.impl("loops", &loops_meta);
  // A helper of a kernel that is a lambda is changed with it.
  m.impl("lambda", [](const at::Tensor &x) { return at::empty({rows(x)}, x.options()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'at::empty' gets sizes {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: m.impl("lambda", [](const at::Tensor &x) { return at::empty_symint({rows(x)}, x.options()); });
}
