// RUN: %check_aoti %s aoti-op-dtype
//
// Casts of data pointers without a type.

#include <ATen/ATen.h>
#include <torch/library.h>

struct float4_t { float x, y, z, w; };
void gather(const int *ids, int64_t n, float *out);
template <typename T> void gather_of(const T *ids, int64_t n);

void lookup(const at::Tensor &index, at::Tensor &out) {
  const int *ids = static_cast<const int *>(index.data_ptr());
  // CHECK-NOTES: :[[@LINE-1]]:20: note: the data of 'index' is taken for 'int', and nothing in the kernel of 'demo::lookup' checks its dtype: a tensor of another one is read as wrong numbers, and past its end if its elements are smaller; use 'data_ptr<int>()', which checks it, or a TORCH_CHECK of 'scalar_type()' [aoti-op-dtype]
  // CHECK-NOTES: :[[@LINE-3]]:13: note: the tensor comes in here, of any dtype
  // CHECK-NOTES: :[[@LINE-4]]:13: flow: a tensor of any dtype comes in here
  // CHECK-NOTES: :[[@LINE-4]]:20: flow: and is taken for 'int' here
  gather(ids, index.numel(), out.mutable_data_ptr<float>());
}

static void helper(const at::Tensor &table) {
  gather(nullptr, table.numel(), (float *)table.data_ptr());
  // CHECK-NOTES: :[[@LINE-1]]:34: note: the data of 'weights' is taken for 'float', {{.*}} [aoti-op-dtype]
  // CHECK-NOTES: :[[@LINE+4]]:13: note: the tensor comes in here, of any dtype
  // CHECK-NOTES: :[[@LINE+3]]:13: flow: a tensor of any dtype comes in here
  // CHECK-NOTES: :[[@LINE-4]]:34: flow: and is taken for 'float' here
}
void called(const at::Tensor &weights) { helper(weights); }
void excused(const at::Tensor &x) { gather(nullptr, 0, (float *)x.data_ptr()); } // NOLINT(aoti-op-dtype)

// Silent: a check here, in what is called or in a macro; a dispatch; a typed pointer; bytes and groups.
#define CHECK_FLOAT(x) TORCH_CHECK(x.scalar_type() == at::kFloat, #x " must be float")
static void check(const at::Tensor &t) { TORCH_CHECK(t.dtype() == at::kFloat); }
void by_macro(const at::Tensor &x) {
  CHECK_FLOAT(x);
  gather(nullptr, x.numel(), reinterpret_cast<float *>(x.data_ptr()));
}
void by_callee(const at::Tensor &x) {
  check(x);
  gather(nullptr, x.numel(), reinterpret_cast<float *>(x.data_ptr()));
}
void by_dispatch(const at::Tensor &x) {
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "by_dispatch", [&] { gather_of(reinterpret_cast<scalar_t *>(x.data_ptr()), x.numel()); });
}
void by_type(const at::Tensor &x) { gather(reinterpret_cast<const int *>(x.data_ptr<float>()), x.numel(), nullptr); }
int64_t bytes(const at::Tensor &x) { return *static_cast<const uint8_t *>(x.data_ptr()) + static_cast<const float4_t *>(x.data_ptr())->x; }
void no_kernel(const at::Tensor &x) { gather(nullptr, 0, (float *)x.data_ptr()); }

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("lookup", &lookup);
  m.impl("called", &called);
  m.impl("excused", &excused);
  m.impl("by_macro", &by_macro);
  m.impl("by_callee", &by_callee);
  m.impl("by_dispatch", &by_dispatch);
  m.impl("by_type", &by_type);
  m.impl("bytes", &bytes);
}
