// RUN: %check_aoti %s aoti-triton-scratch
//
// The lazy mode of torch 2.15: a table states what one program needs, and the helper multiplies it by the grid.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DEVICE(cuda);
static LazyKernelCompileResult tiles_0_result = {
    "/tmp/inductor/c0.cubin",
    "tiles",
    4,
    0,
    {64},
    {1},
    {1},
    {1},
    1,
    1,
    -1,
    256,
    -1,
    {},
};
static LazyKernelCompileResult tiles_1_result = {
    "/tmp/inductor/c1.cubin",
    "tiles",
    4,
    0,
    {64},
    {1},
    {1},
    {1},
    1,
    1,
    -1,
    256,
    -1,
    {},
};
static LazyKernelCompileResult tiles_2_result = {
    "/tmp/inductor/c2.cubin",
    "tiles",
    4,
    0,
    {64},
    {1},
    {1},
    {1},
    1,
    1,
    -1,
    256,
    -1,
    {},
};
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir, std::vector<CUmodule> *modules) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction tiles_0{nullptr};
    CUfunction tiles_1{nullptr};
    CUfunction tiles_2{nullptr};
    std::vector<CUmodule> loaded_modules_;
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_tiles_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t ynumel,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    if (kernels_.tiles_0 == nullptr) {
        kernels_.tiles_0 = loadKernel(
            tiles_0_result.cubin_path,
            tiles_0_result.mangled_name,
            tiles_0_result.shared_mem,
            cubin_dir_,
            &kernels_.loaded_modules_);
    }
    uint32_t grid_0 = ((xnumel + (tiles_0_result.xblocks[0] - 1)) / (tiles_0_result.xblocks[0]));
    uint32_t grid_1 = ynumel;
    uint32_t grid_2 = 1;
    if (grid_0 == 0) return;
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = ynumel;
    int32_t var_3 = xnumel;
    int64_t global_scratch_ptr_numel = tiles_0_result.global_scratch;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: scratch memory of kernel 'tiles_0' is not made larger with 'grid_0': {{.*}} [aoti-triton-scratch]
    RAIIAtenTensorHandle global_scratch_ptr_tensor;
    CUdeviceptr global_scratch_ptr = allocate_scratch_tensor<CUdeviceptr>(
        global_scratch_ptr_numel, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, global_scratch_ptr_tensor);
    RAIIAtenTensorHandle profile_scratch_ptr_tensor;
    CUdeviceptr profile_scratch_ptr = allocate_scratch_tensor<CUdeviceptr>(
        tiles_0_result.profile_scratch * static_cast<int64_t>(grid_0) * grid_1 * grid_2, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, profile_scratch_ptr_tensor);
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_ptr, &profile_scratch_ptr};
    launchKernel(kernels_.tiles_0, grid_0, grid_1, grid_2, tiles_0_result.num_warps, tiles_0_result.shared_mem, kernel_args_, stream_, false);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_tiles_1(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t ynumel,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    if (kernels_.tiles_1 == nullptr) {
        kernels_.tiles_1 = loadKernel(
            tiles_1_result.cubin_path,
            tiles_1_result.mangled_name,
            tiles_1_result.shared_mem,
            cubin_dir_,
            &kernels_.loaded_modules_);
    }
    uint32_t grid_0 = ((xnumel + (tiles_1_result.xblocks[0] - 1)) / (tiles_1_result.xblocks[0]));
    uint32_t grid_1 = ynumel;
    uint32_t grid_2 = 1;
    if (grid_0 == 0) return;
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = ynumel;
    int32_t var_3 = xnumel;
    int64_t global_scratch_ptr_numel = tiles_1_result.global_scratch * grid_0;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: scratch memory of kernel 'tiles_1' is not made larger with 'grid_1': {{.*}} [aoti-triton-scratch]
    RAIIAtenTensorHandle global_scratch_ptr_tensor;
    CUdeviceptr global_scratch_ptr = allocate_scratch_tensor<CUdeviceptr>(
        global_scratch_ptr_numel, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, global_scratch_ptr_tensor);
    RAIIAtenTensorHandle profile_scratch_ptr_tensor;
    CUdeviceptr profile_scratch_ptr = allocate_scratch_tensor<CUdeviceptr>(
        tiles_1_result.profile_scratch * static_cast<int64_t>(grid_0) * grid_1 * grid_2, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, profile_scratch_ptr_tensor);
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_ptr, &profile_scratch_ptr};
    launchKernel(kernels_.tiles_1, grid_0, grid_1, grid_2, tiles_1_result.num_warps, tiles_1_result.shared_mem, kernel_args_, stream_, false);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_tiles_2(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t ynumel,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    if (kernels_.tiles_2 == nullptr) {
        kernels_.tiles_2 = loadKernel(
            tiles_2_result.cubin_path,
            tiles_2_result.mangled_name,
            tiles_2_result.shared_mem,
            cubin_dir_,
            &kernels_.loaded_modules_);
    }
    uint32_t grid_0 = ((xnumel + (tiles_2_result.xblocks[0] - 1)) / (tiles_2_result.xblocks[0]));
    uint32_t grid_1 = ynumel;
    uint32_t grid_2 = 1;
    if (grid_0 == 0) return;
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = ynumel;
    int32_t var_3 = xnumel;
    int64_t global_scratch_ptr_numel = tiles_2_result.global_scratch * static_cast<int64_t>(grid_0) * grid_1 * grid_2;
    RAIIAtenTensorHandle global_scratch_ptr_tensor;
    CUdeviceptr global_scratch_ptr = allocate_scratch_tensor<CUdeviceptr>(
        global_scratch_ptr_numel, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, global_scratch_ptr_tensor);
    RAIIAtenTensorHandle profile_scratch_ptr_tensor;
    CUdeviceptr profile_scratch_ptr = allocate_scratch_tensor<CUdeviceptr>(
        tiles_2_result.profile_scratch * static_cast<int64_t>(grid_0) * grid_1 * grid_2, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, profile_scratch_ptr_tensor);
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_ptr, &profile_scratch_ptr};
    launchKernel(kernels_.tiles_2, grid_0, grid_1, grid_2, tiles_2_result.num_warps, tiles_2_result.shared_mem, kernel_args_, stream_, false);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    int64_t s27 = arg0_1_size[1];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s77, s27};
    const int64_t int_array_1[] = {s27, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_tiles_0(arg0_1, buf0, s77, s27, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_tiles_1(arg0_1, buf0, s77, s27, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_tiles_2(arg0_1, buf0, s77, s27, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
