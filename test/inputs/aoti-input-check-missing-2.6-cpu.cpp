// RUN: %check_aoti %s aoti-input-check-missing
// RUN: %check_aoti -check-suffix=GLOB %s aoti-input-check-miss*
// RUN: %check_aoti -check-suffix=ADVICE %s aoti-input-check-miss* -- --advice
//
// Torch 2.6 writes no checks: that is a note, for who asks.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
} // namespace torch::aot_inductor
extern "C" {
AOTIRuntimeError AOTInductorModelContainerDelete(AOTInductorModelContainerHandle container_handle) { return AOTI_RUNTIME_SUCCESS; }
}
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    // CHECK-NOTES: :[[@LINE-1]]:19: note: no check looks at any of the 2 inputs before it is taken: a wrong dtype, shape or device is read out of bounds or gives wrong numbers without an error; torch 2.6 writes checks only where AOT_INDUCTOR_DEBUG_COMPILE=1 is set; newer releases always do, and test with AOTI_RUNTIME_CHECK_INPUTS=1 [aoti-input-check-missing]
    // CHECK-NOTES-ADVICE: :[[@LINE-2]]:19: note: no check looks at any of the 2 inputs before it is taken: a wrong dtype, shape or device is read out of bounds or gives wrong numbers without an error; torch 2.6 writes checks only where AOT_INDUCTOR_DEBUG_COMPILE=1 is set; newer releases always do, and test with AOTI_RUNTIME_CHECK_INPUTS=1 [aoti-input-check-missing]
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
