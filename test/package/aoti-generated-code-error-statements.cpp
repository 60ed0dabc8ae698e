// RUN: %check_aoti %s aoti-generated-code-error,aoti-debug-leftover
//
// Statements of a Python wrapper that could be C++ but for the names in them and the ';' that they lack.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    stream0 = get_raw_stream(0)
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'stream0 = get_raw_stream(0)' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    buf0 = empty_strided_cuda((4, 8), (8, 1), torch.float32)
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'buf0 = empty_strided_cuda((4, 8), (8, 1), torch.float32)' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    assert_size_stride(arg0_1, (4, 8), (8, 1))
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'assert_size_stride(arg0_1, (4, 8), (8, 1))' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    buf1 = buf0; del buf0  # reuse
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'buf1 = buf0; del buf0  # reuse' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    buf2 = None
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'buf2 = None' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    s0 = arg0_1_size[0] // 2
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 's0 = arg0_1_size{{\[}}0]' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    print(buf0)
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'print(buf0)' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    buf0.copy_(arg0_1)
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'buf0.copy_(arg0_1)' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    lambda x: x
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'lambda x: x' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    torch.cuda.set_device(0);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'torch.cuda.set_device(0);' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    return (buf1, )
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'return (buf1, )' is Python, not C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "after");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'after' {{.*}} [aoti-debug-leftover]
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
