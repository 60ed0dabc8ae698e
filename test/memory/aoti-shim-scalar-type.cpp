// RUN: %check_aoti %s aoti-shim-scalar-type
//
// Through the C shim every scalar is a double.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(int32);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DEVICE(cpu);
extern "C"  void  cpp_fused_add_0(const int64_t* in_ptr0,
                       int64_t* out_ptr0);
namespace torch::aot_inductor {
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string& device_str, std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(2, 1, 1, device_str, std::move(cubin_dir), true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    constants_info_[0].name = "steps";
    constants_info_[0].dtype = cached_torch_dtype_int32;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 32;
    constants_info_[0].from_folded = false;
    constants_info_[0].shape = {8};
    constants_info_[0].stride = {1};
    outputs_info_[0].name = "output0";
}
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_int64();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, expected: " << arg0_1_expected_dtype << "(at::kLong), but got: " << arg0_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    [[maybe_unused]] auto& steps = constants_->at(0);
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    static constexpr int64_t int_array_2[] = {4L, 4L};
    static constexpr int64_t int_array_3[] = {4L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Tensor(buf0, arg0_1, 1L, &buf1_handle));
    // CHECK-MESSAGES: :[[@LINE-1]]:73: warning: alpha '1L' of 'aoti_torch_cpu_add_Tensor' is a double in the C shim, and the tensors are integers (int64): every run fails with 'For integral input tensors, argument alpha must not be a floating point number'; compile the model again so that the operator becomes part of a kernel or goes through the proxy executor [aoti-shim-scalar-type]
    RAIIAtenTensorHandle buf1(buf1_handle);
    // A constant, and a factor of a kernel that the generator writes as a fraction.
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_sub_Tensor(steps, steps, 2.5, &buf2_handle));
    // CHECK-MESSAGES: :[[@LINE-1]]:73: warning: alpha '2.5' of 'aoti_torch_cpu_sub_Tensor' is a double in the C shim, and the tensors are integers (int32): {{.*}} [aoti-shim-scalar-type]
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mul_Scalar(buf0, 3L, &buf3_handle));
    // CHECK-MESSAGES: :[[@LINE-1]]:65: warning: other '3L' of 'aoti_torch_cpu_mul_Scalar' is a double in the C shim, and the tensor is int64: torch makes the result a floating tensor, which holds fewer digits than the integers and whose bytes are then taken for integers; {{.*}} [aoti-shim-scalar-type]
    RAIIAtenTensorHandle buf3(buf3_handle);
    cpp_fused_add_0((const int64_t*)(buf3.data_ptr()), (int64_t*)(buf0.data_ptr()));
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Scalar(buf0, 2.0, 1.0, &buf4_handle));
    // CHECK-MESSAGES: :[[@LINE-1]]:65: warning: other '2.0' of 'aoti_torch_cpu_add_Scalar' is a double in the C shim, and the tensor is int64: {{.*}} [aoti-shim-scalar-type]
    RAIIAtenTensorHandle buf4(buf4_handle);
    // Through views and moves.
    auto buf5 = std::move(buf0);  // reuse
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Tensor(wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf5, 1, int_array_0, int_array_1, 0L)), buf5, 1.0, &buf6_handle));
    // CHECK-MESSAGES: :[[@LINE-1]]:165: warning: alpha '1.0' of 'aoti_torch_cpu_add_Tensor' is a double in the C shim, and the tensors are integers (int64): {{.*}} [aoti-shim-scalar-type]
    RAIIAtenTensorHandle buf6(buf6_handle);
    AtenTensorHandle buf7_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf7, buf7, buf7, buf7, 1L, 1.5));
    // CHECK-MESSAGES: :[[@LINE-1]]:86: warning: alpha '1.5' of 'aoti_torch_cpu_addmm_out' is not exact as int64: torch cuts the fraction without an error; scale in floating point, or use an exact factor [aoti-shim-scalar-type]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf7, buf7, buf7, buf7, 9007199254740992L, 1L));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf7, buf7, buf7, buf7, 9007199254740995L, 1L));
    // CHECK-MESSAGES: :[[@LINE-1]]:82: warning: beta '9007199254740995L' of 'aoti_torch_cpu_addmm_out' is a double in the C shim, which does not hold every integer this large: torch multiplies by the nearest one without an error; use a smaller factor [aoti-shim-scalar-type]
    AtenTensorHandle buf8_handle;
    // NOLINTNEXTLINE(aoti-shim-scalar-type)
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Tensor(buf7, buf7, 1.0, &buf8_handle));
    output_handles[0] = buf6.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
