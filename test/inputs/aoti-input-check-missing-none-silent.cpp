// RUN: %check_aoti %s aoti-input-check-missing
//
// A model without inputs.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 0);
    inputs.clear();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
