// RUN: %check_aoti %s aoti-size-truncation
//
// Divisions that are tested, that leave no rest for any size of the contract, or that are meant to be rounded.

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
    if (arg1_1_size[0] < 6) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too small at 0, expected it to be >= 6, but got: " << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg1_1_size[0] > 6) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 0, expected to be <= 6, but got: " << arg1_1_size[0] << "\n";
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
AOTI_NOINLINE static void check_input_2(AtenTensorHandle* input_handles) {
    ConstantHandle arg2_1 = ConstantHandle(input_handles[2]);
    int32_t arg2_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg2_1, &arg2_1_dtype));
    int32_t arg2_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg2_1_expected_dtype != arg2_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[2]: unmatched dtype, expected: float32, but got: " << arg2_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_size = arg2_1.sizes();
    if (arg2_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[2]: dim value is too small at 0, expected it to be >= 2, but got: " << arg2_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg2_1_size[0] > 64) {
        std::stringstream ss;
        ss << "input_handles[2]: dim value is too large at 0, expected to be <= 64, but got: " << arg2_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_stride = arg2_1.strides();
    if (1 != arg2_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[2]: unmatched stride value at 0, expected: 1, but got: " << arg2_1_stride[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg2_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg2_1, &arg2_1_device_type));
    int32_t arg2_1_expected_device_type = 0;
    if (arg2_1_expected_device_type != arg2_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[2]: unmatched device type, expected: 0(cpu), but got: " << arg2_1_device_type << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
AOTI_NOINLINE static void check_input_3(AtenTensorHandle* input_handles) {
    ConstantHandle arg3_1 = ConstantHandle(input_handles[3]);
    int32_t arg3_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg3_1, &arg3_1_dtype));
    int32_t arg3_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg3_1_expected_dtype != arg3_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[3]: unmatched dtype, expected: float32, but got: " << arg3_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg3_1_size = arg3_1.sizes();
    if (arg3_1_size[0] < 4) {
        std::stringstream ss;
        ss << "input_handles[3]: dim value is too small at 0, expected it to be >= 4, but got: " << arg3_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg3_1_size[0] > 128) {
        std::stringstream ss;
        ss << "input_handles[3]: dim value is too large at 0, expected to be <= 128, but got: " << arg3_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg3_1_stride = arg3_1.strides();
    if (1 != arg3_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[3]: unmatched stride value at 0, expected: 1, but got: " << arg3_1_stride[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg3_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg3_1, &arg3_1_device_type));
    int32_t arg3_1_expected_device_type = 0;
    if (arg3_1_expected_device_type != arg3_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[3]: unmatched device type, expected: 0(cpu), but got: " << arg3_1_device_type << "\n";
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
    check_input_2(input_handles);
    check_input_3(input_handles);
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 4);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg3_1 = std::move(inputs[3]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t arg0_1_size_0 = arg0_1_size[0];
    AOTI_TORCH_CHECK(arg0_1_size_0 % 2L == 0, "size 0 of arg0_1 is odd");
    int64_t s39 = c10::div_floor_integer(static_cast<int64_t>(arg0_1_size_0), static_cast<int64_t>(2L));
    auto arg1_1_size = arg1_1.sizes();
    int64_t arg1_1_size_0 = arg1_1_size[0];
    int64_t s83 = (1.0/2.0)*arg1_1_size_0;
    auto arg2_1_size = arg2_1.sizes();
    int64_t s12 = arg2_1_size[0];
    int64_t ps0 = c10::div_floor_integer(static_cast<int64_t>(s12), static_cast<int64_t>(2L));
    auto arg3_1_size = arg3_1.sizes();
    int64_t arg3_1_size_0 = arg3_1_size[0];
    if (arg3_1_size_0 % 8L != 0) { throw std::runtime_error("size 0 of arg3_1 is no multiple of 8"); }
    int64_t s14 = (1.0/4.0)*arg3_1_size_0;
    int64_t blocks = (-1L)*static_cast<int64_t>(std::floor((-1.0/4.0)*s12));
    inputs.clear();
    const int64_t int_array_0[] = {s39 + s83 + ps0 + s14 + blocks};
    static constexpr int64_t int_array_1[] = {1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
