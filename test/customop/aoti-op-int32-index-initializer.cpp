// RUN: %check_aoti %s aoti-op-int32-index
//
// Indices in what initialises the members of a constructor, and sizes that are passed on there.

#include <ATen/ATen.h>
#include <torch/library.h>

struct Row {
  float *begin;
  Row(float *data, int row, int width) : begin(data + row * width) {}
  // CHECK-NOTES: :[[@LINE-1]]:55: note: 'row * width' is computed in 32 bits and used as an index: {{.*}} the kernel of 'demo::clear' {{.*}} [aoti-op-int32-index]
  // CHECK-NOTES: :[[@LINE+14]]:6: note: 'width' comes from the size of a tensor that this kernel is given
  // CHECK-NOTES: :[[@LINE+13]]:6: flow: a tensor of any size comes in here
  // CHECK-NOTES: :[[@LINE-4]]:55: flow: and its size is multiplied in 32 bits here
};
struct WideRow {
  float *begin;
  WideRow(float *data, int64_t row, int width) : begin(data + row * width) {}
};
static void clear_rows(float *out, int rows, int width) {
  for (int i = 0; i < rows; ++i) {
    Row(out, i, width).begin[0] = 0;
    WideRow(out, i, width).begin[1] = 0;
  }
}
void clear(const at::Tensor &x, at::Tensor &out) { clear_rows(out.data_ptr<float>(), x.size(0), x.size(1)); }
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("clear", &clear); }
