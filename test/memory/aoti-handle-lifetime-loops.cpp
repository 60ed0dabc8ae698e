// RUN: %check_aoti %s aoti-handle-lifetime
//
// What a loop carries from round to round, as torch 2.15 writes it: unchanged on purpose, or lost.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_lt_0(const float* in_ptr0, bool* out_ptr0);
extern "C" void cpp_fused_add_1(const float* in_ptr0, const float* in_ptr1, float* out_ptr0);
extern "C" void cpp_fused_sum_2(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};
static constexpr int64_t *int_array_2=nullptr;

// `buf4` is the same in each round: the body reads it and gives it back, or does not name it.
void same(RAIIAtenTensorHandle& arg0_1, RAIIAtenTensorHandle& arg1_1, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf2_cond_result;
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg1_1, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    while (1) {
        AtenTensorHandle cond_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &cond_arg0_1_handle));
        RAIIAtenTensorHandle cond_arg0_1(cond_arg0_1_handle);
        AtenTensorHandle cond_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_2, int_array_2, cached_torch_dtype_bool, cached_torch_device_type_cpu, 0, &cond_buf0_handle));
        RAIIAtenTensorHandle cond_buf0(cond_buf0_handle);
        cpp_fused_lt_0((const float*)(cond_arg0_1.data_ptr()), (bool*)(cond_buf0.data_ptr()));
        buf2_cond_result.reset();
        buf2_cond_result = std::move(cond_buf0);
        bool buf2_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf2_cond_result, &buf2_cond_result_scalar));
        if (!buf2_cond_result_scalar) break;
        AtenTensorHandle body_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &body_arg0_1_handle));
        RAIIAtenTensorHandle body_arg0_1(body_arg0_1_handle);
        AtenTensorHandle body_arg1_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf4, &body_arg1_1_handle));
        RAIIAtenTensorHandle body_arg1_1(body_arg1_1_handle);
        AtenTensorHandle body_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &body_buf0_handle));
        RAIIAtenTensorHandle body_buf0(body_buf0_handle);
        cpp_fused_add_1((const float*)(body_arg0_1.data_ptr()), (const float*)(body_arg1_1.data_ptr()), (float*)(body_buf0.data_ptr()));
        body_arg0_1.reset();
        buf3.reset();
        buf3 = std::move(body_buf0);
    }
    output_handles[0] = buf3.release();
    output_handles[1] = buf4.release();
}

// The body computes what should be the next `buf4`.
void lost(RAIIAtenTensorHandle& arg0_1, RAIIAtenTensorHandle& arg1_1, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf2_cond_result;
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg1_1, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    while (1) {
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'buf4' is carried through this loop and never assigned in it, while the tensor of 'body_buf1' is computed in each round and lost: each round computes with the first value, so that results are wrong or the loop never ends; assign it at the end of each round [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE+25]]:37: note: the tensor is made here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'buf4' gets its first value here
    // CHECK-NOTES: :[[@LINE+23]]:37: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: the loop begins here
        AtenTensorHandle cond_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_2, int_array_2, cached_torch_dtype_bool, cached_torch_device_type_cpu, 0, &cond_buf0_handle));
        RAIIAtenTensorHandle cond_buf0(cond_buf0_handle);
        cpp_fused_lt_0((const float*)(buf3.data_ptr()), (bool*)(cond_buf0.data_ptr()));
        buf2_cond_result.reset();
        buf2_cond_result = std::move(cond_buf0);
        bool buf2_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf2_cond_result, &buf2_cond_result_scalar));
        if (!buf2_cond_result_scalar) break;
        AtenTensorHandle body_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &body_arg0_1_handle));
        RAIIAtenTensorHandle body_arg0_1(body_arg0_1_handle);
        AtenTensorHandle body_arg1_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf4, &body_arg1_1_handle));
        RAIIAtenTensorHandle body_arg1_1(body_arg1_1_handle);
        AtenTensorHandle body_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &body_buf0_handle));
        RAIIAtenTensorHandle body_buf0(body_buf0_handle);
        cpp_fused_add_1((const float*)(body_arg0_1.data_ptr()), (const float*)(body_arg1_1.data_ptr()), (float*)(body_buf0.data_ptr()));
        body_arg0_1.reset();
        AtenTensorHandle body_buf1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &body_buf1_handle));
        RAIIAtenTensorHandle body_buf1(body_buf1_handle);
        cpp_fused_sum_2((const float*)(body_arg1_1.data_ptr()), (float*)(body_buf1.data_ptr()));
        buf3.reset();
        buf3 = std::move(body_buf0);
    }
    output_handles[0] = buf3.release();
    output_handles[1] = buf4.release();
}

// One of two branches changes it, and the other leaves it as it is.
void sometimes(RAIIAtenTensorHandle& arg0_1, RAIIAtenTensorHandle& arg1_1, int64_t s0, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf2_cond_result;
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    while (1) {
        bool buf2_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg1_1, &buf2_cond_result_scalar));
        if (!buf2_cond_result_scalar) break;
        AtenTensorHandle body_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &body_buf0_handle));
        RAIIAtenTensorHandle body_buf0(body_buf0_handle);
        cpp_fused_sum_2((const float*)(buf3.data_ptr()), (float*)(body_buf0.data_ptr()));
        if (s0 > 4) {
            buf3.reset();
            buf3 = std::move(body_buf0);
        }
    }
    output_handles[0] = buf3.release();
}
}
