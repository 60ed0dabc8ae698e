// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Views with elements of another size, and views that start before the block of a pool.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(int16);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float64);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    const int64_t int_array_0[] = {s77, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_int16, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Half as many of twice the size.
    AtenTensorHandle tmp_buf0_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf0, cached_torch_dtype_float32, &tmp_buf0_0));
    auto buf1 = RAIIAtenTensorHandle(tmp_buf0_0);
    const int64_t int_array_2[] = {s77, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 2, int_array_2, int_array_3, 0L));
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 2, int_array_0, int_array_1, 0L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: for s77 = 2 the view of 'buf1' needs 128 bytes from the start of its storage, which has 64; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-11]]:33: note: allocated here with 32*s77 bytes
    // CHECK-NOTES: :[[@LINE-12]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-9]]:33: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-5]]:49: flow: view of 'buf1' reaches outside of it here
    // And back.
    AtenTensorHandle tmp_buf1_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf1, cached_torch_dtype_int16, &tmp_buf1_1));
    auto buf4 = RAIIAtenTensorHandle(tmp_buf1_1);
    auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf4, 2, int_array_0, int_array_1, 0L));
    auto buf6 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf4, 2, int_array_0, int_array_1, 1L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: for s77 = 2 the view of 'buf4' needs 33 elements from the start of its storage, which has 32; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-22]]:33: note: allocated here with 16*s77 elements
    // CHECK-NOTES: :[[@LINE-23]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-20]]:33: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: view of 'buf1' is made here
    // CHECK-NOTES: :[[@LINE-6]]:49: flow: view of 'buf4' reaches outside of it here
    // A block of a pool that starts in the middle.
    const int64_t int_array_4[] = {256L*s77, };
    static constexpr int64_t int_array_5[] = {1L, };
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_4, int_array_5, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 64L*s77, cached_torch_dtype_float32, 2, int_array_0, int_array_1, &tmp_tensor_handle_0));
    auto buf7 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    auto buf8 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf7, 2, int_array_2, int_array_1, 8L));
    auto buf9 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf8, 2, int_array_2, int_array_1, -8L));
    auto buf10 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf8, 2, int_array_2, int_array_1, -12L));
    // CHECK-NOTES: :[[@LINE-1]]:50: error: for s77 = 2 the view of 'buf8' starts 4 elements before its block of the pool: it reaches into other buffers of the pool, reads their values and overwrites them; correct the offset [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-6]]:33: note: block made here
    // CHECK-NOTES: :[[@LINE-10]]:33: flow: the memory of 'pool0' comes from here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: block of 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-7]]:49: flow: view of 'buf7' is made here
    // CHECK-NOTES: :[[@LINE-6]]:50: flow: view of 'buf8' reaches outside of it here
    AtenTensorHandle tmp_buf7_2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf7, cached_torch_dtype_float64, &tmp_buf7_2));
    auto buf11 = RAIIAtenTensorHandle(tmp_buf7_2);
    auto buf12 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf11, 2, int_array_2, int_array_3, 0L));
    auto buf13 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf11, 2, int_array_2, int_array_3, 1L));
    // CHECK-NOTES: :[[@LINE-1]]:50: error: for s77 = 2 the view of 'buf11' needs 136 bytes from the start of its block of the pool, which has 128: it reaches into other buffers of the pool, reads their values and overwrites them; correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-17]]:33: note: block made here with 64*s77 bytes
    // CHECK-NOTES: :[[@LINE-21]]:33: flow: the memory of 'pool0' comes from here
    // CHECK-NOTES: :[[@LINE-19]]:33: flow: block of 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: view of 'buf7' is made here
    // CHECK-NOTES: :[[@LINE-6]]:50: flow: view of 'buf11' reaches outside of it here
    // What is taken over keeps its size.
    auto buf14 = std::move(buf7);  // reuse
    RAIIAtenTensorHandle buf15;
    buf15 = std::move(buf14);
    const int64_t int_array_6[] = {s77, 17L};
    auto buf16 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf15, 2, int_array_6, int_array_1, 0L));  // reuse
    // CHECK-NOTES: :[[@LINE-1]]:50: error: for s77 = 2 the view of 'buf15' needs 33 elements from the start of its block of the pool, which has 32: it reaches into other buffers of the pool, reads their values and overwrites them; correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-29]]:33: note: block made here with 16*s77 elements
    // CHECK-NOTES: :[[@LINE-33]]:33: flow: the memory of 'pool0' comes from here
    // CHECK-NOTES: :[[@LINE-31]]:33: flow: block of 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-9]]:5: flow: 'buf14' takes it over from 'buf7' here
    // CHECK-NOTES: :[[@LINE-8]]:5: flow: 'buf15' takes it over from 'buf14' here
    // CHECK-NOTES: :[[@LINE-7]]:50: flow: view of 'buf15' reaches outside of it here
    // The same for a storage that was made smaller than what it is put to use for.
    AtenTensorHandle buf17_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf17_handle));
    RAIIAtenTensorHandle buf17(buf17_handle);
    auto buf18 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf17, 2, int_array_0, int_array_1, 0L)); buf17.reset();  // reuse
    // CHECK-NOTES: :[[@LINE-1]]:50: error: for s77 = 2 the view of 'buf17' needs 32 elements from the start of its storage, which has 16; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-4]]:33: note: allocated here with 8*s77 elements
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: the memory of 'buf17' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:50: flow: view of 'buf17' reaches outside of it here
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
