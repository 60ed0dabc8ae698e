// RUN: %check_aoti %s aoti-op-contiguity
//
// Kernels that take their tensors for contiguous.

#include <ATen/ATen.h>
#include <torch/library.h>

void launch_silu(const float *in, float *out, int64_t n);

at::Tensor silu(const at::Tensor &x) {
  TORCH_CHECK(x.scalar_type() == at::kFloat);
  at::Tensor out = at::empty_like(x);
  launch_silu(x.const_data_ptr<float>(), out.mutable_data_ptr<float>(), x.numel());
  // CHECK-NOTES: :[[@LINE-1]]:15: note: 'launch_silu' gets the data of 'x' with its sizes and without its strides, and nothing in the kernel of 'demo::silu' checks that it is contiguous: for a transposed or sliced input the results are wrong, or memory outside of it is read; begin with 'TORCH_CHECK(x.is_contiguous())' or use 'x.contiguous()' [aoti-op-contiguity]
  // CHECK-NOTES: :[[@LINE-5]]:17: note: the tensor comes in here, with any strides
  // CHECK-NOTES: :[[@LINE-6]]:17: flow: a tensor with any strides comes in here
  // CHECK-NOTES: :[[@LINE-4]]:15: flow: and is taken for contiguous here
  return out;
}

template <typename T> static void add_rows(const at::Tensor &rows, at::Tensor &sums) {
  const T *in = rows.data_ptr<T>();
  int64_t width = rows.size(1);
  for (int64_t i = 0; i < rows.size(0); ++i)
    for (int64_t j = 0; j < width; ++j)
      sums.data_ptr<T>()[i] += in[i * width + j];
  // CHECK-NOTES: :[[@LINE-5]]:17: note: the data of 'input' is indexed with its sizes and without its strides, {{.*}} [aoti-op-contiguity]
  // CHECK-NOTES: :[[@LINE+4]]:21: note: the tensor comes in here, with any strides
  // CHECK-NOTES: :[[@LINE+3]]:21: flow: a tensor with any strides comes in here
  // CHECK-NOTES: :[[@LINE-8]]:17: flow: and is taken for contiguous here
}
at::Tensor row_sums(const at::Tensor &input) {
  at::Tensor sums = at::zeros({input.size(0)}, input.options());
  AT_DISPATCH_FLOATING_TYPES(input.scalar_type(), "row_sums", [&] { add_rows<scalar_t>(input, sums); });
  return sums;
}

// One of two is checked.
void copy_to(const at::Tensor &from, at::Tensor &to) {
  TORCH_CHECK(from.is_contiguous());
  TORCH_CHECK(from.sizes() == to.sizes());
  launch_silu(from.data_ptr<float>(), to.data_ptr<float>(), from.numel());
  // CHECK-NOTES: :[[@LINE-1]]:39: note: 'launch_silu' gets the data of 'to' {{.*}} [aoti-op-contiguity]
  // CHECK-NOTES: :[[@LINE-5]]:38: note: the tensor comes in here, with any strides
  // CHECK-NOTES: :[[@LINE-6]]:38: flow: a tensor with any strides comes in here
  // CHECK-NOTES: :[[@LINE-4]]:39: flow: and is taken for contiguous here
}

at::Tensor excused(const at::Tensor &x) {
  at::Tensor out = at::empty_like(x);
  launch_silu(x.const_data_ptr<float>(), out.mutable_data_ptr<float>(), x.numel()); // NOLINT(aoti-op-contiguity)
  return out;
}

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("silu", &silu);
  m.impl("row_sums", &row_sums);
  m.impl("copy_to", &copy_to);
  m.impl("excused", &excused);
}
