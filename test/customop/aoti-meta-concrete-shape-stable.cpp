// RUN: %check_aoti %s aoti-meta-concrete-shape
//
// The stable ABI has no symbolic sizes: one finding for a kernel, without a fix.

#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>

template <bool IsMeta> torch::stable::Tensor apply(torch::stable::Tensor x) {
  STD_TORCH_CHECK(x.size(1) % 32 == 0, "wrong alignment of ", x.size(1));
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'x.size(1)' in the Meta kernel of 'mine::apply' reads a size as a plain integer, and the stable ABI has no other way: {{.*}}; write the Meta kernel in Python, with torch.library.register_fake('mine::apply') [aoti-meta-concrete-shape]
  auto rows = x.size(0);
  return torch::stable::new_empty(x, {rows, x.size(1) / 2});
}

STABLE_TORCH_LIBRARY_IMPL(mine, CUDA, m) { m.impl("apply", TORCH_BOX(&apply<false>)); }
STABLE_TORCH_LIBRARY_IMPL(mine, Meta, m) { m.impl("apply", TORCH_BOX(&apply<true>)); }
