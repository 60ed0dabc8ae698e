// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// A change uses no operator that the declarations in view lack.

namespace c10 {
class SymInt {
public:
  SymInt(long);
  SymInt operator+(const SymInt &) const;
  friend bool operator==(const SymInt &, const SymInt &);
};
} // namespace c10
namespace at {
struct Tensor {
  long size(long) const;
  c10::SymInt sym_size(long) const;
};
Tensor empty_like(const Tensor &);
} // namespace at
namespace torch {
struct Library {
  template <class F> Library &impl(const char *, F &&);
};
} // namespace torch
#define TORCH_LIBRARY_IMPL(ns, key, m) static void torch_library_init_##ns##_##key(torch::Library &m)

at::Tensor tests_meta(const at::Tensor &x, const at::Tensor &y) {
  if (x.size(0) == y.size(0))
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'x.size(0)' is tested as a plain integer {{.*}} [aoti-meta-concrete-shape]
    // CHECK-MESSAGES: :[[@LINE-2]]:22: warning: 'y.size(0)' is tested as a plain integer {{.*}} [aoti-meta-concrete-shape]
    // CHECK-FIXES: if (x.sym_size(0) == y.sym_size(0))
    return x;
  if (x.size(1) + 2 == 4)
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'x.size(1)' is tested as a plain integer {{.*}} [aoti-meta-concrete-shape]
    // CHECK-FIXES: if (x.sym_size(1) + 2 == 4)
    return x;
  if (x.size(0) > 4)
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'x.size(0)' is tested as a plain integer {{.*}} [aoti-meta-concrete-shape]
    // CHECK-MESSAGES: :[[@LINE-2]]:7: note: not fixed automatically: '>' is not declared for a c10::SymInt
    // CHECK-FIXES: if (x.size(0) > 4)
    return x;
  if (x.size(1) * 2 == 4)
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'x.size(1)' is tested as a plain integer {{.*}} [aoti-meta-concrete-shape]
    // CHECK-MESSAGES: :[[@LINE-2]]:7: note: not fixed automatically: '*' is not declared for a c10::SymInt
    // CHECK-FIXES: if (x.size(1) * 2 == 4)
    return x;
  return at::empty_like(x);
}

TORCH_LIBRARY_IMPL(demo, Meta, m) { m.impl("tests", tests_meta); }
