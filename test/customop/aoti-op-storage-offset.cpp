// RUN: %check_aoti %s aoti-op-storage-offset
//
// The beginning of a storage, taken for the data of the tensor.

#include <ATen/ATen.h>
#include <torch/library.h>

void pack_into(const float *from, float *to, int64_t n);

void pack(const at::Tensor &w, at::Tensor &out) {
  TORCH_CHECK(w.is_contiguous());
  const float *base = static_cast<const float *>(w.storage().data());
  // CHECK-NOTES: :[[@LINE-1]]:50: note: this is where the storage of 'w' begins, not its data: for a slice, or a weight that lies in one blob with others, the kernel of 'demo::pack' works on other elements; use 'w.data_ptr()', which adds the storage offset [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE-4]]:11: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE-5]]:11: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-4]]:50: flow: which is left out here
  pack_into(base, out.data_ptr<float>(), w.numel());
}
#define BASE(t) t.storage().data_ptr().get()
static void helper(const at::Tensor &weights) {
  pack_into((const float *)BASE(weights), nullptr, weights.numel());
  // CHECK-NOTES: :[[@LINE-1]]:28: note: this is where the storage of 'w' begins, {{.*}} [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE+4]]:18: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE+3]]:18: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-4]]:28: flow: which is left out here
}
void pack_helper(const at::Tensor &w) { helper(w); }
void pack_excused(const at::Tensor &w) {
  pack_into(static_cast<const float *>(w.storage().data()), nullptr, w.numel()); // NOLINT(aoti-op-storage-offset)
}

// Silent: the offset is added by hand, the whole storage is meant, storages are compared.
void by_hand(const at::Tensor &w) { pack_into(static_cast<const float *>(w.storage().data()) + w.storage_offset(), nullptr, w.numel()); }
void whole(const at::Tensor &w) { pack_into(static_cast<const float *>(w.storage().data()), nullptr, w.storage().nbytes()); }
bool share(const at::Tensor &a, const at::Tensor &b) { return a.storage().data() == b.storage().data(); }
void of_tensor(const at::Tensor &w) { pack_into(w.data_ptr<float>(), nullptr, w.numel()); }
void no_kernel(const at::Tensor &w) { pack_into(static_cast<const float *>(w.storage().data()), nullptr, w.numel()); }

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("pack", &pack);
  m.impl("pack_helper", &pack_helper);
  m.impl("pack_excused", &pack_excused);
  m.impl("by_hand", &by_hand);
  m.impl("whole", &whole);
  m.impl("share", &share);
  m.impl("of_tensor", &of_tensor);
}
