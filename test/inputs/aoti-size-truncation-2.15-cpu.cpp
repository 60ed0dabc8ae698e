// RUN: %check_aoti %s aoti-size-truncation
//
// Solved by a division that rounds down.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, expected: float32, but got: " << arg0_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 4) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 4, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg0_1_size[0] > 128) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 128, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_stride = arg0_1.strides();
    if (1 != arg0_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 0, expected: 1, but got: " << arg0_1_stride[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 0;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, expected: 0(cpu), but got: " << arg0_1_device_type << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
AOTI_NOINLINE static void check_input_1(AtenTensorHandle* input_handles) {
    ConstantHandle arg1_1 = ConstantHandle(input_handles[1]);
    int32_t arg1_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg1_1, &arg1_1_dtype));
    int32_t arg1_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg1_1_expected_dtype != arg1_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched dtype, expected: float32, but got: " << arg1_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_size = arg1_1.sizes();
    if (arg1_1_size[0] < 7) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too small at 0, expected it to be >= 7, but got: " << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg1_1_size[0] > 193) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 0, expected to be <= 193, but got: " << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_stride = arg1_1.strides();
    if (1 != arg1_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched stride value at 0, expected: 1, but got: " << arg1_1_stride[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg1_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg1_1, &arg1_1_device_type));
    int32_t arg1_1_expected_device_type = 0;
    if (arg1_1_expected_device_type != arg1_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched device type, expected: 0(cpu), but got: " << arg1_1_device_type << "\n";
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
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t arg0_1_size_0 = arg0_1_size[0];
    int64_t s39 = c10::div_floor_integer(static_cast<int64_t>(arg0_1_size_0), static_cast<int64_t>(2L));
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 's39' is size 0 of 'arg0_1' divided by 2 and cut to a whole number, and nothing tests by default that no rest is left: of 5 the last one is dropped; the model returns a wrong result without an error: call it with sizes that leave none, or with AOTI_RUNTIME_CHECK_INPUTS=1 at run time ('aoti-lint --print-contract=python' prints a test) [aoti-size-truncation]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the size is read here
    // CHECK-NOTES: :[[@LINE+12]]:51: note: only this would tell, and it runs with AOTI_RUNTIME_CHECK_INPUTS=1
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: size 0 of 'arg0_1' is read
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: it is divided by 2 and cut
    auto arg1_1_size = arg1_1.sizes();
    int64_t arg1_1_size_0 = arg1_1_size[0];
    int64_t s83 = c10::div_floor_integer(static_cast<int64_t>((-1L) + arg1_1_size_0), static_cast<int64_t>(3L));
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 's83' is (size 0 of 'arg1_1' - 1) / 3 and cut to a whole number, and nothing tests by default that no rest is left: of 8 the last one is dropped; the model returns a wrong result without an error: call it with sizes that leave none, or with AOTI_RUNTIME_CHECK_INPUTS=1 at run time ('aoti-lint --print-contract=python' prints a test) [aoti-size-truncation]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the size is read here
    // CHECK-NOTES: :[[@LINE+5]]:51: note: only this would tell, and it runs with AOTI_RUNTIME_CHECK_INPUTS=1
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: size 0 of 'arg1_1' is read
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: it is divided by 3 and cut
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {2L*s39, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {1L + 3L*s83, }, {1L, }, "input"); }
    const int64_t int_array_0[] = {s39 + s83};
    static constexpr int64_t int_array_1[] = {1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
