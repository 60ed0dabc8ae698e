// RUN: %check_aoti %s aoti-stream-mismatch,aoti-stream-guard-missing,aoti-stream-event-order,aoti-default-stream
//
// torch 2.9: the guard comes before the branches. What comes before it is work of the host, the copy that
// aligns an input, and allocations.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float *in_ptr0, float *out_ptr0);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_sin_0{nullptr};
};
} // namespace
CUfunction loadKernel(std::string path, const std::string &name, uint32_t shared_mem, const std::optional<std::string> &cubin_dir = std::nullopt);
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream);
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    if (kernels_.triton_poi_fused_sin_0 == nullptr) {
        kernels_.triton_poi_fused_sin_0 = loadKernel("k.cubin", "triton_poi_fused_sin_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    if ((reinterpret_cast<std::uintptr_t>(arg2_1.data_ptr()) & (16 -1)) != 0) {
        AtenTensorHandle arg2_1_aligned;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone_preserve_strides(arg2_1, &arg2_1_aligned));
        arg2_1 = std::move(RAIIAtenTensorHandle(arg2_1_aligned));
    }
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {4L, 12L};
    static constexpr int64_t int_array_1[] = {12L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    cpp_fused_add_0((const float *)(arg1_1.data_ptr()), (float *)(buf0.data_ptr()));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, arg1_1, arg1_1));
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf1, buf0, 0));
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    if (arg0_1_scalar) {
        // subgraph: true_graph_0
        call_triton_poi_fused_sin_0(buf1, buf1, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
    } else {
        // subgraph: false_graph_0
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg2_1, arg2_1));
        // A second guard of the same stream, as torch 2.15 makes one in each branch.
        AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg2_1, arg2_1));
    }
    while (1) {
        // subgraph: while_loop_cond_graph_0
        bool go;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &go));
        if (!go) break;
        // subgraph: while_loop_body_graph_0
        call_triton_poi_fused_sin_0(buf1, buf1, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg2_1, arg2_1));
    output_handles[0] = buf1.release();
}

void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle> &output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    auto &weight = constants_->at(0);
    if (weight.sizes()[0] == 0) {
        return;
    }
    // The guard of a smart pointer lives as long as that.
    auto guard = std::make_unique<AOTICudaStreamGuard>(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(weight, weight, 48L, this->device_idx_, stream, kernels, this->cubin_dir_);
}
} // namespace torch::aot_inductor
