// RUN: %check_aoti %s aoti-op-int32-index
//
// Products that are wide, that are of constants, or that are no index.

#include <ATen/ATen.h>
#include <torch/library.h>

static void rows(float *out, const float *in, int64_t row, int width) {
  out[row * width] = in[row * static_cast<int64_t>(width)];
  constexpr int Tile = 16;
  for (int i = 0; i < 4; ++i)
    out[i * Tile] = in[i * 4 + width];
}
static float area(int height, int width) { return height * width; }
void wide(const at::Tensor &in, at::Tensor &out, int64_t row) {
  rows(out.data_ptr<float>(), in.data_ptr<float>(), row, in.size(1));
  out.data_ptr<float>()[0] = area(in.size(0), in.size(1));
}
// 64 bits all along.
void loops(const at::Tensor &in, at::Tensor &out) {
  for (int64_t i = 0; i < in.size(0); ++i)
    for (int64_t j = 0; j < in.size(1); ++j)
      out.data_ptr<float>()[i * in.size(1) + j] = in.data_ptr<float>()[i * in.size(1) + j];
}
static void narrow(float *out, const float *in, int row, int width) { out[row * width] = in[row * width]; }
void no_kernel(const at::Tensor &in, at::Tensor &out, int64_t row_index) { narrow(out.data_ptr<float>(), in.data_ptr<float>(), row_index, in.size(1)); }

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("wide", &wide);
  m.impl("loops", &loops);
}
