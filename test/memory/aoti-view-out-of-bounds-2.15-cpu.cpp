// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Sizes that are symbols, with the ranges that the checks declare.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
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
    static constexpr int64_t int_array_0[] = {16L, 1L};
    const int64_t int_array_1[] = {s77, 16L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_1, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // A factor too much: wrong for each size.
    const int64_t int_array_2[] = {2L*s77, 16L};
    auto buf1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_2, int_array_0, 0L));
    // CHECK-MESSAGES: :[[@LINE-1]]:49: error: for s77 = 2 the view of 'buf0' needs 64 elements from the start of its storage, which has 32; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // Right for small sizes only.
    static constexpr int64_t int_array_3[] = {512L};
    static constexpr int64_t int_array_4[] = {1L};
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_3, int_array_4, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf2, 2, int_array_1, int_array_0, 0L));
    // CHECK-MESSAGES: :[[@LINE-1]]:49: error: for s77 = 33 the view of 'buf2' needs 528 elements from the start of its storage, which has 512; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // A constant too much in the offset.
    const int64_t int_array_5[] = {s77, 8L};
    auto buf4 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_5, int_array_0, 8L));
    auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_5, int_array_0, 9L));
    // CHECK-MESSAGES: :[[@LINE-1]]:49: error: for s77 = 2 the view of 'buf0' needs 33 elements from the start of its storage, which has 32; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // Asserts that always run bound a size that is read from a tensor.
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg0_1, &u0_raw));
    auto u0 = u0_raw;
    if (!(u0 >= 1L)) { throw std::runtime_error("Expected u0 >= 1 but received " + std::to_string(u0)); }
    if (!(u0 <= 20L)) { throw std::runtime_error("Expected u0 <= 20 but received " + std::to_string(u0)); }
    static constexpr int64_t int_array_6[] = {20L, 16L};
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_6, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    const int64_t int_array_7[] = {u0, 16L};
    auto buf7 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 2, int_array_7, int_array_0, 0L));
    auto buf8 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 2, int_array_7, int_array_0, 16L));
    // CHECK-MESSAGES: :[[@LINE-1]]:49: error: for u0 = 20 the view of 'buf6' needs 336 elements from the start of its storage, which has 320; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // A contract that is only known to the compiler: s77 may be a multiple of 8.
    const int64_t int_array_8[] = {8L*(c10::div_floor_integer(static_cast<int64_t>(s77), static_cast<int64_t>(8L))), 16L};
    AtenTensorHandle buf9_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_8, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    auto buf10 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf9, 2, int_array_1, int_array_0, 0L));
    auto buf11 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf9, 2, int_array_1, int_array_0, 1L));
    // CHECK-MESSAGES: :[[@LINE-1]]:50: error: for s77 = 8 the view of 'buf9' needs 129 elements from the start of its storage, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
