// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Sizes, strides and offsets that are literals.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // A larger offset.
    auto buf1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_0, int_array_1, 1L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf0' needs 129 elements from the start of its storage, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-5]]:33: note: allocated here with 128 elements
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:49: flow: view of 'buf0' reaches outside of it here
    // More rows than there are.
    static constexpr int64_t int_array_2[] = {9L, 16L};
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_2, int_array_1, 0L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf0' needs 144 elements from the start of its storage, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-12]]:33: note: allocated here with 128 elements
    // CHECK-NOTES: :[[@LINE-13]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:49: flow: view of 'buf0' reaches outside of it here
    // Sizes and strides changed places.
    static constexpr int64_t int_array_3[] = {2L, 4L, 16L};
    static constexpr int64_t int_array_4[] = {64L, 16L, 1L};
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 3, int_array_3, int_array_4, 0L));
    auto buf4 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 3, int_array_4, int_array_3, 0L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf0' needs 187 elements from the start of its storage, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-21]]:33: note: allocated here with 128 elements
    // CHECK-NOTES: :[[@LINE-22]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:49: flow: view of 'buf0' reaches outside of it here
    // A view of a view: offsets add up. What is made of a wrong view is not reported again.
    static constexpr int64_t int_array_5[] = {4L};
    static constexpr int64_t int_array_6[] = {1L};
    auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 1, int_array_5, int_array_6, 120L));
    auto buf6 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf5, 1, int_array_5, int_array_6, 5L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf5' needs 129 elements from the start of its storage, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-30]]:33: note: allocated here with 128 elements
    // CHECK-NOTES: :[[@LINE-31]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-5]]:49: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-5]]:49: flow: view of 'buf5' reaches outside of it here
    auto buf7 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 1, int_array_5, int_array_6, 1L));
    // Before the beginning.
    auto buf8 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf5, 1, int_array_5, int_array_6, -121L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf5' starts 1 element before its storage; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct the offset [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-38]]:33: note: the memory comes from here
    // CHECK-NOTES: :[[@LINE-39]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-13]]:49: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-5]]:49: flow: view of 'buf5' reaches outside of it here
    // The rank is larger than the arrays.
    auto buf9 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_5, int_array_6, 0L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf0' reads 2 sizes and strides from an array that has 1: the rest is whatever lies behind it in memory, so that the tensor gets random sizes; make the rank and the arrays agree [aoti-view-out-of-bounds]
    // Another way to the same.
    AtenTensorHandle buf10_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_as_strided(buf0_handle, int_array_2, int_array_1, &buf10_handle));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: view of 'buf0' needs 144 elements from the start of its storage, which has 128; torch refuses it when the model runs ('setStorage: ... are out of bounds for storage'): correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-49]]:33: note: allocated here with 128 elements
    // CHECK-NOTES: :[[@LINE-50]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: view of 'buf0' reaches outside of it here
    RAIIAtenTensorHandle buf10(buf10_handle);
    // An element of the other type is half as large, so that twice as many fit.
    AtenTensorHandle tmp_buf0_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_view_dtype(buf0, cached_torch_dtype_float16, &tmp_buf0_0));
    auto buf11 = RAIIAtenTensorHandle(tmp_buf0_0);
    static constexpr int64_t int_array_7[] = {256L};
    auto buf12 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf11, 1, int_array_7, int_array_6, 0L));
    auto buf13 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf11, 1, int_array_7, int_array_6, 1L));
    // CHECK-NOTES: :[[@LINE-1]]:50: error: view of 'buf11' needs 514 bytes from the start of its storage, which has 512; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-61]]:33: note: allocated here with 512 bytes
    // CHECK-NOTES: :[[@LINE-62]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-5]]:50: flow: view of 'buf11' reaches outside of it here
    // Other handles of the same tensor.
    AtenTensorHandle inner_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf0, &inner_handle));
    RAIIAtenTensorHandle inner(inner_handle);
    auto moved = std::move(inner);  // reuse
    auto buf14 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(moved, 2, int_array_2, int_array_1, 0L));
    // CHECK-NOTES: :[[@LINE-1]]:50: error: view of 'moved' needs 144 elements from the start of its storage, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-72]]:33: note: allocated here with 128 elements
    // CHECK-NOTES: :[[@LINE-73]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'moved' takes it over from 'inner' here
    // CHECK-NOTES: :[[@LINE-6]]:50: flow: view of 'moved' reaches outside of it here
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
