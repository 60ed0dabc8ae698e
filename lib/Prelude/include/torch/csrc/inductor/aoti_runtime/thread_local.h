// Per-thread copies of outputs that live on the stack.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/arrayref_tensor.h>
namespace torch::aot_inductor {
template <class T> struct ThreadLocalCachedOutputTensor {
  explicit ThreadLocalCachedOutputTensor(const T &) {}
  void copy_data_from(const T &) {}
  AtenTensorHandle tensor() const { return nullptr; }
};
template <class T> struct ThreadLocalCachedOutputArray {
  explicit ThreadLocalCachedOutputArray(const T &) {}
  void copy_data_from(const T &) {}
  template <class U> ArrayRefTensor<U> arrayref_tensor() const { return {}; }
};
} // namespace torch::aot_inductor
