// RUN: %check_aoti %s aoti-triton-launch-abi
//
// As torch 2.9 writes it: integers are 'int' and floating-point numbers 'float', whatever the kernel takes. Behind that, faults that no release
// writes by itself.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
    CUfunction scale_0{nullptr};
    CUfunction triton_poi_fused_add_1{nullptr};
    CUfunction triton_poi_fused_add_2{nullptr};
    CUfunction triton_poi_fused_add_3{nullptr};
    CUfunction triton_poi_fused_add_4{nullptr};
    CUfunction triton_tem_fused_mm_5{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
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
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i64', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_0', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_0 == nullptr) {
        kernels_.triton_poi_fused_add_0 = loadKernel("/tmp/inductor/triton_poi_fused_add_0.cubin", "triton_poi_fused_add_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int var_2 = xnumel;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'int' of 4 bytes for 'xnumel' of kernel 'triton_poi_fused_add_0', which is 'i64': the kernel reads 8 bytes, the last 4 of which are whatever stands behind the variable on the stack, and larger values are cut; declare it as 'int64_t' [aoti-triton-launch-abi]
    CUdeviceptr global_scratch_scratch_3 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &global_scratch_scratch_3};
    launchKernel(kernels_.triton_poi_fused_add_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename x_type_, typename y_type_, typename kernels_type_>
static inline void call_scale_0(
    const x_type_& x,
    const y_type_& y,
    double s,
    double k,
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
        triton_meta={'signature': {'x': '*fp32', 'y': '*fp32', 's': 'fp64', 'k': 'i32', 'n': 'i32', 'BLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {'BLOCK': 64}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'scale_0', 'mutated_arg_names': []}
    )
    @triton.jit
    def scale(x, y, s, k, n, BLOCK: tl.constexpr):
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
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(y.data_ptr());
    float var_2 = s;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'float' of 4 bytes for 's' of kernel 'scale', which is 'fp64': the kernel reads 8 bytes, the last 4 of which are whatever stands behind the variable on the stack; declare it as 'double' [aoti-triton-launch-abi]
    float var_3 = k;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'float' for 'k' of kernel 'scale', which is 'i32': the kernel takes the bits of a floating-point number for an integer, on every input; declare the variable as the kernel takes it [aoti-triton-launch-abi]
    int var_4 = n;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4};
    launchKernel(kernels_.scale_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
    // CHECK-MESSAGES: :[[@LINE-1]]:60: error: launch of kernel 'scale' with 2 warps, but it is compiled for 4: {{.*}}; launch it with 4 [aoti-triton-launch-abi]
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_add_1(
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
        size_hints={'x': 64}, filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_1', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_1 == nullptr) {
        kernels_.triton_poi_fused_add_1 = loadKernel("/tmp/inductor/triton_poi_fused_add_1.cubin", "triton_poi_fused_add_1", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    int var_1 = xnumel;
    CUdeviceptr global_scratch_scratch_2 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &global_scratch_scratch_2};
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: launch of kernel 'triton_poi_fused_add_1' hands over 2 arguments, but the kernel takes 3, 'out_ptr0' among them: the driver takes what it finds in its place, and reads addresses behind the end of the array, so the kernel reads and writes the wrong memory on every input; {{.*}} [aoti-triton-launch-abi]
    launchKernel(kernels_.triton_poi_fused_add_1, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_add_2(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
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
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'constexpr', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {'xnumel': 1}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_2', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_2(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = 1;
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_2 == nullptr) {
        kernels_.triton_poi_fused_add_2 = loadKernel("/tmp/inductor/triton_poi_fused_add_2.cubin", "triton_poi_fused_add_2", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int var_2 = xnumel;
    CUdeviceptr global_scratch_scratch_3 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &global_scratch_scratch_3};
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: launch of kernel 'triton_poi_fused_add_2' hands over 3 arguments, but the kernel takes 2, to which 'xnumel' is a constant that it is compiled with: what follows the superfluous one is taken for another parameter, {{.*}} [aoti-triton-launch-abi]
    launchKernel(kernels_.triton_poi_fused_add_2, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_add_3(
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
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_3', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
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
    int var_2 = xnumel;
    void* kernel_args_[] = {&var_1, &var_0, &var_2};
    // CHECK-MESSAGES: :[[@LINE-1]]:29: error: launch of kernel 'triton_poi_fused_add_3' hands over 'out_ptr0' where the kernel takes 'in_ptr0': the driver goes by the order alone, so the kernel takes each for the other on every input; put the entries of the array in the order of the kernel's parameters [aoti-triton-launch-abi]
    launchKernel(kernels_.triton_poi_fused_add_3, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename a_type_, typename b_type_, typename c_type_, typename kernels_type_>
static inline void call_triton_poi_fused_add_4(
    const a_type_& a,
    const b_type_& b,
    const c_type_& c,
    int64_t n,
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
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'count': 'i32', 'in_ptr1': '*fp32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_4', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_4(in_ptr0, out_ptr0, count, in_ptr1, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((n + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_4 == nullptr) {
        kernels_.triton_poi_fused_add_4 = loadKernel("/tmp/inductor/triton_poi_fused_add_4.cubin", "triton_poi_fused_add_4", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(a.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(b.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(c.data_ptr());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: address of a tensor's memory for 'count' of kernel 'triton_poi_fused_add_4', which is 'i32': the kernel takes the address for a number, on every input; hand over the value [aoti-triton-launch-abi]
    int var_3 = n;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'int' for 'in_ptr1' of kernel 'triton_poi_fused_add_4', which is '*fp32': the kernel takes the number for an address, on every input; {{.*}} [aoti-triton-launch-abi]
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.triton_poi_fused_add_4, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_tem_fused_mm_5(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_tem_fused_mm_5', '''
    import triton
    import triton.language as tl

    @triton_heuristics.template(
        num_stages=3,
        num_warps=8,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_tem_fused_mm_5', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_tem_fused_mm_5(in_ptr0, out_ptr0):
        pass
    ''', device_str='cuda')
    */
    uint32_t grid_0 = 16;
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_tem_fused_mm_5 == nullptr) {
        kernels_.triton_tem_fused_mm_5 = loadKernel("/tmp/inductor/triton_tem_fused_mm_5.cubin", "triton_tem_fused_mm_5", 49152, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_tem_fused_mm_5, grid_0, grid_1, grid_2, 4, 32768, kernel_args_, stream_);
    // CHECK-MESSAGES: :[[@LINE-1]]:74: error: launch of kernel 'triton_tem_fused_mm_5' with 4 warps, but it is compiled for 8: {{.*}}; launch it with 8 [aoti-triton-launch-abi]
    // CHECK-MESSAGES: :[[@LINE-2]]:77: error: launch of kernel 'triton_tem_fused_mm_5' gives 32768 bytes of shared memory, its load 49152: {{.*}} [aoti-triton-launch-abi]
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {64L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    call_triton_poi_fused_add_0(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_0(buf0, buf1, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:39: error: tensor of dtype int64 for 'out_ptr0' of kernel 'triton_poi_fused_add_0', which is '*fp32': the kernel takes the bytes of each element for float32; hand over {{.*}} [aoti-triton-launch-abi]
    call_scale_0(arg0_1, buf0, 0.5, 2.0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_1(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_2(arg0_1, buf0, 1L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_3(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_4(arg0_1, buf0, buf1, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_tem_fused_mm_5(arg0_1, buf0, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
