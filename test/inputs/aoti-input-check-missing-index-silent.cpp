// RUN: %check_aoti %s aoti-input-check-missing
//
// A loop over all handles.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
static void test_all(AtenTensorHandle* handles, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        int32_t dtype;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(handles[i], &dtype));
        if (dtype != aoti_torch_dtype_float32()) { throw std::runtime_error("dtype"); }
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    test_all(input_handles, 2);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
