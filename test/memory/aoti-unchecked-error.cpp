// RUN: %check_aoti %s aoti-unchecked-error
//
// Every place at which an error code can get lost.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <tuple>

using namespace torch::aot_inductor;

extern "C" {
extern AOTITorchError aoti_torch_cpu_mine(AtenTensorHandle self, AtenTensorHandle *ret0);
extern AOTITorchError aoti_torch_cpu_mine_(AtenTensorHandle self);
extern AOTITorchError aoti_torch_cpu_mine_out(AtenTensorHandle out, AtenTensorHandle self);
extern AOTITorchError aoti_torch_mine_note(const char *text);
extern AOTITorchError mine_without_prefix(void);
}

void statements(AtenTensorHandle x, bool flag, int n) {
  aoti_torch_mine_note("x");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  mine_without_prefix();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: error code of 'mine_without_prefix' is dropped
  if (flag)
    aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: error: error code of 'aoti_torch_cpu_mine_' is dropped: when it fails, 'x' keeps the values it had before and the run goes on without an error; check the code [aoti-unchecked-error]
  if (flag)
    aoti_torch_mine_note("then");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  else
    aoti_torch_mine_note("else");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  for (aoti_torch_mine_note("first"); n > 0; aoti_torch_mine_note("step"))
    // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
    // CHECK-MESSAGES: :[[@LINE-2]]:46: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
    aoti_torch_mine_note("body");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  while (flag)
    aoti_torch_mine_note("while");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  do
    aoti_torch_mine_note("do");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  while (flag);
  for (int i : {1, 2})
    aoti_torch_mine_note("range");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  switch (n) {
  case 0:
    aoti_torch_mine_note("case");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
    break;
  default:
    aoti_torch_mine_note("default");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  }
again:
  aoti_torch_mine_note("label");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  if (flag)
    goto again;
  auto later = [&] { aoti_torch_cpu_mine_(x); };
  // CHECK-MESSAGES: :[[@LINE-1]]:22: error: {{.*}} [aoti-unchecked-error]
  later();
  (aoti_torch_mine_note)("parentheses");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
}

int operands(AtenTensorHandle x, bool flag) {
  (void)aoti_torch_mine_note("void");
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  static_cast<void>(aoti_torch_mine_note("static"));
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  std::ignore = aoti_torch_mine_note("ignore");
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  flag ? aoti_torch_mine_note("one") : aoti_torch_mine_note("other");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  // CHECK-MESSAGES: :[[@LINE-2]]:40: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  flag && aoti_torch_mine_note("and");
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  int n = (aoti_torch_mine_note("comma"), 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  n += ({ aoti_torch_mine_note("block"); 2; });
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: error code of 'aoti_torch_mine_note' is dropped: when it fails, nobody is told and the run goes on without an error; check the code [aoti-unchecked-error]
  // The last of a block is its value.
  AOTITorchError code = ({ aoti_torch_mine_note("value"); });
  return n + code;
}

void variables(AtenTensorHandle x) {
  AOTITorchError unread = aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:27: error: error code of 'aoti_torch_cpu_mine_' is stored in 'unread', which is never read: when it fails
  auto cast = aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: error: error code of 'aoti_torch_cpu_mine_' is stored in 'cast', which is never read
  (void)cast;
  int assigned;
  assigned = aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:14: error: error code of 'aoti_torch_cpu_mine_' is stored in 'assigned', which is never read
  assigned = aoti_torch_mine_note("again");
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: error code of 'aoti_torch_mine_note' is stored in 'assigned', which is never read
}

void results(AtenTensorHandle x) {
  AtenTensorHandle y;
  aoti_torch_cpu_mine(x, &y);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_cpu_mine' is dropped: when it fails, 'y' stays unset and the run goes on without an error; check the code [aoti-unchecked-error]
  aoti_torch_cpu_mine_out(y, x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_cpu_mine_out' is dropped: when it fails, 'y' keeps the values it had before
  int64_t n;
  aoti_torch_get_dim(x, &n);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_get_dim' is dropped: when it fails, 'n' stays unset
  aoti_torch_copy_(y, x, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_copy_' is dropped: when it fails, 'y' keeps the values it had before
  // A shim that no header declares.
  aoti_torch_cpu_unheard_of(x, 1, &y);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_cpu_unheard_of' is dropped: when it fails, 'y' stays unset
}

template <typename Handle> void in_template(const Handle &handle) {
  float value;
  aoti_torch_item_float32(handle, &value);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_item_float32' is dropped: when it fails, 'value' stays unset
  aoti_torch_unheard_of(handle, &value);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: error code of 'aoti_torch_unheard_of' is dropped
}
void instances(RAIIAtenTensorHandle &a, ConstantHandle &b) {
  in_template(a);
  in_template(b);
}

struct Guard {
  AtenTensorHandle x;
  // There is nobody to tell, but the tensor is wrong all the same.
  ~Guard() {
    aoti_torch_mine_note("destructor");
    aoti_torch_cpu_mine_(x);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: {{.*}} [aoti-unchecked-error]
  }
};
