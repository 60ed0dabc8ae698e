// RUN: %check_aoti %s aoti-size-truncation
//
// Values that are tested, that a kernel computes, and that are no size.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 5);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg3_1 = std::move(inputs[3]);
    auto arg4_1 = std::move(inputs[4]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {1L, };
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg0_1, &u0_raw));
    if (u0_raw % 8L != 0) { throw std::runtime_error("no multiple of 8"); }
    auto u0 = u0_raw / 8L;
    if (!(u0 >= 0L)) { throw std::runtime_error("Expected u0 >= 0 but received " + std::to_string(u0)); }
    const int64_t int_array_1[] = {u0, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_1, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
    int64_t u1_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg1_1, &u1_raw));
    auto u1 = u1_raw / 8L;
    if (!(u1 >= 0L)) { throw std::runtime_error("Expected u1 >= 0 but received " + std::to_string(u1)); }
    if (8L*u1 != u1_raw) { throw std::runtime_error("no multiple of 8"); }
    const int64_t int_array_2[] = {u1, };
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_2, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    output_handles[1] = buf1.release();
    int64_t u2_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg2_1, &u2_raw));
    auto u2 = u2_raw / 8L;
    if (!(u2 >= 0L)) { throw std::runtime_error("Expected u2 >= 0 but received " + std::to_string(u2)); }
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_sum(arg3_1, nullptr, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    int64_t u3_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(buf2, &u3_raw));
    auto u3 = u3_raw / 8L;
    if (!(u3 >= 0L)) { throw std::runtime_error("Expected u3 >= 0 but received " + std::to_string(u3)); }
    const int64_t int_array_4[] = {u3, };
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_4, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    output_handles[3] = buf3.release();
    int64_t u4_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg4_1, &u4_raw));
    bool whole = (u4_raw & 7) == 0;
    if (!whole) { throw std::runtime_error("no multiple of 8"); }
    auto u4 = u4_raw / 8L;
    if (!(u4 >= 0L)) { throw std::runtime_error("Expected u4 >= 0 but received " + std::to_string(u4)); }
    const int64_t int_array_5[] = {u4, };
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_5, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    output_handles[4] = buf4.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
