// RUN: %check_aoti %s aoti-triton-scratch
//
// As torch 2.9 writes it: the bytes of one program, and the same with some axes forgotten.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction copy_tiles_0{nullptr};
    CUfunction copy_tiles_1{nullptr};
    CUfunction copy_tiles_2{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_copy_tiles_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('copy_tiles_0', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'copy_tiles_0', 'mutated_arg_names': []}
    )
    @triton.jit
    def copy_tiles_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.copy_tiles_0 == nullptr) {
        kernels_.copy_tiles_0 = loadKernel("/tmp/inductor/copy_tiles_0.cubin", "copy_tiles_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    int64_t global_scratch_scratch_3_size[] = {128};
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: scratch memory of kernel 'copy_tiles_0' is not made larger with 'grid_0': each program of the grid writes to a part of its own, so all but the first write past the end of it, with up to 3 programs there; multiply the size by 'grid_0 * grid_1 * grid_2' as torch 2.13 does, or compile the package again with that [aoti-triton-scratch]
    int64_t global_scratch_scratch_3_stride[] = {1};
    AtenTensorHandle global_scratch_scratch_3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, global_scratch_scratch_3_size, global_scratch_scratch_3_stride, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, &global_scratch_scratch_3_handle));
    RAIIAtenTensorHandle global_scratch_scratch_3_tensor(global_scratch_scratch_3_handle);
    CUdeviceptr global_scratch_scratch_3 = reinterpret_cast<CUdeviceptr>(global_scratch_scratch_3_tensor.data_ptr());
    int64_t profile_scratch_scratch_4_size[] = {0x40};
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: scratch memory of kernel 'copy_tiles_0' is not made larger with 'grid_0': each program of the grid writes to a part of its own, so all but the first write past the end of it, with up to 3 programs there; multiply the size by 'grid_0 * grid_1 * grid_2' as torch 2.13 does, or compile the package again with that [aoti-triton-scratch]
    int64_t profile_scratch_scratch_4_stride[] = {1};
    AtenTensorHandle profile_scratch_scratch_4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, profile_scratch_scratch_4_size, profile_scratch_scratch_4_stride, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, &profile_scratch_scratch_4_handle));
    RAIIAtenTensorHandle profile_scratch_scratch_4_tensor(profile_scratch_scratch_4_handle);
    CUdeviceptr profile_scratch_scratch_4 = reinterpret_cast<CUdeviceptr>(profile_scratch_scratch_4_tensor.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &global_scratch_scratch_3, &profile_scratch_scratch_4};
    launchKernel(kernels_.copy_tiles_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_copy_tiles_1(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('copy_tiles_1', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'copy_tiles_1', 'mutated_arg_names': []}
    )
    @triton.jit
    def copy_tiles_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.copy_tiles_1 == nullptr) {
        kernels_.copy_tiles_1 = loadKernel("/tmp/inductor/copy_tiles_1.cubin", "copy_tiles_1", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    int64_t global_scratch_scratch_3_size[] = {128};
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: scratch memory of kernel 'copy_tiles_1' is not made larger with 'grid_0': each program of the grid writes to a part of its own, so all but the first write past the end of it as soon as there are two; multiply the size by 'grid_0 * grid_1 * grid_2' as torch 2.13 does, or compile the package again with that [aoti-triton-scratch]
    int64_t global_scratch_scratch_3_stride[] = {1};
    AtenTensorHandle global_scratch_scratch_3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, global_scratch_scratch_3_size, global_scratch_scratch_3_stride, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, &global_scratch_scratch_3_handle));
    RAIIAtenTensorHandle global_scratch_scratch_3_tensor(global_scratch_scratch_3_handle);
    CUdeviceptr global_scratch_scratch_3 = reinterpret_cast<CUdeviceptr>(global_scratch_scratch_3_tensor.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &global_scratch_scratch_3};
    launchKernel(kernels_.copy_tiles_1, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_copy_tiles_2(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('copy_tiles_2', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'copy_tiles_2', 'mutated_arg_names': []}
    )
    @triton.jit
    def copy_tiles_2(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 4;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.copy_tiles_2 == nullptr) {
        kernels_.copy_tiles_2 = loadKernel("/tmp/inductor/copy_tiles_2.cubin", "copy_tiles_2", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    int64_t global_scratch_scratch_3_size[] = {static_cast<int64_t>(128) * grid_0};
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: scratch memory of kernel 'copy_tiles_2' is not made larger with 'grid_1': each program of the grid writes to a part of its own, so all but the first along that axis write past the end of it, with up to 4 programs there; multiply the size by 'grid_0 * grid_1 * grid_2' as torch 2.13 does, or compile the package again with that [aoti-triton-scratch]
    int64_t global_scratch_scratch_3_stride[] = {1};
    AtenTensorHandle global_scratch_scratch_3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, global_scratch_scratch_3_size, global_scratch_scratch_3_stride, cached_torch_dtype_uint8, cached_torch_device_type_cuda, device_idx_, &global_scratch_scratch_3_handle));
    RAIIAtenTensorHandle global_scratch_scratch_3_tensor(global_scratch_scratch_3_handle);
    CUdeviceptr global_scratch_scratch_3 = reinterpret_cast<CUdeviceptr>(global_scratch_scratch_3_tensor.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &global_scratch_scratch_3};
    launchKernel(kernels_.copy_tiles_2, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {64L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_copy_tiles_0(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_copy_tiles_0(arg0_1, buf0, 192L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_copy_tiles_1(arg0_1, buf0, s0, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_copy_tiles_2(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
