// RUN: %check_aoti %s aoti-kernel-signature
//
// What a loop carries has one dtype in all rounds, or may have several.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_lt_0(const int64_t* in_ptr0,
                       bool* out_ptr0);
extern "C"  void  cpp_fused_add_1(const float* in_ptr0,
                       float* out_ptr0,
                       int64_t* out_ptr1);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {8L, };
static constexpr int64_t int_array_1[] = {1L, };
static constexpr int64_t *int_array_2=nullptr;
RAIIAtenTensorHandle next(AtenTensorHandle of);
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) { throw std::runtime_error("input_handles[0]: unmatched dtype"); }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    check_input_0(input_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    RAIIAtenTensorHandle buf2_cond_result;
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf0, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    while (1) {
        AtenTensorHandle cond_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &cond_arg0_1_handle));
        RAIIAtenTensorHandle cond_arg0_1(cond_arg0_1_handle);
        AtenTensorHandle cond_arg1_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf4, &cond_arg1_1_handle));
        RAIIAtenTensorHandle cond_arg1_1(cond_arg1_1_handle);
        AtenTensorHandle cond_arg2_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf5, &cond_arg2_1_handle));
        RAIIAtenTensorHandle cond_arg2_1(cond_arg2_1_handle);
        AtenTensorHandle cond_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_2, int_array_2, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &cond_buf0_handle));
        RAIIAtenTensorHandle cond_buf0(cond_buf0_handle);
        cpp_fused_lt_0((const int64_t*)(cond_arg0_1.data_ptr()), (bool*)(cond_buf0.data_ptr()));
        cpp_fused_lt_0((const int64_t*)(cond_arg1_1.data_ptr()), (bool*)(cond_buf0.data_ptr()));
        // CHECK-MESSAGES: :[[@LINE-1]]:24: error: argument 1 of kernel 'cpp_fused_lt_0' is 'cond_arg1_1' of dtype float32, cast to 'const int64_t*': {{.*}} [aoti-kernel-signature]
        // What a helper makes of it may be anything.
        cpp_fused_lt_0((const int64_t*)(cond_arg2_1.data_ptr()), (bool*)(cond_buf0.data_ptr()));
        buf2_cond_result.reset();
        buf2_cond_result = std::move(cond_buf0);
        bool buf2_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf2_cond_result, &buf2_cond_result_scalar));
        if (!buf2_cond_result_scalar) break;
        AtenTensorHandle body_arg1_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf4, &body_arg1_1_handle));
        RAIIAtenTensorHandle body_arg1_1(body_arg1_1_handle);
        AtenTensorHandle body_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &body_buf0_handle));
        RAIIAtenTensorHandle body_buf0(body_buf0_handle);
        AtenTensorHandle body_buf1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &body_buf1_handle));
        RAIIAtenTensorHandle body_buf1(body_buf1_handle);
        cpp_fused_add_1((const float*)(body_arg1_1.data_ptr()), (float*)(body_buf0.data_ptr()), (int64_t*)(body_buf1.data_ptr()));
        buf3.reset();
        buf3 = std::move(body_buf1);
        buf4.reset();
        buf4 = std::move(body_buf0);
        buf5 = next(buf5);
    }
    output_handles[0] = buf4.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
