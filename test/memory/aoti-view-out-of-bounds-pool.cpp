// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Blocks of a pool that share bytes while both are in use, and blocks that may.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_relu_0(const float* in_ptr0, float* out_ptr0);
extern "C" void cpp_fused_norm_1(float* in_out_ptr0, const float* in_ptr0, float* out_ptr0, float* out_ptr1);
extern "C" void cpp_fused_add_2(const float* in_ptr0, const float* in_ptr1, float* out_ptr0);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {4096L, };
    static constexpr int64_t int_array_1[] = {1L, };
    static constexpr int64_t int_array_2[] = {8L, 16L};
    static constexpr int64_t int_array_3[] = {16L, 1L};
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    // Behind it, and with its last 64 bytes in it.
    AtenTensorHandle tmp_tensor_handle_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 512L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_1));
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf1.data_ptr()));
    AtenTensorHandle tmp_tensor_handle_2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 960L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_2));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'buf2' at bytes 960 to 1471 of 'pool0' shares memory with 'buf1' at bytes 512 to 1023, and 'buf2' is written over 'buf1' before that is read: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-6]]:33: note: 'buf1' is placed here
    // CHECK-NOTES: :[[@LINE-15]]:33: flow: the pool 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: 'buf1' is placed here
    // CHECK-NOTES: :[[@LINE-7]]:5: flow: 'buf1' is written here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf2' is placed here
    // CHECK-NOTES: :[[@LINE+3]]:5: flow: 'buf2' is written here, over 'buf1'
    // CHECK-NOTES: :[[@LINE+6]]:33: flow: the value of 'buf1' is needed here
    auto buf2 = RAIIAtenTensorHandle(tmp_tensor_handle_2);
    cpp_fused_add_2((const float*)(arg0_1.data_ptr()), (const float*)(buf0.data_ptr()), (float*)(buf2.data_ptr()));
    AtenTensorHandle tmp_tensor_handle_3;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 1536L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_3));
    auto buf3 = RAIIAtenTensorHandle(tmp_tensor_handle_3);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf3, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 2, int_array_2, int_array_3, 0L)), buf2));
    // The place of buf1 is free now, and so is that of buf0.
    AtenTensorHandle tmp_tensor_handle_4;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 256L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_4));
    auto buf4 = RAIIAtenTensorHandle(tmp_tensor_handle_4);
    cpp_fused_relu_0((const float*)(buf3.data_ptr()), (float*)(buf4.data_ptr()));
    // One call writes two blocks, one on the other.
    static constexpr int64_t int_array_4[] = {8L, 1L};
    static constexpr int64_t int_array_5[] = {1L, 8L};
    AtenTensorHandle tmp_tensor_handle_6;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 2048L, cached_torch_dtype_float32, 2, int_array_4, int_array_5, &tmp_tensor_handle_6));
    auto buf6 = RAIIAtenTensorHandle(tmp_tensor_handle_6);
    auto buf7 = std::move(buf6);  // reuse
    AtenTensorHandle tmp_tensor_handle_7;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 2064L, cached_torch_dtype_float32, 2, int_array_4, int_array_5, &tmp_tensor_handle_7));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'buf8' at bytes 2064 to 2095 of 'pool0' shares memory with 'buf6' at bytes 2048 to 2079, and one call writes both: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-6]]:33: note: 'buf6' is placed here
    // CHECK-NOTES: :[[@LINE-43]]:33: flow: the pool 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: 'buf6' is placed here
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: 'buf8' is placed here
    // CHECK-NOTES: :[[@LINE+5]]:5: flow: this call writes both
    auto buf8 = RAIIAtenTensorHandle(tmp_tensor_handle_7);
    AtenTensorHandle tmp_tensor_handle_8;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 2112L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_8));
    auto buf9 = RAIIAtenTensorHandle(tmp_tensor_handle_8);
    cpp_fused_norm_1((float*)(buf7.data_ptr()), (const float*)(buf4.data_ptr()), (float*)(buf8.data_ptr()), (float*)(buf9.data_ptr()));
    // One call reads a block and writes another, half a row further.
    AtenTensorHandle tmp_tensor_handle_9;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 2144L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_9));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'buf10' at bytes 2144 to 2655 of 'pool0' shares memory with 'buf9' at bytes 2112 to 2623, and one call reads 'buf9' and writes 'buf10': results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-7]]:33: note: 'buf9' is placed here
    // CHECK-NOTES: :[[@LINE-57]]:33: flow: the pool 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-9]]:33: flow: 'buf9' is placed here
    // CHECK-NOTES: :[[@LINE-8]]:5: flow: 'buf9' is written here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf10' is placed here
    // CHECK-NOTES: :[[@LINE+2]]:5: flow: 'buf10' is written here, over 'buf9'
    auto buf10 = RAIIAtenTensorHandle(tmp_tensor_handle_9);
    cpp_fused_relu_0((const float*)(buf9.data_ptr()), (float*)(buf10.data_ptr()));
    // What is given to the caller lives on.
    AtenTensorHandle tmp_tensor_handle_10;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 3072L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_10));
    auto buf11 = RAIIAtenTensorHandle(tmp_tensor_handle_10);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf11.data_ptr()));
    output_handles[0] = buf11.release();
    AtenTensorHandle tmp_tensor_handle_11;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 3568L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_11));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'buf12' at bytes 3568 to 4079 of 'pool0' shares memory with 'buf11' at bytes 3072 to 3583, and 'buf12' is written over 'buf11' before that is read: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-7]]:33: note: 'buf11' is placed here
    // CHECK-NOTES: :[[@LINE-74]]:33: flow: the pool 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-9]]:33: flow: 'buf11' is placed here
    // CHECK-NOTES: :[[@LINE-8]]:5: flow: 'buf11' is written here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf12' is placed here
    // CHECK-NOTES: :[[@LINE+3]]:5: flow: 'buf12' is written here, over 'buf11'
    // CHECK-NOTES: :[[@LINE-10]]:5: flow: the value of 'buf11' is needed here
    auto buf12 = RAIIAtenTensorHandle(tmp_tensor_handle_11);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf12.data_ptr()));
    output_handles[1] = buf12.release();
    output_handles[2] = buf10.release();
    // Suppressed.
    AtenTensorHandle tmp_tensor_handle_12;
    // NOLINTNEXTLINE(aoti-view-out-of-bounds)
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 2656L, cached_torch_dtype_uint8, 2, int_array_2, int_array_3, &tmp_tensor_handle_12));
    auto buf13 = RAIIAtenTensorHandle(tmp_tensor_handle_12);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf13.data_ptr()));
    AtenTensorHandle tmp_tensor_handle_13;
    // NOLINTNEXTLINE(aoti-view-out-of-bounds)
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 2720L, cached_torch_dtype_uint8, 2, int_array_2, int_array_3, &tmp_tensor_handle_13));
    auto buf14 = RAIIAtenTensorHandle(tmp_tensor_handle_13);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf14.data_ptr()));
    output_handles[3] = buf13.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
