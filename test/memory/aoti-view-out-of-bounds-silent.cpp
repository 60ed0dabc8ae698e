// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// What looks alike and is right, or cannot be decided.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg0_1_size[0] > 64) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 64, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (16 != arg0_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 1, expected: 16, but got: " << arg0_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // The whole, in other orders, and the last elements.
    static constexpr int64_t int_array_2[] = {16L, 8L};
    static constexpr int64_t int_array_3[] = {1L, 16L};
    auto buf1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_2, int_array_3, 0L));
    static constexpr int64_t int_array_4[] = {8L};
    static constexpr int64_t int_array_5[] = {1L};
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 1, int_array_4, int_array_5, 120L));
    // No elements, so that none can be out of bounds.
    static constexpr int64_t int_array_6[] = {0L, 16L};
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_6, int_array_1, 500L));
    static constexpr int64_t *int_array_7=nullptr;
    auto buf4 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 0, int_array_7, int_array_7, 127L));
    // An input may be a part of something larger, and the output of an op has the storage that the op likes.
    static constexpr int64_t int_array_8[] = {4096L, 16L};
    auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_8, int_array_1, 0L));
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_cumsum(buf0, 0L, nullptr, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    auto buf7 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 2, int_array_8, int_array_1, 0L));
    // One of two, and it fits both.
    RAIIAtenTensorHandle buf8;
    static constexpr int64_t int_array_9[] = {64L, 16L};
    AtenTensorHandle buf9_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_9, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    if (s77 > 8) {
        buf8 = std::move(buf9);
    } else {
        buf8 = std::move(buf0);
    }
    auto buf10 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf8, 2, int_array_0, int_array_1, 0L));
    // Padded rows that a smaller tensor is put on.
    const int64_t int_array_10[] = {s77, 15L};
    const int64_t int_array_11[] = {s77, 16L};
    AtenTensorHandle buf11_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_11, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf11_handle));
    AtenTensorHandle buf11_handle_restrided;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_as_strided(buf11_handle, int_array_10, int_array_1, &buf11_handle_restrided));
    wrap_with_raii_handle_if_needed(buf11_handle);
    RAIIAtenTensorHandle buf11(buf11_handle_restrided);
    // The same number of elements for every size.
    const int64_t int_array_12[] = {4L*s77, 4L};
    static constexpr int64_t int_array_13[] = {4L, 1L};
    auto buf12 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf11, 2, int_array_12, int_array_13, 0L));
    // Right where it stands: only small sizes come here.
    static constexpr int64_t int_array_14[] = {16L, 16L};
    AtenTensorHandle buf14_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_14, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf14_handle));
    RAIIAtenTensorHandle buf14(buf14_handle);
    if (s77 <= 16) {
        auto small = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf14, 2, int_array_11, int_array_1, 0L));
    }
    // An operator gives it another storage.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_resize_(buf9, int_array_8, 2, nullptr));
    auto buf15 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf9, 2, int_array_8, int_array_1, 0L));
    // A value that the model computes; that of an operator may always be right.
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(buf6, &u0_raw));
    auto u0 = u0_raw;
    auto buf13 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf11, 1, int_array_4, int_array_5, u0));
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
