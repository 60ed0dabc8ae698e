// RUN: %check_aoti %s aoti-input-lower-bound
//
// Bounds in functions, lambdas, loops, flags and other forms that are not followed.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
static void check_range(int64_t v, int64_t lo, int64_t hi) {
    if (v < lo || v > hi) throw std::runtime_error("range");
}
static bool in_range(int64_t v, int64_t lo, int64_t hi) { return v >= lo && v <= hi; }
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
    check_range(arg0_1_size[0], 2, 64);
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
    if (!in_range(arg1_1_size[0], 2, 64)) throw std::runtime_error("range");
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
    auto check = [](int64_t v) { if (v < 2) throw std::runtime_error("small"); };
    check(arg2_1_size[0]);
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
    static constexpr int64_t least[] = {2};
    for (int i = 0; i < 1; ++i)
        if (arg3_1_size[i] < least[i]) throw std::runtime_error("small");
}
AOTI_NOINLINE static void check_input_4(AtenTensorHandle* input_handles) {
    ConstantHandle arg4_1 = ConstantHandle(input_handles[4]);
    int32_t arg4_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg4_1, &arg4_1_dtype));
    int32_t arg4_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg4_1_expected_dtype != arg4_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[4]: unmatched dtype, expected: float32, but got: " << arg4_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg4_1_size = arg4_1.sizes();
    bool ok = arg4_1_size[0] >= 2;
    if (!ok) throw std::runtime_error("small");
}
AOTI_NOINLINE static void check_input_5(AtenTensorHandle* input_handles) {
    ConstantHandle arg5_1 = ConstantHandle(input_handles[5]);
    int32_t arg5_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg5_1, &arg5_1_dtype));
    int32_t arg5_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg5_1_expected_dtype != arg5_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[5]: unmatched dtype, expected: float32, but got: " << arg5_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg5_1_size = arg5_1.sizes();
    std::string error;
    if (arg5_1_size[0] < 2) error += "small";
    if (!error.empty()) throw std::runtime_error(error);
}
AOTI_NOINLINE static void check_input_6(AtenTensorHandle* input_handles) {
    ConstantHandle arg6_1 = ConstantHandle(input_handles[6]);
    int32_t arg6_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg6_1, &arg6_1_dtype));
    int32_t arg6_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg6_1_expected_dtype != arg6_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[6]: unmatched dtype, expected: float32, but got: " << arg6_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg6_1_size = arg6_1.sizes();
    arg6_1_size[0] < 2 ? throw std::runtime_error("small") : (void)0;
}
AOTI_NOINLINE static void check_input_7(AtenTensorHandle* input_handles) {
    ConstantHandle arg7_1 = ConstantHandle(input_handles[7]);
    int32_t arg7_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg7_1, &arg7_1_dtype));
    int32_t arg7_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg7_1_expected_dtype != arg7_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[7]: unmatched dtype, expected: float32, but got: " << arg7_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg7_1_size = arg7_1.sizes();
    switch (arg7_1_size[0]) { case 0: case 1: throw std::runtime_error("small"); default: break; }
}
AOTI_NOINLINE static void check_input_8(AtenTensorHandle* input_handles) {
    ConstantHandle arg8_1 = ConstantHandle(input_handles[8]);
    int32_t arg8_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg8_1, &arg8_1_dtype));
    int32_t arg8_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg8_1_expected_dtype != arg8_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[8]: unmatched dtype, expected: float32, but got: " << arg8_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg8_1_size = arg8_1.sizes();
    if (std::max<int64_t>(arg8_1_size[0], 2) != arg8_1_size[0]) throw std::runtime_error("small");
}
AOTI_NOINLINE static void check_input_9(AtenTensorHandle* input_handles) {
    ConstantHandle arg9_1 = ConstantHandle(input_handles[9]);
    int32_t arg9_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg9_1, &arg9_1_dtype));
    int32_t arg9_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg9_1_expected_dtype != arg9_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[9]: unmatched dtype, expected: float32, but got: " << arg9_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg9_1_size = arg9_1.sizes();
    if (arg9_1_size[0] == 0 || arg9_1_size[0] == 1) throw std::runtime_error("small");
}
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
AOTI_NOINLINE static void __check_inputs_outputs(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()) {
        return;
    }
    check_input_0(input_handles);
    check_input_1(input_handles);
    check_input_2(input_handles);
    check_input_3(input_handles);
    check_input_4(input_handles);
    check_input_5(input_handles);
    check_input_6(input_handles);
    check_input_7(input_handles);
    check_input_8(input_handles);
    check_input_9(input_handles);
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 10);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg3_1 = std::move(inputs[3]);
    auto arg4_1 = std::move(inputs[4]);
    auto arg5_1 = std::move(inputs[5]);
    auto arg6_1 = std::move(inputs[6]);
    auto arg7_1 = std::move(inputs[7]);
    auto arg8_1 = std::move(inputs[8]);
    auto arg9_1 = std::move(inputs[9]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    auto arg1_1_size = arg1_1.sizes();
    int64_t s1 = arg1_1_size[0];
    auto arg2_1_size = arg2_1.sizes();
    int64_t s2 = arg2_1_size[0];
    auto arg3_1_size = arg3_1.sizes();
    int64_t s3 = arg3_1_size[0];
    auto arg4_1_size = arg4_1.sizes();
    int64_t s4 = arg4_1_size[0];
    auto arg5_1_size = arg5_1.sizes();
    int64_t s5 = arg5_1_size[0];
    auto arg6_1_size = arg6_1.sizes();
    int64_t s6 = arg6_1_size[0];
    auto arg7_1_size = arg7_1.sizes();
    int64_t s7 = arg7_1_size[0];
    auto arg8_1_size = arg8_1.sizes();
    int64_t s8 = arg8_1_size[0];
    auto arg9_1_size = arg9_1.sizes();
    int64_t s9 = arg9_1_size[0];
    inputs.clear();
    static constexpr int64_t strides[] = {1L};
    const int64_t int_array_0[] = {s0};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
    const int64_t int_array_1[] = {s1};
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_1, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    output_handles[1] = buf1.release();
    const int64_t int_array_2[] = {s2};
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_2, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    output_handles[2] = buf2.release();
    const int64_t int_array_3[] = {s3};
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_3, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    output_handles[3] = buf3.release();
    const int64_t int_array_4[] = {s4};
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_4, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    output_handles[4] = buf4.release();
    const int64_t int_array_5[] = {s5};
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_5, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    output_handles[5] = buf5.release();
    const int64_t int_array_6[] = {s6};
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_6, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    output_handles[6] = buf6.release();
    const int64_t int_array_7[] = {s7};
    AtenTensorHandle buf7_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_7, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    output_handles[7] = buf7.release();
    const int64_t int_array_8[] = {s8};
    AtenTensorHandle buf8_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_8, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf8_handle));
    RAIIAtenTensorHandle buf8(buf8_handle);
    output_handles[8] = buf8.release();
    const int64_t int_array_9[] = {s9};
    AtenTensorHandle buf9_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_9, strides, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    output_handles[9] = buf9.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
