// RUN: %check_aoti %s aoti-input-contract
//
// Packages of torch 2.6 do not tell the shapes of inputs.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/device_utils.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg2_1 = std::move(inputs[0]);
    auto arg3_1 = std::move(inputs[1]);
    auto arg2_1_size = arg2_1.sizes();
    int64_t s17 = arg2_1_size[0];
    int64_t s27 = arg2_1_size[1];
    inputs.clear();
    const int64_t int_array_0[] = {s17, 8L, s27};
    const int64_t int_array_1[] = {8L*s27, 1L, 8L};
    auto buf0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg3_1, 3, int_array_0, int_array_1, 0L));
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
