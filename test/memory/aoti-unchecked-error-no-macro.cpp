// RUN: %check_aoti %s aoti-unchecked-error
//
// Without the macro there is a finding and nothing to mend it with.

using AOTITorchError = int;
struct AtenTensorOpaque;
extern "C" AOTITorchError aoti_torch_cpu_mine_(AtenTensorOpaque *self);

void f(AtenTensorOpaque *x) {
  aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: aoti_torch_cpu_mine_(x);
}
