// RUN: %check_aoti %s aoti-default-stream

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_sin_0{nullptr};
};
} // namespace
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream);
template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_);
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, nullptr);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'launchKernel' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream_' [aoti-default-stream]
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream, kernels);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, nullptr, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, 0, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, (cudaStream_t)0, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, cudaStream_t{}, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, cudaStreamLegacy, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, nullptr, kernels); // NOLINT(aoti-default-stream)
    cudaStream_t none = nullptr;
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, none, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the stream is never set to another one
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: the default stream comes from here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: used here
    // A stream that is set later is not null.
    cudaStream_t later = nullptr;
    later = stream;
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, later, kernels);
    // Nor is the one of the thread, which is for another rule.
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, cudaStreamPerThread, kernels);
    // Questions to a stream are no work.
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    AOTI_RUNTIME_CUDA_CHECK(cudaMemsetAsync(arg0_1.data_ptr(), 0, 1024));
    // CHECK-NOTES: :[[@LINE-1]]:29: warning: 'cudaMemsetAsync' is given no stream, so that it takes the default one, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    AOTI_RUNTIME_CUDA_CHECK(cudaMemsetAsync(arg0_1.data_ptr(), 0, 1024, stream));
    {
        AOTICudaStreamGuard null_guard(nullptr, this->device_idx_);
        // CHECK-NOTES: :[[@LINE-1]]:29: warning: 'AOTICudaStreamGuard' makes the default stream the current one, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    }
    output_handles[0] = arg0_1.release();
}
} // namespace torch::aot_inductor
