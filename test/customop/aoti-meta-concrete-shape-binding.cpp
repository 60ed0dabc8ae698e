// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// A structured binding has no name of its own and goes by those of its parts.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor bound_meta(const at::Tensor &x) {
  auto [rows, columns] = std::make_tuple(x.size(0), 4);
  // CHECK-NOTES: :[[@LINE-1]]:44: warning: 'x.size(0)' reads a size as a plain integer {{.*}} [aoti-meta-concrete-shape]
  // CHECK-NOTES: :20:37: note: registered here as the Meta kernel of 'demo::bound'
  // CHECK-NOTES: :[[@LINE-3]]:26: note: not fixed automatically: 'std::make_tuple' takes it as a plain integer
  // CHECK-NOTES: :[[@LINE-4]]:42: flow: the size is read as a plain integer
  // CHECK-NOTES: :[[@LINE-5]]:8: flow: goes into '[rows, columns]'
  return at::empty({rows, columns}, x.options());
  // CHECK-NOTES: :[[@LINE-1]]:10: flow: becomes the shape of what 'at::empty' makes
  // CHECK-NOTES: :[[@LINE-2]]:10: warning: 'at::empty' gets sizes {{.*}} [aoti-meta-concrete-shape]
  // CHECK-NOTES: :20:37: note: registered here as the Meta kernel of 'demo::bound'
}
TORCH_LIBRARY_IMPL(demo, Meta, m) { m.impl("bound", &bound_meta); }
