// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// A block that a loop reads in each round, and that it overwrites at the end of one.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_relu_0(const float* in_ptr0, float* out_ptr0);
extern "C" void cpp_fused_lt_1(const float* in_ptr0, bool* out_ptr0);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {2048L, };
    static constexpr int64_t int_array_1[] = {1L, };
    static constexpr int64_t int_array_2[] = {64L, };
    static constexpr int64_t *int_array_3=nullptr;
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    AtenTensorHandle tmp_tensor_handle_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 256L, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_1));
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_3, int_array_3, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    while (1) {
        cpp_fused_lt_1((const float*)(buf0.data_ptr()), (bool*)(buf2.data_ptr()));
        bool buf2_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf2, &buf2_scalar));
        if (!buf2_scalar) break;
        cpp_fused_relu_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
        AtenTensorHandle tmp_tensor_handle_2;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 128L, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_2));
        // CHECK-MESSAGES: :[[@LINE-1]]:37: error: 'buf3' at bytes 128 to 383 of 'pool0' shares memory with 'buf0' at bytes 0 to 255, and 'buf3' is written over 'buf0' before the next round of the loop reads it: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
        auto buf3 = RAIIAtenTensorHandle(tmp_tensor_handle_2);
        cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf3.data_ptr()));
    }
    // Written in each round before it is read, so that it may share.
    AtenTensorHandle tmp_tensor_handle_3;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 1024L, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_3));
    auto buf4 = RAIIAtenTensorHandle(tmp_tensor_handle_3);
    while (1) {
        cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf4.data_ptr()));
        cpp_fused_lt_1((const float*)(buf4.data_ptr()), (bool*)(buf2.data_ptr()));
        bool buf4_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf2, &buf4_scalar));
        if (!buf4_scalar) break;
        AtenTensorHandle tmp_tensor_handle_4;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 1152L, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_4));
        auto buf5 = RAIIAtenTensorHandle(tmp_tensor_handle_4);
        cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf5.data_ptr()));
    }
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
