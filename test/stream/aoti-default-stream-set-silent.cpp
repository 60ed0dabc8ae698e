// RUN: %check_aoti %s aoti-default-stream,aoti-stream-mismatch,aoti-stream-guard-missing
//
// Streams that are null at first and set in other ways than by an assignment.

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
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream, bool launchPdl);
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_, false);
}
static void pick(cudaStream_t &out, cudaStream_t from) { out = from; }

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        pick(on, stream);
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        cudaStream_t *place = &on;
        *place = stream;
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        auto &name = on;
        name = stream;
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        std::exchange(on, stream);
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        std::tie(on, device) = std::make_tuple(stream, this->device_idx_);
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        [&] { on = stream; }();
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    {
        cudaStream_t on = nullptr;
        int32_t device = this->device_idx_;
        auto choose = [&](cudaStream_t chosen) { on = chosen; };
        choose(stream);
        AOTICudaStreamGuard guard(on, device);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, device, on, kernels, this->cubin_dir_);
    }
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
