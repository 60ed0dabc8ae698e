// RUN: %check_aoti %s aoti-unchecked-error

#include <torch/csrc/inductor/aoti_include/cpu.h>

extern "C" AOTITorchError aoti_torch_cpu_mine_(AtenTensorHandle self);

#define MINE(x) aoti_torch_cpu_mine_(x)

void mended(AtenTensorHandle x, AtenTensorHandle y, AOTIProxyExecutorHandle proxy_executor, bool flag) {
  aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mine_(x));
  (void)aoti_torch_cpu_mine_(y);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mine_(y));
  aoti_torch_proxy_executor_call_function(proxy_executor, 3, 1, std::array<int64_t, 1>{3}.data(), 2,
                                          std::array<AtenTensorHandle, 2>{x, y}.data());
  // CHECK-MESSAGES: :[[@LINE-2]]:3: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 3, 1, std::array<int64_t, 1>{3}.data(), 2,
  // CHECK-FIXES-NEXT: std::array<AtenTensorHandle, 2>{x, y}.data()));
  if (flag)
    aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mine_(x));
}

// The macro is an `if`, so it may not stand before an `else`; an expression has no room for it.
int not_mended(AtenTensorHandle x, bool flag) {
  if (flag)
    aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: aoti_torch_cpu_mine_(x);
  else
    flag = true;
  MINE(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: MINE(x);
  AOTITorchError code = aoti_torch_cpu_mine_(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:25: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: AOTITorchError code = aoti_torch_cpu_mine_(x);
  return aoti_torch_cpu_mine_(x), 1;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: error: {{.*}} [aoti-unchecked-error]
  // CHECK-FIXES: return aoti_torch_cpu_mine_(x), 1;
}
