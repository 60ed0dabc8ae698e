// RUN: %check_aoti %s aoti-generated-code-error,aoti-debug-leftover
//
// Lines that are no C++ are findings, and what stands behind them is analysed all the same.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    torch.cuda.synchronize()
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'torch.cuda.synchronize()' is Python, not C++, so the generated code does not compile; compile the model again without 'triton.debug_sync_graph' and 'triton.debug_sync_kernel', or with torch 2.15 or newer [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "first");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'first' {{.*}} [aoti-debug-leftover]
    auto list = std::array<int64_t, 4>{True, 1L, False, None};
    // CHECK-MESSAGES: :[[@LINE-1]]:40: error: Python's 'True' stands in C++, so the generated code does not compile; pass an int or a float instead of a bool or None in the model, or compile the model with a newer torch [aoti-generated-code-error]
    // CHECK-MESSAGES: :[[@LINE-2]]:50: error: Python's 'False' stands in C++{{.*}} [aoti-generated-code-error]
    // CHECK-MESSAGES: :[[@LINE-3]]:57: error: Python's 'None' stands in C++{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "second");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'second' {{.*}} [aoti-debug-leftover]
    with stream1:
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'with stream1:' is Python, not C++, so the generated code does not compile; compile the model again with a newer torch, or without the option that printed the line [aoti-generated-code-error]
    assert list[0] == 1, "first"
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'assert list[0] == 1, "first"' is Python{{.*}} [aoti-generated-code-error]
    del arg0_1
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'del arg0_1' is Python{{.*}} [aoti-generated-code-error]
    extern_kernels.mm(arg0_1, arg0_1, out=arg0_1)
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'extern_kernels.mm(arg0_1, arg0_1, out=arg0_1)' is Python{{.*}} [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "third");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'third' {{.*}} [aoti-debug-leftover]
    torch.cuda.synchronize() // NOLINT(aoti-generated-code-error)
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
