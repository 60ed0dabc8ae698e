// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Pools of memory planning, as torch 2.13 writes them. Offsets are in bytes.

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
    const int64_t int_array_0[] = {std::max<int64_t>({64L*s77 + align(64L*s77), 128L*s77}), };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle pool1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool1_handle));
    RAIIAtenTensorHandle pool1(pool1_handle);
    const int64_t int_array_2[] = {s77, 16L};
    static constexpr int64_t int_array_3[] = {16L, 1L};
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    AtenTensorHandle tmp_tensor_handle_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, align(64L*s77), cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_1));
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    // Blocks whose lifetimes do not meet lie on each other.
    AtenTensorHandle tmp_tensor_handle_2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_2));
    auto buf2 = RAIIAtenTensorHandle(tmp_tensor_handle_2);
    // Past the pool.
    AtenTensorHandle tmp_tensor_handle_3;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, 64L + align(64L*s77), cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_3));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: for s77 = 2 the block of 'pool1' needs 320 bytes from the start of the pool, which has 256; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-18]]:33: note: allocated here with 128*s77 bytes
    // CHECK-NOTES: :[[@LINE-19]]:33: flow: the memory of 'pool1' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: block of 'pool1' reaches outside of it here
    auto buf3 = RAIIAtenTensorHandle(tmp_tensor_handle_3);
    const int64_t int_array_4[] = {s77, 16L};
    static constexpr int64_t int_array_5[] = {32L, 1L};
    AtenTensorHandle tmp_tensor_handle_4;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, align(64L*s77), cached_torch_dtype_float32, 2, int_array_4, int_array_5, &tmp_tensor_handle_4));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: for s77 = 2 the block of 'pool1' needs 320 bytes from the start of the pool, which has 256; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-27]]:33: note: allocated here with 128*s77 bytes
    // CHECK-NOTES: :[[@LINE-28]]:33: flow: the memory of 'pool1' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: block of 'pool1' reaches outside of it here
    auto buf4 = RAIIAtenTensorHandle(tmp_tensor_handle_4);
    AtenTensorHandle tmp_tensor_handle_5;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, 2L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_5));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: block of 'pool1' starts at byte 2, which is not a multiple of the 4 bytes of a float32: torch cuts the offset to byte 0, where another block may lie; align the offset [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-34]]:33: flow: the memory of 'pool1' comes from here
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: block of 'pool1' reaches outside of it here
    auto buf5 = RAIIAtenTensorHandle(tmp_tensor_handle_5);
    // A view stays in its block, though the pool goes on.
    const int64_t int_array_6[] = {16L*s77};
    auto buf6 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 1, int_array_6, int_array_1, 0L));  // reuse
    auto buf7 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 1, int_array_6, int_array_1, 16L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: for s77 = 2 the view of 'buf0' needs 48 elements from the start of its block of the pool, which has 32: it reaches into other buffers of the pool, reads their values and overwrites them; correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-37]]:33: note: block made here with 16*s77 elements
    // CHECK-NOTES: :[[@LINE-43]]:33: flow: the memory of 'pool1' comes from here
    // CHECK-NOTES: :[[@LINE-39]]:33: flow: block of 'pool1' is made here
    // CHECK-NOTES: :[[@LINE-5]]:49: flow: view of 'buf0' reaches outside of it here
    // A pool of another type than the block.
    static constexpr int64_t int_array_7[] = {32L};
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_7, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    static constexpr int64_t int_array_8[] = {16L};
    AtenTensorHandle tmp_tensor_handle_6;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_int64, 1, int_array_8, int_array_1, &tmp_tensor_handle_6));
    auto buf8 = RAIIAtenTensorHandle(tmp_tensor_handle_6);
    AtenTensorHandle tmp_tensor_handle_7;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 8L, cached_torch_dtype_int64, 1, int_array_8, int_array_1, &tmp_tensor_handle_7));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: block of 'pool0' needs 136 bytes from the start of the pool, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-9]]:33: note: allocated here with 128 bytes
    // CHECK-NOTES: :[[@LINE-10]]:33: flow: the memory of 'pool0' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: block of 'pool0' reaches outside of it here
    auto buf9 = RAIIAtenTensorHandle(tmp_tensor_handle_7);
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
