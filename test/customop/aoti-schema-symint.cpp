// RUN: %check_aoti %s aoti-schema-symint
//
// Schemas and kernels that lose symbolic sizes, or that torch refuses.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor pad_meta(const at::Tensor &x, int64_t n, int64_t dim) { return at::empty_symint({x.sym_size(0), n}, x.options()); }
// CHECK-FIXES: at::Tensor pad_meta(const at::Tensor &x, c10::SymInt n, int64_t dim) { return at::empty_symint({x.sym_size(0), n}, x.options()); }

at::Tensor plain_meta(const at::Tensor &x, int64_t a, int64_t b) { return at::empty({a, b}, x.options()); }
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: the Meta kernel of 'demo::plain' takes the 'SymInt a' of its schema as plain integer, {{.*}} [aoti-schema-symint]
// CHECK-MESSAGES: :[[@LINE-2]]:55: warning: the Meta kernel of 'demo::plain' takes the 'SymInt b' of its schema as plain integer, {{.*}} [aoti-schema-symint]
// CHECK-FIXES: at::Tensor plain_meta(const at::Tensor &x, c10::SymInt a, c10::SymInt b) { return at::empty_symint({a, b}, x.options()); }

at::Tensor list_meta(const at::Tensor &x, at::IntArrayRef size) { return x.expand(size); }
// CHECK-MESSAGES: :[[@LINE-1]]:43: error: the Meta kernel of 'demo::list' takes the 'SymInt[] size' of its schema as plain integers, which fails with 'isIntList() INTERNAL ASSERT FAILED', {{.*}} [aoti-schema-symint]
// CHECK-FIXES: at::Tensor list_meta(const at::Tensor &x, c10::SymIntArrayRef size) { return x.expand_symint(size); }

// Each is given to the other, so they become symbolic together.
at::Tensor given_meta(const at::Tensor &x, int64_t a, int64_t b) {
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: the Meta kernel of 'demo::given' takes the 'SymInt a' {{.*}} [aoti-schema-symint]
  // CHECK-MESSAGES: :[[@LINE-2]]:55: warning: the Meta kernel of 'demo::given' takes the 'SymInt b' {{.*}} [aoti-schema-symint]
  // CHECK-FIXES: at::Tensor given_meta(const at::Tensor &x, c10::SymInt a, c10::SymInt b) {
  int64_t n = a;
  // CHECK-FIXES: c10::SymInt n = a;
  n = b;
  if (a > 3)
    b = a;
  return at::empty({n, b}, x.options());
  // CHECK-FIXES: return at::empty_symint({n, b}, x.options());
}
at::Tensor sizes_meta(const at::Tensor &x, int64_t a, int64_t b) {
  // CHECK-FIXES: at::Tensor sizes_meta(const at::Tensor &x, c10::SymInt a, c10::SymInt b) {
  if (a > b)
    b = a;
  return at::empty({b}, x.options());
  // CHECK-FIXES: return at::empty_symint({b}, x.options());
}

at::Tensor refused(const at::Tensor &x, c10::SymInt n) { return at::empty_like(x); }
at::Tensor mixed(const at::Tensor &x, c10::SymInt n, int64_t m) { return at::empty_like(x); }
at::Tensor reference(const at::Tensor &x, const c10::SymInt &n) { return at::empty_like(x); }
at::Tensor fewer(const at::Tensor &x) { return at::empty_like(x); }
at::Tensor real(const at::Tensor &x, int64_t n) { return at::empty({n}, x.options()); }

TORCH_LIBRARY(demo, m) {
  m.def("pad(Tensor x, "
        "int n, int dim) -> Tensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int n' of 'demo::pad' becomes a size in its Meta kernel; {{.*}} [aoti-schema-symint]
  // CHECK-FIXES: "SymInt n, int dim) -> Tensor");
  m.def("plain(Tensor x, SymInt a, SymInt b) -> Tensor");
  m.def("list(Tensor x, SymInt[] size) -> Tensor");
  m.def("given(Tensor x, SymInt a, SymInt b) -> Tensor");
  m.def("sizes(Tensor x, int a, int b) -> Tensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'int a' of 'demo::sizes' becomes a size in its Meta kernel; {{.*}} [aoti-schema-symint]
  // CHECK-MESSAGES: :[[@LINE-2]]:33: warning: 'int b' of 'demo::sizes' becomes a size in its Meta kernel; {{.*}} [aoti-schema-symint]
  // CHECK-FIXES: m.def("sizes(Tensor x, SymInt a, SymInt b) -> Tensor");
  m.def("refused(Tensor x, int n) -> Tensor");
  // CHECK-FIXES: m.def("refused(Tensor x, SymInt n) -> Tensor");
  m.def("mixed(Tensor x, SymInt n, SymInt m) -> Tensor");
  m.def("reference(Tensor x, SymInt n) -> Tensor");
  m.def("fewer(Tensor x, SymInt n) -> Tensor");
  m.def("fits(Tensor x, SymInt n) -> Tensor");
  m.def("excused(Tensor x, int n) -> Tensor");
}
TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("pad", &pad_meta);
  m.impl("plain", &plain_meta);
  m.impl("list", &list_meta);
  m.impl("given", &given_meta);
  m.impl("sizes", &sizes_meta);
  m.impl("refused", &refused);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: torch refuses the kernel of 'demo::refused' {{.*}}Type mismatch in argument 2: int vs SymInt.'; write 'SymInt' in the schema [aoti-schema-symint]
  m.impl("mixed", &mixed);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: torch refuses the kernel of 'demo::mixed' {{.*}}Type mismatch in argument 3: SymInt vs int.'; take all 'SymInt' of the schema as c10::SymInt, or all as int64_t [aoti-schema-symint]
  m.impl("reference", &reference);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: torch refuses the kernel of 'demo::reference' {{.*}}Type mismatch in argument 2: int vs SymInt.'; take 'SymInt' as a c10::SymInt by value{{.*}} [aoti-schema-symint]
  m.impl("fewer", &fewer);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: torch refuses the kernel of 'demo::fewer' {{.*}}The number of arguments is different. 2 vs 1.'; {{.*}} [aoti-schema-symint]
  m.impl("fits", &refused);
  m.impl("excused", &refused); // NOLINT(aoti-schema-symint)
}
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("fits", &real); }
