// RUN: %check_aoti %s aoti-generated-code-error,aoti-debug-leftover
//
// A ';' that is missing costs nothing but the finding itself.

#include <torch/csrc/inductor/aoti_include/cpu.h>
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    int64_t s0 = 3L
    // CHECK-MESSAGES: :[[@LINE-1]]:20: error: the generated code is not valid C++: expected ';' at end of declaration; compile the model again with another torch release, or undo the edit of this file [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "first");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'first' {{.*}} [aoti-debug-leftover]
    s0 = s0 + 1L
    // CHECK-MESSAGES: :[[@LINE-1]]:17: error: the generated code is not valid C++: expected ';' after expression; compile the model again with another torch release, or undo the edit of this file [aoti-generated-code-error]
    aoti_torch_print_tensor_handle(arg0_1, "second");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'second' {{.*}} [aoti-debug-leftover]
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
