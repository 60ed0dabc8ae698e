// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Of several kernels for one thing the package has the fastest; the helper keeps the name of the choice, the table that of the kernel.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_red_fused_sum_0{nullptr};
};
// CHECK: kernels (1)
// CHECK: [[#@LINE+4]] cuda multi_kernel_0 c9.cubin [[#@LINE+25]]
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_multi_kernel_0(const in_ptr0_type_& in_ptr0, const out_ptr0_type_& out_ptr0, int64_t xnumel, int64_t r0_numel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    if (kernels_.triton_red_fused_sum_0 == nullptr) {
        kernels_.triton_red_fused_sum_0 = loadKernel("/tmp/inductor/c9.cubin", "triton_red_fused_sum_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_red_fused_sum_0, 1, 1, 1, 4, 0, kernel_args_, stream_, false);
}
// CHECK: run_impl, line [[#@LINE+1]]: 1 buffer, 1 launch, 0 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cuda launch run multi_kernel_0 writes buf0; reads arg0_1; xnumel = 8; r0_numel = 512
    call_multi_kernel_0(arg0_1, buf0, 8L, 512L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 1 of 1 buffers, 1 of 1 launches, 0 of 0 shim calls
