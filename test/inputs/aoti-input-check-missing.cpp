// RUN: %check_aoti %s aoti-input-check-missing
//
// A wrapper without any check.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    // CHECK-NOTES: :[[@LINE-1]]:19: warning: no check looks at any of the 2 inputs before it is taken: a wrong dtype, shape or device is read out of bounds or gives wrong numbers without an error; compile the model again, and test it with AOTI_RUNTIME_CHECK_INPUTS=1 [aoti-input-check-missing]
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
