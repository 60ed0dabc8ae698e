// RUN: %check_aoti %s aoti-handle-lifetime
//
// Straight code, as torch 2.15 writes it for CUDA.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(const in_ptr0_type_& in_ptr0, const out_ptr0_type_& out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1, &xnumel};
    (void)kernel_args_;
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 5);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[1]);
    // CHECK-NOTES: :[[@LINE-1]]:19: error: 'inputs[1]' is used after it was moved from: it holds no tensor any more, so that the run crashes; use it before that, or the handle that has the tensor now [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:19: note: 'inputs[1]' is moved from here
    // CHECK-NOTES: :[[@LINE-4]]:19: flow: 'inputs[1]' is moved from here
    // CHECK-NOTES: :[[@LINE-4]]:19: flow: 'inputs[1]' is used here
    [[maybe_unused]] auto& w = constants_->at(0);
    inputs.clear();
    auto arg3_1 = std::move(inputs[3]);
    // CHECK-NOTES: :[[@LINE-1]]:19: error: 'inputs[3]' is used after the inputs were cleared: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: all inputs that are left are deleted here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: all inputs that are left are deleted here
    // CHECK-NOTES: :[[@LINE-4]]:19: flow: 'inputs[3]' is used here
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    // Used after it was reset.
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    arg0_1.reset();
    call_triton_poi_fused_add_0(arg0_1, buf0, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'arg0_1' is passed to 'call_triton_poi_fused_add_0' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'arg0_1' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'arg0_1' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'arg0_1' is passed to 'call_triton_poi_fused_add_0' here
    // Used after it was moved.
    auto buf1 = std::move(buf0);  // reuse
    call_triton_poi_fused_add_0(arg1_1, buf0, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:41: error: 'buf0' is passed to 'call_triton_poi_fused_add_0' after it was moved from: it holds no tensor any more, so that the run crashes; use it before that, or the handle that has the tensor now [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:17: note: 'buf0' is moved from here
    // CHECK-NOTES: :[[@LINE-4]]:17: flow: 'buf0' is moved from here
    // CHECK-NOTES: :[[@LINE-4]]:41: flow: 'buf0' is passed to 'call_triton_poi_fused_add_0' here
    // Filled after it was wrapped.
    AtenTensorHandle buf2_handle;
    RAIIAtenTensorHandle buf2(buf2_handle);
    // CHECK-NOTES: :[[@LINE-1]]:31: error: 'buf2_handle' is used before anything has filled it: it holds whatever stands in memory, and the run crashes; call what makes its tensor first [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'buf2_handle' is declared here without a tensor
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'buf2_handle' is declared here without a tensor
    // CHECK-NOTES: :[[@LINE-4]]:31: flow: 'buf2_handle' is used here
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    // Two owners.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    RAIIAtenTensorHandle buf4(buf3_handle);
    // CHECK-NOTES: :[[@LINE-1]]:26: error: 'buf3_handle' gets a second owner: the tensor is deleted twice, which ends in 'double free' or corrupts memory; let one owner have the handle and move it [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:26: note: an owner takes the handle here
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-5]]:26: flow: an owner takes the handle here
    // CHECK-NOTES: :[[@LINE-5]]:26: flow: it gets an owner here
    // An owner is wrapped again.
    auto buf5 = wrap_with_raii_handle_if_needed(buf1);
    // CHECK-NOTES: :[[@LINE-1]]:17: error: 'buf1' gets a second owner: the tensor is deleted twice, which ends in 'double free' or corrupts memory; let one owner have the handle and move it [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-35]]:26: note: an owner takes the handle here
    // CHECK-NOTES: :[[@LINE-37]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-37]]:26: flow: an owner takes the handle here
    // CHECK-NOTES: :[[@LINE-5]]:17: flow: it gets an owner here
    // Nobody owns the view.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, reinterpret_tensor_wrapper(arg1_1, 2, int_array_0, int_array_1, 0L)));
    // CHECK-NOTES: :[[@LINE-1]]:70: error: the tensor that is made here has no owner: it is leaked at each run, until memory ends; wrap it in a 'RAIIAtenTensorHandle' [aoti-handle-lifetime]
    // A handle that a temporary owned.
    AtenTensorHandle var_0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg1_1, 2, int_array_0, int_array_1, 0L));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, var_0));
    // CHECK-NOTES: :[[@LINE-1]]:70: error: 'var_0' is passed to 'aoti_torch_cuda_mm_out' after the statement that made its owner, a temporary: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the temporary owner deletes the tensor at the end of this statement
    // CHECK-NOTES: :[[@LINE-4]]:62: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: the temporary owner deletes the tensor at the end of this statement
    // CHECK-NOTES: :[[@LINE-5]]:70: flow: 'var_0' is passed to 'aoti_torch_cuda_mm_out' here
    // The first tensor of an owner.
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    AtenTensorHandle buf7_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf6, &buf7_handle));
    buf6 = RAIIAtenTensorHandle(buf7_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, buf6_handle));
    // CHECK-NOTES: :[[@LINE-1]]:70: error: 'buf6_handle' is passed to 'aoti_torch_cuda_mm_out' after 'buf6' got another tensor: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'buf6' gets another tensor here, and the first is deleted
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: 'buf6' gets another tensor here, and the first is deleted
    // CHECK-NOTES: :[[@LINE-5]]:70: flow: 'buf6_handle' is passed to 'aoti_torch_cuda_mm_out' here
    // An owner in a block.
    AtenTensorHandle buf8_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf6, &buf8_handle));
    {
        RAIIAtenTensorHandle buf8(buf8_handle);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, buf8_handle));
    // CHECK-NOTES: :[[@LINE-1]]:70: error: 'buf8_handle' is passed to 'aoti_torch_cuda_mm_out' after the block of its owner: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'buf8' deletes the tensor at the end of its block
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: 'buf8' deletes the tensor at the end of its block
    // CHECK-NOTES: :[[@LINE-5]]:70: flow: 'buf8_handle' is passed to 'aoti_torch_cuda_mm_out' here
    // A weight with an owner.
    RAIIAtenTensorHandle buf9(w.get());
    // CHECK-NOTES: :[[@LINE-1]]:26: error: the handle of constant 'w' is given an owner: the weight is deleted with it, and the next run reads freed memory; clone it with 'aoti_torch_clone' [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-92]]:22: note: 'w' is read here
    // CHECK-NOTES: :[[@LINE-93]]:22: flow: 'w' is read here
    // CHECK-NOTES: :[[@LINE-4]]:26: flow: it gets an owner here
    // Outputs: an owner keeps its tensor, a weight, a tensor that is gone, one number for two.
    output_handles[0] = buf6;
    // CHECK-NOTES: :[[@LINE-1]]:5: error: output 0 gets the tensor of 'buf6' while an owner deletes it at the end of the run: the caller gets a handle to freed memory; give it with 'release()' [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-28]]:12: note: an owner takes the handle here
    // CHECK-NOTES: :[[@LINE-30]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-30]]:12: flow: an owner takes the handle here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: the output is set here
    output_handles[1] = w;
    // CHECK-NOTES: :[[@LINE-1]]:5: error: the handle of constant 'w' is given to the caller as output 1: the weight is deleted with it, and the next run reads freed memory; clone it with 'aoti_torch_clone' [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-104]]:22: note: 'w' is read here
    // CHECK-NOTES: :[[@LINE-105]]:22: flow: 'w' is read here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: it is given to the caller here
    AtenTensorHandle buf10_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf6, &buf10_handle));
    output_handles[2] = buf10_handle;
    RAIIAtenTensorHandle buf10(buf10_handle);
    // CHECK-NOTES: :[[@LINE-1]]:26: error: 'buf10_handle' gets an owner though it was given to the caller: the tensor is deleted twice, which ends in 'double free' or corrupts memory; let one owner have the handle and move it [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the tensor is given to the caller here
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: the tensor is given to the caller here
    // CHECK-NOTES: :[[@LINE-5]]:26: flow: it gets an owner here
    output_handles[3] = arg1_1.release();
    output_handles[3] = buf5.release();
    // CHECK-NOTES: :[[@LINE-1]]:5: error: output 3 is set though it was set already: the first tensor is leaked at each run, and another output may stay empty; correct the number of one of them [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the tensor is given to the caller here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: the tensor is given to the caller here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: the output is set here
    output_handles[4] = arg1_1.release();
    // CHECK-NOTES: :[[@LINE-1]]:25: error: 'arg1_1' is used after it was released: it holds no tensor any more, so that the run crashes; use it before that, or the handle that has the tensor now [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-8]]:25: note: 'arg1_1' is released here
    // CHECK-NOTES: :[[@LINE-9]]:25: flow: 'arg1_1' is released here
    // CHECK-NOTES: :[[@LINE-4]]:25: flow: 'arg1_1' is used here
}
}
