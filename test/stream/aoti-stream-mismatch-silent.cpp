// RUN: %check_aoti %s aoti-stream-mismatch
//
// Streams that are those of the guard, or of which nothing is certain.

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
cudaStream_t chosen_elsewhere();
static cudaStream_t of_the_process = chosen_elsewhere();
void choose(cudaStream_t &stream);
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream);
template <typename in_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_);
    cudaStream_t same = stream_;
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, same);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream, kernels);
    cudaStream_t own;
    own = stream;
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, own, kernels);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, of_the_process, kernels);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, chosen_elsewhere(), kernels);
    cudaStream_t chosen = nullptr;
    choose(chosen);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, chosen, kernels);
    cudaStream_t current;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(this->device_idx_, (void **)&current));
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, current, kernels);
    {
        // A guard of a stream of its own, and a launch on that.
        cudaStream_t side;
        AOTI_RUNTIME_CUDA_CHECK(cudaStreamCreateWithFlags(&side, 1));
        AOTICudaStreamGuard side_guard(side, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, side, kernels);
    }
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream, kernels);
    output_handles[0] = arg0_1.release();
}
} // namespace torch::aot_inductor
