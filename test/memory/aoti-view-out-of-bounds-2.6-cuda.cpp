// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// As torch 2.6 writes it: named temporaries, and no input checks.

#include <cmath>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    const int64_t int_array_0[] = {s0, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    const int64_t int_array_2[] = {8L, s0};
    static constexpr int64_t int_array_3[] = {1L, 8L};
    auto tmp_tensor_handle_0 = reinterpret_tensor_wrapper(buf0, 2, int_array_2, int_array_3, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_0_raii(tmp_tensor_handle_0);
    decltype(auto) buf1 = std::move(tmp_tensor_handle_0_raii);  // alias
    const int64_t int_array_4[] = {8L*s0};
    static constexpr int64_t int_array_5[] = {1L};
    auto tmp_tensor_handle_1 = reinterpret_tensor_wrapper(buf1, 1, int_array_4, int_array_5, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_1_raii(tmp_tensor_handle_1);
    auto tmp_tensor_handle_2 = reinterpret_tensor_wrapper(buf1, 1, int_array_4, int_array_5, 8L);
    // CHECK-NOTES: :[[@LINE-1]]:32: error: for s0 = 2 the view of 'buf1' needs 24 elements from the start of its storage, which has 16; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-13]]:33: note: allocated here with 8*s0 elements
    // CHECK-NOTES: :[[@LINE-14]]:33: flow: the memory of 'buf0' comes from here
    // CHECK-NOTES: :[[@LINE-11]]:32: flow: view of 'buf0' is made here
    // CHECK-NOTES: :[[@LINE-5]]:32: flow: view of 'buf1' reaches outside of it here
    RAIIAtenTensorHandle tmp_tensor_handle_2_raii(tmp_tensor_handle_2);
    // No check says how large s0 may be, so that a size that only a large one exceeds is not reported.
    static constexpr int64_t int_array_6[] = {512L};
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_6, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    auto tmp_tensor_handle_3 = reinterpret_tensor_wrapper(buf2, 1, int_array_4, int_array_5, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_3_raii(tmp_tensor_handle_3);
    // A grid is not a view: floors of negative numbers are only read.
    int64_t blocks = (-1L)*static_cast<int64_t>(std::floor((-1.0/4.0)*s0));
    const int64_t int_array_7[] = {blocks};
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_7, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    auto tmp_tensor_handle_4 = reinterpret_tensor_wrapper(buf3, 1, int_array_7, int_array_5, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_4_raii(tmp_tensor_handle_4);
    auto tmp_tensor_handle_5 = reinterpret_tensor_wrapper(buf3, 1, int_array_7, int_array_5, 1L);
    // CHECK-NOTES: :[[@LINE-1]]:32: error: for s0 = 2 the view of 'buf3' needs 2 elements from the start of its storage, which has 1; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-6]]:33: note: allocated here with -(-s0) / 4 elements
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: the memory of 'buf3' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:32: flow: view of 'buf3' reaches outside of it here
    RAIIAtenTensorHandle tmp_tensor_handle_5_raii(tmp_tensor_handle_5);
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
