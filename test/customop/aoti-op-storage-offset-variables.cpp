// RUN: %check_aoti %s aoti-op-storage-offset
//
// The storage, a part of it, or the pointer to its beginning stands in a variable.

#include <ATen/ATen.h>
#include <torch/library.h>
#include <cstring>

void pack_into(const float *from, float *to, int64_t n);

void storage(const at::Tensor &w) {
  auto s = w.storage();
  pack_into(static_cast<const float *>(s.data()), nullptr, w.numel());
  // CHECK-NOTES: :[[@LINE-1]]:40: note: this is where the storage of 'w' begins, not its data: {{.*}} the kernel of 'demo::storage' {{.*}} [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE-4]]:14: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE-5]]:14: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-4]]:40: flow: which is left out here
}
void reference(const at::Tensor &w) {
  const c10::Storage &s = w.storage();
  pack_into((const float *)s.data_ptr().get(), nullptr, w.numel());
  // CHECK-NOTES: :[[@LINE-1]]:28: note: this is where the storage of 'w' begins, {{.*}} [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE-4]]:16: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE-5]]:16: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-4]]:28: flow: which is left out here
}
void implementation(const at::Tensor &w) {
  auto *impl = w.storage().unsafeGetStorageImpl();
  pack_into((const float *)impl->data(), nullptr, w.numel());
  // CHECK-NOTES: :[[@LINE-1]]:28: note: this is where the storage of 'w' begins, {{.*}} [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE-4]]:21: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE-5]]:21: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-4]]:28: flow: which is left out here
}
void pointer(const at::Tensor &w) {
  const void *base = w.storage().data();
  pack_into(static_cast<const float *>(base), nullptr, w.numel());
  // CHECK-NOTES: :[[@LINE-2]]:22: note: this is where the storage of 'w' begins, {{.*}} [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE-4]]:14: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE-5]]:14: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-5]]:22: flow: which is left out here
}
void copied(const at::Tensor &w, float *to) {
  const void *base = w.storage().data();
  memcpy(to, base, 16);
  // CHECK-NOTES: :[[@LINE-2]]:22: note: this is where the storage of 'w' begins, {{.*}} [aoti-op-storage-offset]
  // CHECK-NOTES: :[[@LINE-4]]:13: note: the tensor comes in here, with any storage offset
  // CHECK-NOTES: :[[@LINE-5]]:13: flow: a tensor with any storage offset comes in here
  // CHECK-NOTES: :[[@LINE-5]]:22: flow: which is left out here
}
void excused(const at::Tensor &w) {
  auto s = w.storage();
  pack_into(static_cast<const float *>(s.data()), nullptr, w.numel()); // NOLINT(aoti-op-storage-offset)
}

// Silent: the offset is added, the whole storage is meant, storages and their beginnings are compared, the variable holds another one by then.
void by_hand(const at::Tensor &w) {
  auto s = w.storage();
  pack_into(static_cast<const float *>(s.data()) + w.storage_offset(), nullptr, w.numel());
}
void whole(const at::Tensor &w) {
  auto s = w.storage();
  pack_into(static_cast<const float *>(s.data()), nullptr, s.nbytes());
}
bool share(const at::Tensor &a, const at::Tensor &b) {
  auto s = a.storage();
  const void *first = s.data();
  return first == b.storage().data();
}
void other(const at::Tensor &w, const c10::Storage &given) {
  auto s = w.storage();
  s = given;
  pack_into(static_cast<const float *>(s.data()), nullptr, w.numel());
}
void other_pointer(const at::Tensor &w, const void *given) {
  const void *base = w.storage().data();
  base = given;
  pack_into(static_cast<const float *>(base), nullptr, w.numel());
}
void no_kernel(const at::Tensor &w) {
  auto s = w.storage();
  pack_into(static_cast<const float *>(s.data()), nullptr, w.numel());
}

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("storage", &storage);
  m.impl("reference", &reference);
  m.impl("implementation", &implementation);
  m.impl("pointer", &pointer);
  m.impl("copied", &copied);
  m.impl("excused", &excused);
  m.impl("by_hand", &by_hand);
  m.impl("whole", &whole);
  m.impl("share", &share);
  m.impl("other", &other);
  m.impl("other_pointer", &other_pointer);
}
