// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Blocks of a pool that share bytes and are not in use at the same time, or not certainly.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_relu_0(const float* in_ptr0, float* out_ptr0);
extern "C" void cpp_fused_mul_1(float* in_out_ptr0);
extern "C" void cpp_fused_any_2(const float* in_ptr0, bool* out_ptr0);
extern "C" void cpp_fused_add_3(const float* in_ptr0, const float* in_ptr1, float* out_ptr0);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    const int64_t int_array_0[] = {std::max(static_cast<int64_t>(64L*s77), static_cast<int64_t>(4L*s77 + align(4L*s77))) + align(64L*s77), };
    static constexpr int64_t int_array_1[] = {1L, };
    const int64_t int_array_2[] = {s77, 16L};
    static constexpr int64_t int_array_3[] = {16L, 1L};
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    // Behind it, at the next multiple of 64.
    AtenTensorHandle tmp_tensor_handle_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(64L*s77), cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_1));
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    cpp_fused_relu_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    // buf0 is not used any more.
    AtenTensorHandle tmp_tensor_handle_2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_2));
    auto buf2 = RAIIAtenTensorHandle(tmp_tensor_handle_2);
    cpp_fused_relu_0((const float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()));
    // The same place element by element: in place.
    AtenTensorHandle tmp_tensor_handle_3;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_3));
    auto buf3 = RAIIAtenTensorHandle(tmp_tensor_handle_3);
    cpp_fused_relu_0((const float*)(buf2.data_ptr()), (float*)(buf3.data_ptr()));
    auto buf4 = std::move(buf3);  // reuse
    cpp_fused_mul_1((float*)(buf4.data_ptr()));
    // Written again as a whole before it is read again.
    AtenTensorHandle tmp_tensor_handle_4;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(64L*s77), cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_4));
    auto buf5 = RAIIAtenTensorHandle(tmp_tensor_handle_4);
    cpp_fused_relu_0((const float*)(buf4.data_ptr()), (float*)(buf5.data_ptr()));
    cpp_fused_relu_0((const float*)(buf4.data_ptr()), (float*)(buf1.data_ptr()));
    output_handles[0] = buf1.release();
    // Only one of two branches runs.
    AtenTensorHandle buf6_handle;
    static constexpr int64_t *int_array_4=nullptr;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_4, int_array_4, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    cpp_fused_any_2((const float*)(arg0_1.data_ptr()), (bool*)(buf6.data_ptr()));
    bool buf6_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf6, &buf6_scalar));
    RAIIAtenTensorHandle buf9;
    if (buf6_scalar) {
        AtenTensorHandle tmp_tensor_handle_5;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_5));
        auto buf7 = RAIIAtenTensorHandle(tmp_tensor_handle_5);
        cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf7.data_ptr()));
        buf9 = std::move(buf7);
    } else {
        AtenTensorHandle tmp_tensor_handle_6;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_6));
        auto buf8 = RAIIAtenTensorHandle(tmp_tensor_handle_6);
        cpp_fused_relu_0((const float*)(arg0_1.data_ptr()), (float*)(buf8.data_ptr()));
        buf9 = std::move(buf8);
    }
    output_handles[1] = buf9.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
