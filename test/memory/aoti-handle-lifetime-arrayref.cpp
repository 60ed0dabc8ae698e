// RUN: %check_aoti %s aoti-handle-lifetime
//
// Tensors on the stack, as torch 2.9 and 2.13 write them: `reset()` and `release()` end nothing there.

#include <torch/csrc/inductor/aoti_include/array_ref.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {4L};
    static constexpr int64_t int_array_1[] = {1L};
    float buf0_storage[4L];
    ArrayRefTensor<float> buf0(MiniArrayRef<float>(buf0_storage, 4L), int_array_0, int_array_1, cached_torch_device_type_cpu, this->device_idx_);
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data()));
    auto buf1 = std::move(buf0);  // reuse
    buf0.reset();
    cpp_fused_add_0((const float*)(buf0.data()), (float*)(buf1.data()));
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(borrow_arrayref_tensor_as_tensor(buf2), borrow_arrayref_tensor_as_tensor(buf1), borrow_arrayref_tensor_as_tensor(arg0_1), borrow_arrayref_tensor_as_tensor(wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg1_1, 1, int_array_0, int_array_1, 0L))), 1L, 1L));
    if constexpr (std::is_same_v<std::decay_t<decltype(buf1)>,RAIIAtenTensorHandle> || std::is_same_v<std::decay_t<decltype(buf1)>,AtenTensorHandle> || std::is_same_v<std::decay_t<decltype(buf1)>,ConstantHandle>) {
        output_handles[0] = buf1.release();
    } else {
        thread_local ThreadLocalCachedOutputTensor<std::decay_t<decltype(buf1)>> cached_output_0(buf1);
        cached_output_0.copy_data_from(buf1);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&output_handles[0]));
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors(cached_output_0.tensor(), output_handles[0]));
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(buf2)>,RAIIAtenTensorHandle>) {
        thread_local RAIIAtenTensorHandle cached_output_1;
        cached_output_1 = buf2.release();
    }
    auto* var_0 = get_data_ptr_wrapper(arg1_1);
    arg1_1.reset();
    cpp_fused_add_0((const float*)(var_0), buf0_storage);
    // What is not on the stack ends as always.
    cpp_fused_add_0((const float*)(arg1_1.data_ptr()), buf0_storage);
    // CHECK-NOTES: :[[@LINE-1]]:36: error: 'arg1_1' is passed to 'cpp_fused_add_0' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-5]]:5: note: 'arg1_1' is reset here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'arg1_1' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:36: flow: 'arg1_1' is passed to 'cpp_fused_add_0' here
    auto* var_1 = get_data_ptr_wrapper(buf2);
    // CHECK-NOTES: :[[@LINE-1]]:40: error: 'buf2' is used after it was released: it holds no tensor any more, so that the run crashes; use it before that, or the handle that has the tensor now [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-13]]:27: note: 'buf2' is released here
    // CHECK-NOTES: :[[@LINE-14]]:27: flow: 'buf2' is released here
    // CHECK-NOTES: :[[@LINE-4]]:40: flow: 'buf2' is used here
}
}
