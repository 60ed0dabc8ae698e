// RUN: %check_aoti %s aoti-size-truncation
//
// As torch 2.9 writes it; in an array, too.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, expected: float32, but got: " << arg0_1_dtype << "\n";
        throw std::runtime_error(ss.str());
    }
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 4) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 4, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(ss.str());
    }
    if (arg0_1_size[0] > 128) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 128, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(ss.str());
    }
    auto arg0_1_stride = arg0_1.strides();
    if (1 != arg0_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 0, expected: 1, but got: " << arg0_1_stride[0] << "\n";
        throw std::runtime_error(ss.str());
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 1;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, expected: 1(cuda), but got: " << arg0_1_device_type << "\n";
        throw std::runtime_error(ss.str());
    }
}
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
AOTI_NOINLINE static void __check_inputs_outputs(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()){
        return;
    }
    check_input_0(input_handles);
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t arg0_1_size_0 = arg0_1_size[0];
    int64_t s39 = (1.0/2.0)*arg0_1_size_0;
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 's39' is size 0 of 'arg0_1' divided by 2 in floating point and cut to a whole number, and nothing tests that no rest is left: of 5 the last one is dropped; the model returns a wrong result without an error: call it with sizes that leave none ('aoti-lint --print-contract=python' prints a test) [aoti-size-truncation]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the size is read here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: size 0 of 'arg0_1' is read
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: it is divided by 2 and cut
    inputs.clear();
    const int64_t int_array_0[] = {s39, static_cast<int64_t>(0.25*arg0_1_size_0)};
    // CHECK-NOTES: :[[@LINE-1]]:62: error: this size is size 0 of 'arg0_1' divided by 4 in floating point and cut to a whole number, and nothing tests that no rest is left: of 5 the last one is dropped; the model returns a wrong result without an error: call it with sizes that leave none ('aoti-lint --print-contract=python' prints a test) [aoti-size-truncation]
    // CHECK-NOTES: :[[@LINE-9]]:5: note: the size is read here
    // CHECK-NOTES: :[[@LINE-10]]:5: flow: size 0 of 'arg0_1' is read
    // CHECK-NOTES: :[[@LINE-4]]:62: flow: it is divided by 4 and cut
    static constexpr int64_t int_array_1[] = {1L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
