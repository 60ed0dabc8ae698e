// RUN: %check_aoti %s aoti-device-copy-lost
//
// The same between two Intel GPUs.

#include <torch/csrc/inductor/aoti_include/xpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(xpu);
namespace torch::aot_inductor {
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 12;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, expected: " << arg0_1_expected_device_type << "\n";
        throw std::runtime_error(ss.str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AOTIXpuStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_xpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf0, arg0_1, 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'aoti_torch_copy_' copies 'arg0_1' to 'buf0', which is allocated on the model's own device: a program has such a copy only to move data to another xpu device, {{.*}} [aoti-device-copy-lost]
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
