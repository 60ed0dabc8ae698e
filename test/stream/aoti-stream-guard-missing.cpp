// RUN: %check_aoti %s aoti-stream-guard-missing
//
// torch 2.13: the first work of the device lies in a branch, so that the guard does, too.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_sin_0{nullptr};
};
} // namespace
CUfunction loadKernel(std::string path, const std::string &name, uint32_t shared_mem, const std::optional<std::string> &cubin_dir = std::nullopt);
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream);

// A helper runs under the guard of its caller.
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    uint32_t grid_0 = ((xnumel + (128 - 1)) / (128));
    if (grid_0 == 0) return;
    if (kernels_.triton_poi_fused_sin_0 == nullptr) {
        kernels_.triton_poi_fused_sin_0 = loadKernel("k.cubin", "triton_poi_fused_sin_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_sin_0, grid_0, 1, 1, 1, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    // The copy that aligns an input comes before any guard.
    if ((reinterpret_cast<std::uintptr_t>(arg2_1.data_ptr()) & (16 -1)) != 0) {
        AtenTensorHandle arg2_1_aligned;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone_preserve_strides(arg2_1, &arg2_1_aligned));
        arg2_1 = std::move(RAIIAtenTensorHandle(arg2_1_aligned));
    }
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {4L, 12L};
    static constexpr int64_t int_array_1[] = {12L, 1L};
    RAIIAtenTensorHandle buf1;
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    if (arg0_1_scalar) {
        // subgraph: true_graph_0
        AtenTensorHandle true_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg1_1, &true_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle true_graph_0_arg0_1(true_graph_0_arg0_1_handle);
        AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
        AtenTensorHandle true_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        call_triton_poi_fused_sin_0(true_graph_0_arg0_1, true_graph_0_buf0, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
        buf1.reset();
        buf1 = std::move(true_graph_0_buf0);
    } else {
        // subgraph: false_graph_0
        AtenTensorHandle false_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg1_1, &false_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle false_graph_0_arg0_1(false_graph_0_arg0_1_handle);
        AtenTensorHandle false_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &false_graph_0_buf0_handle));
        RAIIAtenTensorHandle false_graph_0_buf0(false_graph_0_buf0_handle);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(false_graph_0_buf0, false_graph_0_arg0_1, 0));
        // CHECK-NOTES: :[[@LINE-1]]:37: error: 'aoti_torch_copy_' runs without a stream guard: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make 'AOTICudaStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
        // Work that comes after such work is not reported again.
        call_triton_poi_fused_sin_0(false_graph_0_arg0_1, false_graph_0_buf0, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
        buf1.reset();
        buf1 = std::move(false_graph_0_buf0);
    }
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf2, buf1, arg2_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // CHECK-NOTES: :[[@LINE-27]]:29: note: this guard lives only in a part of the function
    // CHECK-NOTES: :[[@LINE-21]]:5: note: the guard ends here
    // CHECK-NOTES: :[[@LINE-29]]:29: flow: a guard is made here
    // CHECK-NOTES: :[[@LINE-23]]:5: flow: it ends here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: work without a guard here
    call_triton_poi_fused_sin_0(buf1, buf2, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf2.release();
}

void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle> &output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    auto &weight = constants_->at(0);
    call_triton_poi_fused_sin_0(weight, weight, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' runs without a stream guard: its kernel is loaded on the current device of the calling thread, which need not be the model's (invalid resource handle, illegal memory access), and its buffers belong to another stream; make 'AOTICudaStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(weight, weight, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
}
} // namespace torch::aot_inductor
