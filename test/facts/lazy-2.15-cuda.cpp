// RUN: %aoti-lint --dump-facts %s | FileCheck %s
// RUN: %aoti-lint --dump-facts=json %s | FileCheck %s --check-prefix=JSON
//
// Kernels that are compiled when the package is made but tuned later: their file stands in a static table, and scratch is allocated in the helper.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DEVICE(cuda);
#define TRITON_PER_FUSED_SUM_0_CUBIN_PATH "/tmp/inductor/cs5xaoqdx.cubin"
static LazyKernelCompileResult triton_per_fused_sum_0_result = {
    TRITON_PER_FUSED_SUM_0_CUBIN_PATH,
    "triton_per_fused_sum_0",
    2,
    0,
    {1},
    {1},
    {1},
    {1},
    1,
    1,
    -1,
    -1,
    -1,
    {},
};
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir, std::vector<CUmodule> *modules) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_per_fused_sum_0{nullptr};
    std::vector<CUmodule> loaded_modules_;
};
// CHECK: kernels (1)
// CHECK: cuda triton_per_fused_sum_0 cs5xaoqdx.cubin [[#]]
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_per_fused_sum_0(const in_ptr0_type_& in_ptr0, const out_ptr0_type_& out_ptr0, int64_t ks0, int64_t xnumel, int64_t r0_numel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    if (kernels_.triton_per_fused_sum_0 == nullptr) {
        kernels_.triton_per_fused_sum_0 = loadKernel(
            triton_per_fused_sum_0_result.cubin_path,
            triton_per_fused_sum_0_result.mangled_name,
            triton_per_fused_sum_0_result.shared_mem,
            cubin_dir_,
            &kernels_.loaded_modules_);
    }
    uint32_t grid_0 = ((xnumel + (triton_per_fused_sum_0_result.xblocks[0] - 1)) / (triton_per_fused_sum_0_result.xblocks[0]));
    if (grid_0 == 0) return;
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2};
    launchKernel(kernels_.triton_per_fused_sum_0, grid_0, 1, 1, triton_per_fused_sum_0_result.num_warps, triton_per_fused_sum_0_result.shared_mem, kernel_args_, stream_, false);
}
// CHECK: run_impl, line [[#@LINE+1]]: 1 buffer, 1 launch, 0 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s95 = arg0_1_size[0];
    int64_t s75 = arg0_1_size[1];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s95, s75};
    const int64_t int_array_1[] = {s75, 1L};
    AtenTensorHandle buf0_handle;
    // CHECK: [[#@LINE+1]] buf0 allocation float32 cuda [s95, s75] [s75, 1] 4*s95*s75
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cuda launch run triton_per_fused_sum_0 writes buf0; reads arg0_1; ks0 = s75; xnumel = s95*s75; r0_numel = 16
    call_triton_per_fused_sum_0(arg0_1, buf0, s75, s75*s95, 16L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 1 of 1 buffers, 1 of 1 launches, 0 of 0 shim calls
// JSON:      "launches": [
// JSON-NEXT: {
// JSON-NEXT: "line": 73,
// JSON-NEXT: "grid": [
// JSON-NEXT: "s95*s75",
// JSON-NEXT: "1",
// JSON-NEXT: "1"
// JSON-NEXT: ],
