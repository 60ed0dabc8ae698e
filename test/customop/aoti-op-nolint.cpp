// RUN: %check_aoti %s aoti-op-contiguity,aoti-op-dtype,aoti-op-int32-index,aoti-op-storage-offset
//
// Comments that excuse what is known of the tensors: for a line, for the next one, for a range, for all of these rules.

#include <ATen/ATen.h>
#include <torch/library.h>

void launch(const float *in, float *out, int64_t n);

void line(const at::Tensor &x) {
  launch(x.data_ptr<float>(), nullptr, x.numel()); // NOLINT(aoti-op-contiguity)
}
void cast_line(const at::Tensor &x) {
  launch((const float *)x.data_ptr(), nullptr, 4); // NOLINT(aoti-op-dtype)
}
void next_line(const at::Tensor &x) {
  // NOLINTNEXTLINE(aoti-op-storage-offset)
  launch(static_cast<const float *>(x.storage().data()), nullptr, 4);
  // NOLINTNEXTLINE(aoti-op-dtype,aoti-op-contiguity)
  launch((const float *)x.data_ptr(), nullptr, x.numel());
}
static void clear_rows(float *out, int rows, int width) {
  // NOLINTBEGIN(aoti-op-int32-index)
  for (int i = 0; i < rows; ++i)
    out[i * width] = 0;
  // NOLINTEND(aoti-op-int32-index)
}
void range(const at::Tensor &x, at::Tensor &out) {
  TORCH_CHECK(out.is_contiguous());
  clear_rows(out.data_ptr<float>(), x.size(0), x.size(1));
}
void all(const at::Tensor &x) {
  launch(static_cast<const float *>(x.storage().data()), (float *)x.data_ptr(), x.numel()); // NOLINT(aoti-op-*)
}
// For another rule.
void other(const at::Tensor &x) {
  launch((const float *)x.data_ptr(), nullptr, 4); // NOLINT(aoti-op-contiguity)
  // CHECK-MESSAGES: :[[@LINE-1]]:10: note: the data of 'x' is taken for 'float', {{.*}} [aoti-op-dtype]
}
TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("line", &line);
  m.impl("cast_line", &cast_line);
  m.impl("next_line", &next_line);
  m.impl("range", &range);
  m.impl("all", &all);
  m.impl("other", &other);
}
