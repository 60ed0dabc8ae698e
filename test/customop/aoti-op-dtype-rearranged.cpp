// RUN: %check_aoti %s aoti-op-dtype
//
// Copies and views keep the dtype: casts of their data count, and so do checks of them.

#include <ATen/ATen.h>
#include <torch/library.h>

void gather(const int *ids, int64_t n, float *out);
void look(const at::Tensor &t);
static void checkInt(const at::Tensor &t) { TORCH_CHECK(t.scalar_type() == at::kInt); }
static void take(const at::Tensor &t) {
  gather((const int *)t.data_ptr(), t.numel(), nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:10: note: the data of 'handed' is taken for 'int', {{.*}} [aoti-op-dtype]
  // CHECK-NOTES: note: the tensor comes in here, of any dtype
  // CHECK-NOTES: flow: a tensor of any dtype comes in here
  // CHECK-NOTES: flow: and is taken for 'int' here
}

void direct(const at::Tensor &index) {
  gather(static_cast<const int *>(index.contiguous().data_ptr()), index.numel(), nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:10: note: the data of 'index' is taken for 'int', {{.*}} [aoti-op-dtype]
  // CHECK-NOTES: :[[@LINE-3]]:13: note: the tensor comes in here, of any dtype
  // CHECK-NOTES: :[[@LINE-4]]:13: flow: a tensor of any dtype comes in here
  // CHECK-NOTES: :[[@LINE-4]]:10: flow: and is taken for 'int' here
}
void variable(const at::Tensor &index) {
  auto flat = index.contiguous().view({-1});
  gather((const int *)flat.data_ptr(), flat.numel(), nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:10: note: the data of 'index' is taken for 'int', {{.*}} [aoti-op-dtype]
  // CHECK-NOTES: :[[@LINE-4]]:15: note: the tensor comes in here, of any dtype
  // CHECK-NOTES: :[[@LINE-5]]:15: flow: a tensor of any dtype comes in here
  // CHECK-NOTES: :[[@LINE-4]]:10: flow: and is taken for 'int' here
}
void assigned(at::Tensor index) {
  index = index.contiguous();
  gather((const int *)index.data_ptr(), index.numel(), nullptr);
  // CHECK-NOTES: :[[@LINE-1]]:10: note: the data of 'index' is taken for 'int', {{.*}} [aoti-op-dtype]
  // CHECK-NOTES: :[[@LINE-4]]:15: note: the tensor comes in here, of any dtype
  // CHECK-NOTES: :[[@LINE-5]]:15: flow: a tensor of any dtype comes in here
  // CHECK-NOTES: :[[@LINE-4]]:10: flow: and is taken for 'int' here
}
void handedOn(const at::Tensor &handed) { take(handed.t().contiguous()); }

template <typename T> struct Member {
  static void cpu(const at::Tensor &index) {
    gather((const int *)index.data_ptr(), index.numel(), nullptr);
    // CHECK-NOTES: :[[@LINE-1]]:12: note: the data of 'index' is taken for 'int', {{.*}} [aoti-op-dtype]
    // CHECK-NOTES: :[[@LINE-3]]:19: note: the tensor comes in here, of any dtype
    // CHECK-NOTES: :[[@LINE-4]]:19: flow: a tensor of any dtype comes in here
    // CHECK-NOTES: :[[@LINE-4]]:12: flow: and is taken for 'int' here
  }
};

// Silent: the copy or view is checked, by a test, by a typed pointer, in a callee; it gets another dtype, or something else happens to it.
void typedCopy(const at::Tensor &index) {
  auto flat = index.contiguous();
  gather(flat.data_ptr<int>(), 1, (float *)index.data_ptr());
}
void typedInPlace(const at::Tensor &index) { gather(index.contiguous().data_ptr<int>(), 1, (float *)index.data_ptr()); }
void checkedCopy(const at::Tensor &index) {
  auto flat = index.contiguous();
  TORCH_CHECK(flat.scalar_type() == at::kInt);
  gather((const int *)flat.data_ptr(), flat.numel(), nullptr);
}
void checkedView(const at::Tensor &index) {
  TORCH_CHECK(index.view({-1}).dtype() == at::kInt);
  gather((const int *)index.data_ptr(), index.numel(), nullptr);
}
void checkedBefore(const at::Tensor &index) {
  TORCH_CHECK(index.scalar_type() == at::kInt);
  auto flat = index.reshape({-1});
  gather((const int *)flat.data_ptr(), flat.numel(), nullptr);
}
void checkedInCallee(const at::Tensor &index) {
  checkInt(index.contiguous());
  gather((const int *)index.data_ptr(), index.numel(), nullptr);
}
void checkedByOptions(const at::Tensor &index) {
  TORCH_CHECK(index.contiguous().options().dtype() == at::kInt);
  gather((const int *)index.data_ptr(), index.numel(), nullptr);
}
void viewedAs(const at::Tensor &index) {
  auto words = index.view(at::kInt);
  gather((const int *)words.data_ptr(), words.numel(), nullptr);
}
void converted(const at::Tensor &index) {
  auto words = index.contiguous().to(at::kInt);
  gather((const int *)words.data_ptr(), words.numel(), nullptr);
}
void replaced(const at::Tensor &index) {
  at::Tensor words = index.contiguous();
  words = at::zeros({4}, at::kInt);
  gather((const int *)words.data_ptr(), words.numel(), nullptr);
}
void lookedAt(const at::Tensor &index) {
  look(index.contiguous());
  gather((const int *)index.data_ptr(), index.numel(), nullptr);
}
at::Tensor returned(const at::Tensor &index) {
  gather((const int *)index.data_ptr(), index.numel(), nullptr);
  return index.contiguous();
}

TORCH_LIBRARY_IMPL(demo, CPU, m) {
  m.impl("direct", &direct);
  m.impl("variable", &variable);
  m.impl("assigned", &assigned);
  m.impl("handed_on", &handedOn);
  m.impl("member", &Member<float>::cpu);
  m.impl("typed_copy", &typedCopy);
  m.impl("typed_in_place", &typedInPlace);
  m.impl("checked_copy", &checkedCopy);
  m.impl("checked_view", &checkedView);
  m.impl("checked_before", &checkedBefore);
  m.impl("checked_in_callee", &checkedInCallee);
  m.impl("checked_by_options", &checkedByOptions);
  m.impl("viewed_as", &viewedAs);
  m.impl("converted", &converted);
  m.impl("replaced", &replaced);
  m.impl("looked_at", &lookedAt);
  m.impl("returned", &returned);
}
