// RUN: %check_aoti %s aoti-op-int32-index
//
// A product of 32 bits that a wider variable holds has wrapped around before.

#include <ATen/ATen.h>
#include <torch/library.h>

void widened(at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  int rows = x.size(0), width = x.size(1);
  float *data = x.mutable_data_ptr<float>();
  for (int i = 0; i < rows; ++i) {
    // CHECK-MESSAGES: :[[@LINE+1]]:22: note: 'i * width' is computed in 32 bits and used as an index
    int64_t offset = i * width;
    data[offset] = 0;
  }
}
void wide(at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  int rows = x.size(0), width = x.size(1);
  float *data = x.mutable_data_ptr<float>();
  for (int i = 0; i < rows; ++i) {
    int64_t offset = static_cast<int64_t>(i) * width;
    data[offset] = 0;
  }
  for (int i = 0; i < rows; ++i) {
    int64_t few = i * 4;
    data[few] = 0;
  }
  for (int i = 0; i < 4; ++i) {
    int64_t row = i * width;
    data[row] = 0;
  }
}
TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("widened", &widened);
  m.impl("wide", &wide);
}
