// RUN: %check_aoti %s aoti-triton-launch-abi
//
// What torch 2.15 writes, and other forms that fit: wider integers, bytes for booleans and 8-bit floating-point numbers, a number that is read
// from a tensor, constants that are not passed, descriptors of tensors, parameters without a type,
// specialised warps.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DTYPE(float8_e4m3fn);
CACHE_TORCH_DTYPE(bfloat16);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
    CUfunction scale_0{nullptr};
    CUfunction triton_poi_fused_add_1{nullptr};
    CUfunction triton_poi_fused_add_2{nullptr};
    CUfunction triton_poi_fused_add_3{nullptr};
    CUfunction triton_poi_fused_add_4{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename in_ptr1_type_, typename in_ptr2_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    const in_ptr1_type_& in_ptr1,
    const in_ptr2_type_& in_ptr2,
    int64_t ks0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_0', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'in_ptr1': '*u8', 'in_ptr2': '*i1', 'ks0': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_0', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_0(in_ptr0, out_ptr0, in_ptr1, in_ptr2, ks0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_0 == nullptr) {
        kernels_.triton_poi_fused_add_0 = loadKernel("/tmp/inductor/triton_poi_fused_add_0.cubin", "triton_poi_fused_add_0", 2048, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_3 = reinterpret_cast<CUdeviceptr>(in_ptr2.data_ptr());
    int64_t var_4 = ks0;
    int64_t var_5 = xnumel;
    CUdeviceptr global_scratch_scratch_6 = 0;
    CUdeviceptr profile_scratch_scratch_7 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &var_5, &global_scratch_scratch_6, &profile_scratch_scratch_7};
    launchKernel(kernels_.triton_poi_fused_add_0, grid_0, grid_1, grid_2, 2, 2048, kernel_args_, stream_, false);
}
template <typename x_type_, typename weight_type_, typename y_type_, typename kernels_type_>
static __attribute__((noinline)) void call_scale_0(
    const x_type_& x,
    const weight_type_& weight,
    const y_type_& y,
    double s,
    bool flag,
    int64_t n,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('scale', '''
    import triton
    import triton.language as tl

    @triton_heuristics.user_autotune(configs=[], filename=__file__, custom_kernel=True,
        triton_meta={'signature': {'x': '*bf16', 'weight': 'fp32', 'y': '*bf16', 's': 'fp64', 'flag': 'i1', 'bias': 'constexpr', 'n': 'i32', 'BLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {'bias': None, 'BLOCK': 64}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'scale_0', 'mutated_arg_names': []}
    )
    @triton.jit
    def scale(x, weight, y, s, flag, bias, n, BLOCK: tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((n + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.scale_0 == nullptr) {
        kernels_.scale_0 = loadKernel("/tmp/inductor/scale_0.cubin", "scale", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(x.data_ptr());
    float var_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_float32(weight, &var_1));
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(y.data_ptr());
    double var_3 = s;
    auto var_4 = flag;
    int32_t var_5 = n;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &var_5};
    launchKernel(kernels_.scale_0, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_, false);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_1(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_1', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, num_warps=1, num_buffers_warp_spec=2, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'constexpr', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {'xnumel': 1}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_1', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((1));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_1 == nullptr) {
        kernels_.triton_poi_fused_add_1 = loadKernel("/tmp/inductor/triton_poi_fused_add_1.cubin", "triton_poi_fused_add_1", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_add_1, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_, false);
}
template <typename desc_type_, typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_2(
    const desc_type_& desc,
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_2', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'desc': 'tensordesc<fp32[64, 64]>', 'in_ptr0': '*fp32', 'out_ptr0': '*fp32'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_2', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_2(desc, in_ptr0, out_ptr0):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((16));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_2 == nullptr) {
        kernels_.triton_poi_fused_add_2 = loadKernel("/tmp/inductor/triton_poi_fused_add_2.cubin", "triton_poi_fused_add_2", 0, cubin_dir_);
    }
    auto var_0 = desc;
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0.m, &var_0.block_shape[0], &var_0.block_shape[1], &var_0.strides[0], &var_0.strides[1], &var_1, &var_2};
    launchKernel(kernels_.triton_poi_fused_add_2, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_, false);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_3(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_3', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_3', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_3(in_ptr0, out_ptr0, xnumel):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_3 == nullptr) {
        kernels_.triton_poi_fused_add_3 = loadKernel("/tmp/inductor/triton_poi_fused_add_3.cubin", "triton_poi_fused_add_3", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2};
    launchKernel(kernels_.triton_poi_fused_add_3, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_, false);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_4(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_4', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i64', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_4', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_4(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_4 == nullptr) {
        kernels_.triton_poi_fused_add_4 = loadKernel("/tmp/inductor/triton_poi_fused_add_4.cubin", "triton_poi_fused_add_4", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int var_2 = xnumel; // NOLINT(aoti-triton-launch-abi)
    void* kernel_args_[] = {&var_0, &var_1, &var_2};
    launchKernel(kernels_.triton_poi_fused_add_4, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_, false);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {64L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float8_e4m3fn, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_bool, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_bfloat16, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    call_triton_poi_fused_add_0(arg0_1, buf0, buf1, buf2, 8L, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_scale_0(buf3, arg1_1, buf3, 0.5, true, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_1(arg0_1, buf0, 1L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_3(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_4(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
