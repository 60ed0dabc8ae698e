// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// Sizes of tensors that the kernel makes itself: with constants they are constants.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor constant_meta(const at::Tensor &x) {
  auto made = x.new_zeros({2, 3});
  auto zeros = at::zeros({2, 3}, x.options());
  auto like = at::ones_like(zeros);
  at::Tensor again = at::empty_like(like);
  return x.new_empty({made.size(0), zeros.size(1), like.size(0), again.size(1)});
}
at::Tensor like_meta(const at::Tensor &x) {
  auto like = at::ones_like(x);
  // CHECK-MESSAGES: :[[@LINE+2]]:12: warning: 'Tensor::new_empty' gets sizes of tensors as plain integers
  // CHECK-MESSAGES: :[[@LINE+1]]:28: warning: 'like.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::like'
  return x.new_empty({like.size(0)});
}
at::Tensor assigned_meta(const at::Tensor &x) {
  auto made = x.new_zeros({2, 3});
  made = x;
  // CHECK-MESSAGES: :[[@LINE+2]]:12: warning: 'Tensor::new_empty' gets sizes of tensors as plain integers
  // CHECK-MESSAGES: :[[@LINE+1]]:28: warning: 'made.size(0)' reads a size as a plain integer in the Meta kernel of 'demo::assigned'
  return x.new_empty({made.size(0)});
}
TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("constant", &constant_meta);
  m.impl("like", &like_meta);
  m.impl("assigned", &assigned_meta);
}
