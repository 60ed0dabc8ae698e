// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// Kernels that are static member functions, also of class templates, and that a template registers.

#include <ATen/ATen.h>
#include <torch/library.h>

template <typename T> struct Scale {
  static at::Tensor meta(const at::Tensor &x) {
    return at::empty({x.size(0)}, x.options());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'at::empty' gets sizes of tensors as plain integers in the Meta kernel of 'demo::scale', {{.*}} [aoti-meta-concrete-shape]
    // CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 'x.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::scale', {{.*}} [aoti-meta-concrete-shape]
    // CHECK-FIXES: return at::empty_symint({x.sym_size(0)}, x.options());
  }
  static at::Tensor outside(const at::Tensor &x);
  static at::Tensor symbolic(const at::Tensor &x) { return at::empty_symint({x.sym_size(0)}, x.options()); }
  static at::Tensor cpu(const at::Tensor &x) { return at::empty({x.size(0)}, x.options()); }
};

template <typename T> at::Tensor Scale<T>::outside(const at::Tensor &x) {
  return at::empty({x.size(1)}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'at::empty' gets sizes of tensors as plain integers in the Meta kernel of 'demo::outside', {{.*}} [aoti-meta-concrete-shape]
  // CHECK-MESSAGES: :[[@LINE-2]]:23: warning: 'x.size(1)' reads a size as a plain integer in the Meta kernel of 'demo::outside', {{.*}} [aoti-meta-concrete-shape]
  // CHECK-FIXES: return at::empty_symint({x.sym_size(1)}, x.options());
}

template <int Bits> struct Pack {
  template <typename T> static at::Tensor meta(const at::Tensor &x) {
    return at::empty({x.size(2)}, x.options());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'at::empty' gets sizes of tensors as plain integers in the Meta kernel of 'demo::pack', {{.*}} [aoti-meta-concrete-shape]
    // CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 'x.size(2)' reads a size as a plain integer in the Meta kernel of 'demo::pack', {{.*}} [aoti-meta-concrete-shape]
    // CHECK-FIXES: return at::empty_symint({x.sym_size(2)}, x.options());
  }
};

template <typename T> struct Later {
  static at::Tensor meta(const at::Tensor &x) {
    return at::empty({x.size(3)}, x.options());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'at::empty' gets sizes of tensors as plain integers in the Meta kernel of 'demo::later', {{.*}} [aoti-meta-concrete-shape]
    // CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 'x.size(3)' reads a size as a plain integer in the Meta kernel of 'demo::later', {{.*}} [aoti-meta-concrete-shape]
    // CHECK-FIXES: return at::empty_symint({x.sym_size(3)}, x.options());
  }
};
template <typename T> void registerAll(torch::Library &m) { m.impl("later", &Later<T>::meta); }

// What a class template wraps is the kernel, not the wrapper.
at::Tensor wrapped(const at::Tensor &x) { return at::empty_symint({x.sym_size(0)}, x.options()); }
template <auto F> struct Wrapper {
  static at::Tensor call(const at::Tensor &x) { return F(x); }
};

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("scale", &Scale<float>::meta);
  m.impl("scale_int", TORCH_FN(Scale<int>::meta));
  m.impl("outside", Scale<float>::outside);
  m.impl("symbolic", &Scale<float>::symbolic);
  m.impl("pack", &Pack<3>::meta<float>);
  m.impl("wrapped", &Wrapper<&wrapped>::call);
  registerAll<float>(m);
}
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("scale", &Scale<float>::cpu); }
