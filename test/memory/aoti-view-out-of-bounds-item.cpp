// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Offsets from values that the caller gives in a tensor: `x[i.item()]`.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_argmax_0(const float* in_ptr0, int64_t* out_ptr0);
extern "C" void cpp_fused_index_1(const int64_t* in_ptr0, const float* in_ptr1, float* out_ptr0);
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 7);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg3_1 = std::move(inputs[3]);
    auto arg4_1 = std::move(inputs[4]);
    auto arg5_1 = std::move(inputs[5]);
    auto arg6_1 = std::move(inputs[6]);
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {6L, 8L, 8L}, {64L, 8L, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {8L, 8L}, {8L, 1L}, "input"); }
    static constexpr int64_t int_array_0[] = {8L, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
    static constexpr int64_t int_array_2[] = {6L, 8L, 8L};
    static constexpr int64_t int_array_3[] = {64L, 8L, 1L};
    // An input, of which the package says how large it is.
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg1_1, &u0_raw));
    auto u0 = u0_raw;
    auto u1_index = u0 < 0 ? u0 + 6L: u0;
    auto u1_index_clamped = u1_index;
    auto u1 = 0L + 64L * u1_index_clamped;
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf2, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, u1)), arg2_1));
    // CHECK-NOTES: :[[@LINE-1]]:93: error: for u0 = 6 the view of 'arg0_1' needs 448 elements from the start of what is declared of it, which has 384; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: test the value before and throw [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-18]]:51: note: asserted here to have 384 elements
    // CHECK-NOTES: :[[@LINE-11]]:33: note: 'u0' is read here from 'arg1_1', and nothing bounds it
    // CHECK-NOTES: :[[@LINE-28]]:29: flow: the memory of 'arg0_1' comes from here
    // CHECK-NOTES: :[[@LINE-13]]:33: flow: 'u0' is read here from 'arg1_1', and nothing bounds it
    // CHECK-NOTES: :[[@LINE-6]]:93: flow: view of 'arg0_1' reaches outside of it here
    // A buffer of the function, with one bound only.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(3, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    int64_t u2_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg3_1, &u2_raw));
    auto u2 = u2_raw;
    if (!(u2 <= 5L)) { throw std::runtime_error("Expected u2 <= 5 but received " + std::to_string(u2)); }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf2, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 2, int_array_0, int_array_1, 64L*u2)), arg2_1));
    // CHECK-NOTES: :[[@LINE-1]]:93: error: for u2 = -1 the view of 'buf3' starts 64 elements before its storage; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: test the value before and throw [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-8]]:33: note: the memory comes from here
    // CHECK-NOTES: :[[@LINE-6]]:33: note: 'u2' is read here from 'arg3_1', and nothing bounds it from below
    // CHECK-NOTES: :[[@LINE-10]]:33: flow: the memory of 'buf3' comes from here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: 'u2' is read here from 'arg3_1', and nothing bounds it from below
    // CHECK-NOTES: :[[@LINE-6]]:93: flow: view of 'buf3' reaches outside of it here
    // Both bounds: fine.
    int64_t u3_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg4_1, &u3_raw));
    auto u3 = u3_raw;
    if (!(u3 >= 0L)) { throw std::runtime_error("Expected u3 >= 0 but received " + std::to_string(u3)); }
    if (!(u3 <= 5L)) { throw std::runtime_error("Expected u3 <= 5 but received " + std::to_string(u3)); }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf2, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, 64L*u3)), arg2_1));
    // Clamped: fine, as a start of a slice of a size that is a tensor's.
    int64_t u4_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg5_1, &u4_raw));
    auto u4 = u4_raw;
    auto u5_index = u4 < 0 ? u4 + 5L: u4;
    auto u5_index_clamped = u5_index < 0 ? 0 : (u5_index > 5L ? 5L : u5_index);
    auto u5 = 0L + 64L * u5_index_clamped;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf2, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, u5)), arg2_1));
    // A value that the model computed, here a place in the tensor, may always be right.
    static constexpr int64_t *int_array_4=nullptr;
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_4, int_array_4, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    cpp_fused_argmax_0((const float*)(arg2_1.data_ptr()), (int64_t*)(buf6.data_ptr()));
    int64_t u6_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(buf6, &u6_raw));
    auto u6 = u6_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf2, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, 64L*u6)), arg2_1));
    // A kernel looks at the value first and may throw.
    cpp_fused_index_1((const int64_t*)(arg6_1.data_ptr()), (const float*)(arg2_1.data_ptr()), (float*)(buf3.data_ptr()));
    int64_t u7_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg6_1, &u7_raw));
    auto u7 = u7_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf2, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, 64L*u7)), arg2_1));
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
