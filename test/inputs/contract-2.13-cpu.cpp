// RUN: %aoti-lint --print-contract %s | FileCheck %s
// RUN: %aoti-lint --print-contract=json %s > %t.json
// RUN: %aoti-lint --print-contract=python %s > %t.py
// RUN: %python %S/contract.test.py asserted %t.json %t.py
//
// The contract of a package of torch 2.13: assertions compare sizes of several inputs, and a size is solved for.
// Inputs in a list, in a dictionary and by name.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string& device_str, std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(4, 1, 0, device_str, std::move(cubin_dir), true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    inputs_info_[2].name = "arg2_1";
    inputs_info_[3].name = "arg3_1";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.tuple", "context": "null", "children_spec": [{"type": null, "context": null, "children_spec": []}, {"type": "builtins.list", "context": "null", "children_spec": [{"type": null, "context": null, "children_spec": []}, {"type": null, "context": null, "children_spec": []}]}]}, {"type": "builtins.dict", "context": "[\"bias\"]", "children_spec": [{"type": "builtins.dict", "context": "[\"it's\"]", "children_spec": [{"type": null, "context": null, "children_spec": []}]}]}]}])";
    out_spec_ = R"([1, {"type": null, "context": null, "children_spec": []}])";
    outputs_info_[0].name = "output0";
}
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
    if (arg0_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg0_1_size[0] > 32) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 32, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (16 != arg0_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 1, expected: 16, but got: " << arg0_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_stride = arg0_1.strides();
    if (16 != arg0_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 0, expected: 16, but got: " << arg0_1_stride[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (1 != arg0_1_stride[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 1, expected: 1, but got: " << arg0_1_stride[1] << "\n";
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
    int32_t arg1_1_expected_dtype = aoti_torch_dtype_int64();
    if (arg1_1_expected_dtype != arg1_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched dtype, expected: int64, but got: " << arg1_1_dtype << "\n";
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
    if (arg2_1_size[0] < 4) {
        std::stringstream ss;
        ss << "input_handles[2]: dim value is too small at 0, expected it to be >= 4, but got: " << arg2_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg2_1_size[0] > 64) {
        std::stringstream ss;
        ss << "input_handles[2]: dim value is too large at 0, expected to be <= 64, but got: " << arg2_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg2_1_size[1] < 4) {
        std::stringstream ss;
        ss << "input_handles[2]: dim value is too small at 1, expected it to be >= 4, but got: " << arg2_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_stride = arg2_1.strides();
    if (1 != arg2_1_stride[1]) {
        std::stringstream ss;
        ss << "input_handles[2]: unmatched stride value at 1, expected: 1, but got: " << arg2_1_stride[1] << "\n";
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
    if (16 != arg3_1_size[0]) {
        std::stringstream ss;
        ss << "input_handles[3]: unmatched dim value at 0, expected: 16, but got: " << arg3_1_size[0] << "\n";
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
    int64_t s77 = arg0_1_size[0];
    int64_t s12 = s77;
    auto arg1_1_size = arg1_1.sizes();
    int64_t arg1_1_size_0 = arg1_1_size[0];
    int64_t s83 = (-1.0/3.0) + (1.0/3.0)*arg1_1_size_0;
    auto arg2_1_size = arg2_1.sizes();
    int64_t s31 = arg2_1_size[1];
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, 16L}, {16L, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {1L + 3L*s83, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {2L*s77, s31}, {s31, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg3_1, {16L, }, {1L, }, "input"); }
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: torch 2.10 or newer, cpu{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: needs tested line{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: input 0 'arg0_1', args[0], line 196{{$}}
// CHECK-NEXT: the dtype is float32 with AOTI_RUNTIME_CHECK_INPUTS=1 30{{$}}
// CHECK-NEXT: it is on cpu with AOTI_RUNTIME_CHECK_INPUTS=1 65{{$}}
// CHECK-NEXT: it has 2 dimensions with AOTI_RUNTIME_CHECK_INPUTS=1 209{{$}}
// CHECK-NEXT: size 0 is from 2 to 32 with AOTI_RUNTIME_CHECK_INPUTS=1 36{{$}}
// CHECK-NEXT: stride 0 is 16 with AOTI_RUNTIME_CHECK_INPUTS=1 52{{$}}
// CHECK-NEXT: size 1 is 16 with AOTI_RUNTIME_CHECK_INPUTS=1 46{{$}}
// CHECK-NEXT: stride 1 is 1 with AOTI_RUNTIME_CHECK_INPUTS=1 57{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: input 1 'arg1_1', args[1][0], line 197{{$}}
// CHECK-NEXT: the dtype is int64 with AOTI_RUNTIME_CHECK_INPUTS=1 76{{$}}
// CHECK-NEXT: it is on cpu with AOTI_RUNTIME_CHECK_INPUTS=1 101{{$}}
// CHECK-NEXT: it has 1 dimension with AOTI_RUNTIME_CHECK_INPUTS=1 210{{$}}
// CHECK-NEXT: size 0 is from 7 to 193 with AOTI_RUNTIME_CHECK_INPUTS=1 82{{$}}
// CHECK-NEXT: size 0 less 1 is a multiple of 3 with AOTI_RUNTIME_CHECK_INPUTS=1 210{{$}}
// CHECK-NEXT: stride 0 is 1 with AOTI_RUNTIME_CHECK_INPUTS=1 93{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: input 2 'arg2_1', args[1][1], line 198{{$}}
// CHECK-NEXT: the dtype is float32 with AOTI_RUNTIME_CHECK_INPUTS=1 112{{$}}
// CHECK-NEXT: it is on cpu with AOTI_RUNTIME_CHECK_INPUTS=1 142{{$}}
// CHECK-NEXT: it has 2 dimensions with AOTI_RUNTIME_CHECK_INPUTS=1 211{{$}}
// CHECK-NEXT: size 0 is from 4 to 64 with AOTI_RUNTIME_CHECK_INPUTS=1 118{{$}}
// CHECK-NEXT: size 0 is 2*(size 0 of 'arg0_1') with AOTI_RUNTIME_CHECK_INPUTS=1 211{{$}}
// CHECK-NEXT: stride 0 is size 1 of 'arg2_1' with AOTI_RUNTIME_CHECK_INPUTS=1 211{{$}}
// CHECK-NEXT: size 1 is at least 4 with AOTI_RUNTIME_CHECK_INPUTS=1 128{{$}}
// CHECK-NEXT: stride 1 is 1 with AOTI_RUNTIME_CHECK_INPUTS=1 134{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: input 3 'arg3_1', kwargs['bias']['it\'s'], line 199{{$}}
// CHECK-NEXT: the dtype is float32 with AOTI_RUNTIME_CHECK_INPUTS=1 153{{$}}
// CHECK-NEXT: it is on cpu with AOTI_RUNTIME_CHECK_INPUTS=1 173{{$}}
// CHECK-NEXT: it has 1 dimension with AOTI_RUNTIME_CHECK_INPUTS=1 212{{$}}
// CHECK-NEXT: size 0 is 16 with AOTI_RUNTIME_CHECK_INPUTS=1 159{{$}}
// CHECK-NEXT: stride 0 is 1 with AOTI_RUNTIME_CHECK_INPUTS=1 165{{$}}
