// RUN: %check_aoti -check-suffix=GLOB %s aoti-input-contr*
// RUN: %check_aoti %s aoti-input-contract
// RUN: %check_aoti %s aoti-input-contr* -- --advice
//
// Since torch 2.13 an assertion compares them on demand: that is a part of the contract, and no error.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg2_1 = ConstantHandle(input_handles[0]);
    int32_t arg2_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg2_1, &arg2_1_dtype));
    int32_t arg2_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg2_1_expected_dtype != arg2_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, expected: float32, but got: " << arg2_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_size = arg2_1.sizes();
    if (arg2_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: " << arg2_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg2_1_size[0] > 16) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 16, but got: " << arg2_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg2_1_size[1] < 4) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 1, expected it to be >= 4, but got: " << arg2_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg2_1_size[1] > 512) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 1, expected to be <= 512, but got: " << arg2_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (8 != arg2_1_size[2]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 2, expected: 8, but got: " << arg2_1_size[2] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_stride = arg2_1.strides();
    if (8 != arg2_1_stride[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 1, expected: 8, but got: " << arg2_1_stride[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (1 != arg2_1_stride[2]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 2, expected: 1, but got: " << arg2_1_stride[2] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg2_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg2_1, &arg2_1_device_type));
    int32_t arg2_1_expected_device_type = 0;
    if (arg2_1_expected_device_type != arg2_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, expected: 0(cpu), but got: " << arg2_1_device_type << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
AOTI_NOINLINE static void check_input_1(AtenTensorHandle* input_handles) {
    ConstantHandle arg3_1 = ConstantHandle(input_handles[1]);
    int32_t arg3_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg3_1, &arg3_1_dtype));
    int32_t arg3_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg3_1_expected_dtype != arg3_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched dtype, expected: float32, but got: " << arg3_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg3_1_size = arg3_1.sizes();
    if (arg3_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too small at 0, expected it to be >= 2, but got: " << arg3_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg3_1_size[0] > 16) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 0, expected to be <= 16, but got: " << arg3_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg3_1_size[1] < 4) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too small at 1, expected it to be >= 4, but got: " << arg3_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg3_1_size[1] > 512) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 1, expected to be <= 512, but got: " << arg3_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (8 != arg3_1_size[2]) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched dim value at 2, expected: 8, but got: " << arg3_1_size[2] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg3_1_stride = arg3_1.strides();
    if (8 != arg3_1_stride[1]) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched stride value at 1, expected: 8, but got: " << arg3_1_stride[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (1 != arg3_1_stride[2]) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched stride value at 2, expected: 1, but got: " << arg3_1_stride[2] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg3_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg3_1, &arg3_1_device_type));
    int32_t arg3_1_expected_device_type = 0;
    if (arg3_1_expected_device_type != arg3_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched device type, expected: 0(cpu), but got: " << arg3_1_device_type << "\n";
        throw std::runtime_error(std::move(ss).str());
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
    check_input_1(input_handles);
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
// CHECK-NOTES: :[[@LINE-1]]:24: note: of what this model needs of its inputs, 24 things are tested with AOTI_RUNTIME_CHECK_INPUTS=1 only; 'aoti-lint --print-contract' lists them, and '--print-contract=python' prints a function that tests them before a call [aoti-input-contract]
// CHECK-NOTES: :[[@LINE+12]]:51: note: 'arg2_1': stride 0 is 8*(size 1 of 'arg2_1'), which is tested with AOTI_RUNTIME_CHECK_INPUTS=1 only
// CHECK-NOTES: :[[@LINE+12]]:51: note: 'arg3_1': size 0 is size 0 of 'arg2_1', which is tested with AOTI_RUNTIME_CHECK_INPUTS=1 only
// CHECK-NOTES: :[[@LINE+11]]:51: note: 'arg3_1': stride 0 is 8*(size 1 of 'arg2_1'), which is tested with AOTI_RUNTIME_CHECK_INPUTS=1 only
// CHECK-NOTES: :[[@LINE+10]]:51: note: 'arg3_1': size 1 is size 1 of 'arg2_1', which is tested with AOTI_RUNTIME_CHECK_INPUTS=1 only
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg2_1 = std::move(inputs[0]);
    auto arg3_1 = std::move(inputs[1]);
    auto arg2_1_size = arg2_1.sizes();
    int64_t s17 = arg2_1_size[0];
    int64_t s27 = arg2_1_size[1];
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s17, s27, 8L}, {8L*s27, 8L, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg3_1, {s17, s27, 8L}, {8L*s27, 8L, 1L}, "input"); }
    const int64_t int_array_0[] = {s17, 8L, s27};
    const int64_t int_array_1[] = {8L*s27, 1L, 8L};
    auto buf0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg3_1, 3, int_array_0, int_array_1, 0L));
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
