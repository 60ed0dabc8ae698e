// RUN: %check_aoti %s aoti-meta-concrete-shape,aoti-meta-data-access
//
// Comments that excuse what is known to be static.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor pack_meta(const at::Tensor &weight) {
  auto rows = weight.size(0); // NOLINT(aoti-meta-concrete-shape)
  // NOLINTNEXTLINE(aoti-meta-concrete-shape,aoti-meta-data-access)
  return at::empty({rows, 8}, at::kByte);
}
TORCH_LIBRARY_IMPL(demo, Meta, m) { m.impl("pack", &pack_meta); }
