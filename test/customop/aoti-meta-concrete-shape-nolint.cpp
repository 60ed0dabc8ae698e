// RUN: %check_aoti %s aoti-meta-concrete-shape,aoti-meta-data-access
//
// Comments that excuse what is known to be static, and nothing else.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor pack_meta(const at::Tensor &weight) {
  auto rows = weight.size(0); // NOLINT(aoti-meta-concrete-shape)
  auto columns = weight.size(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'weight.size(1)' reads a size {{.*}} [aoti-meta-concrete-shape]
  weight.item(); // NOLINT(aoti-meta-data-access)
  weight.item(); // NOLINT(aoti-meta-concrete-shape)
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: 'weight.item()' reads a value {{.*}} [aoti-meta-data-access]
  // NOLINTNEXTLINE(aoti-meta-concrete-shape,aoti-meta-data-access)
  return at::empty({rows, columns, 8}, at::kByte);
}
TORCH_LIBRARY_IMPL(demo, Meta, m) { m.impl("pack", &pack_meta); }
