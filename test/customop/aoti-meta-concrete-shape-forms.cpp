// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// The forms in which operators are registered, and what decides that a function is a Meta kernel.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor dispatched(const at::Tensor &x) { return at::empty_symint({x.size(0)}, x.options()); }
// CHECK-MESSAGES: :[[@LINE-1]]:73: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::dispatched', {{.*}} [aoti-meta-concrete-shape]

template <int Bits> at::Tensor packed(const at::Tensor &x) { return at::empty_symint({x.size(0) * Bits}, x.options()); }
// CHECK-MESSAGES: :[[@LINE-1]]:89: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::pack_4bit', {{.*}} [aoti-meta-concrete-shape]

static c10::SymInt rows(const at::Tensor &x) { return x.size(0); }
// CHECK-MESSAGES: :[[@LINE-1]]:57: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::calls', {{.*}} [aoti-meta-concrete-shape]

at::Tensor calls(const at::Tensor &x) { return at::empty_symint({rows(x)}, x.options()); }

at::Tensor anything(const at::Tensor &x) { return x.new_empty_symint({x.size(0)}); }
// CHECK-MESSAGES: :[[@LINE-1]]:73: warning: 'x.size(0)' reads a size as a plain integer in the kernel of 'demo::anything' (it also runs when the operator is traced: no Meta kernel is in view), {{.*}} [aoti-meta-concrete-shape]

at::Tensor named_fake(const at::Tensor &x) { return x.new_empty_symint({x.size(0)}); }
// CHECK-MESSAGES: :[[@LINE-1]]:75: warning: 'x.size(0)' reads a size as a plain integer in 'named_fake' (a Meta kernel by its name), {{.*}} [aoti-meta-concrete-shape]

#define TO_META(name, function) m.impl(name, torch::dispatch(c10::DispatchKey::Meta, TORCH_FN(function)))
#define PACK(n) m.impl("pack_" #n "bit", &packed<n>)
#define FOR_KEY(key) TORCH_LIBRARY_IMPL(demo, key, m)

TORCH_LIBRARY_FRAGMENT(demo, m) { TO_META("dispatched", dispatched); }
static void register_more(torch::Library &library) { library.impl("calls", &calls); }
FOR_KEY(Meta) {
  PACK(4);
  register_more(m);
  m.impl("lambda", [](const at::Tensor &x) { return x.new_empty_symint({x.size(0)}); });
  // CHECK-MESSAGES: :[[@LINE-1]]:75: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::lambda', {{.*}} [aoti-meta-concrete-shape]
}
TORCH_LIBRARY_IMPL(demo, CompositeExplicitAutograd, m) { m.impl("anything", &anything); }
