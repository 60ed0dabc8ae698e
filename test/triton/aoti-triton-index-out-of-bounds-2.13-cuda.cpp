// RUN: %check_aoti %s aoti-triton-index-out-of-bounds
//
// As torch 2.13 writes it.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_index_0{nullptr};
    CUfunction triton_poi_fused_embedding_1{nullptr};
    CUfunction triton_poi_fused_index_2{nullptr};
};
template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_index_0(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t ks0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_index_0', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(
        size_hints={'x': 64},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}, 'configs': [{(0,): [['tt.divisibility', 16]]}]},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_index_0', 'mutated_arg_names': [], 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_index_0(in_ptr0, in_ptr1, out_ptr0, ks0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        tmp0 = tl.load(in_ptr0 + (xindex // 4), xmask)
        tmp1 = (ks0).to(tl.int32)
        tmp2 = tmp0 + tmp1
        tmp3 = tmp0 < 0
        tmp4 = tl.where(tmp3, tmp2, tmp0)
        tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp4 < ks0")
        tmp5 = tl.load(in_ptr1 + (xindex % 4 + 4*tmp4), xmask)
        tl.store(out_ptr0 + (xindex), tmp5, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_index_0 == nullptr) {
        kernels_.triton_poi_fused_index_0 = loadKernel("/tmp/inductor/0.cubin", "triton_poi_fused_index_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int64_t var_3 = ks0;
    int32_t var_4 = xnumel;
    CUdeviceptr global_scratch_scratch_5 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &global_scratch_scratch_5};
    launchKernel(kernels_.triton_poi_fused_index_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_embedding_1(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_embedding_1', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(
        size_hints={'x': 64},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}, 'configs': [{(0,): [['tt.divisibility', 16]]}]},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_embedding_1', 'mutated_arg_names': [], 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_embedding_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        x0 = xindex // 4
        x1 = xindex % 4
        tl.device_assert((x0 < 64) | ~(xmask), "index out of bounds: x0 < 64")
        tmp0 = tl.load(in_ptr0 + (x1 + 4*x0), xmask)
        tl.store(out_ptr0 + (xindex), tmp0, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_embedding_1 == nullptr) {
        kernels_.triton_poi_fused_embedding_1 = loadKernel("/tmp/inductor/1.cubin", "triton_poi_fused_embedding_1", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    CUdeviceptr global_scratch_scratch_3 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &global_scratch_scratch_3};
    launchKernel(kernels_.triton_poi_fused_embedding_1, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_index_2(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_index_2', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(
        size_hints={'x': 64},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}, 'configs': [{(0,): [['tt.divisibility', 16]]}]},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_index_2', 'mutated_arg_names': [], 'assert_indirect_indexing': False},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_index_2(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        tmp0 = tl.load(in_ptr0 + (xindex // 4), xmask)
        tmp1 = tl.load(in_ptr1 + (xindex % 4 + 4*tmp0), xmask)
        tl.store(out_ptr0 + (xindex), tmp1, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_index_2 == nullptr) {
        kernels_.triton_poi_fused_index_2 = loadKernel("/tmp/inductor/2.cubin", "triton_poi_fused_index_2", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_3 = xnumel;
    CUdeviceptr global_scratch_scratch_4 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_scratch_4};
    launchKernel(kernels_.triton_poi_fused_index_2, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] > 128) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 128, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (4 != arg0_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 1, expected: 4, but got: " << arg0_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
AOTI_NOINLINE static void check_input_1(AtenTensorHandle* input_handles) {
    ConstantHandle arg1_1 = ConstantHandle(input_handles[1]);
    auto arg1_1_size = arg1_1.sizes();
    if (arg1_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too small at 0, expected it to be >= 2, but got: " << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg1_1_size[0] > 100) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 0, expected to be <= 100, but got: " << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    auto arg1_1_size = arg1_1.sizes();
    int64_t s28 = arg1_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {4L*s28, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Topologically Sorted Source Nodes: [rows, gathered], Original ATen: [aten.index]
    call_triton_poi_fused_index_0(arg1_1, arg0_1, buf0, s77, 4L*s28, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: for s77 = 0 'index out of bounds: 0 <= tmp4 < ks0' of kernel 'triton_poi_fused_index_0' has the bound 0, which no index meets, and the kernel runs all the same: the assertion stops the device, and with it the process; bound the size from below in the checks of the inputs, or answer an empty input before the model runs [aoti-triton-index-out-of-bounds]
    call_triton_poi_fused_embedding_1(arg0_1, buf0, 4L*s28, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: for s28 = 65 the index of 'index out of bounds: x0 < 64' of kernel 'triton_poi_fused_embedding_1' lies 1 past the end, whatever the data is: the assertion stops the device, and with it the process; bound the size in the checks of the inputs to what the table can be indexed with [aoti-triton-index-out-of-bounds]
    call_triton_poi_fused_index_2(arg1_1, arg0_1, buf0, 4L*s28, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: kernel 'triton_poi_fused_index_2' indexes 'in_ptr1' with numbers from memory and was compiled without the assertions that would check them ('assert_indirect_indexing' is off): an index out of bounds reads foreign memory or destroys it, where an assertion would say so; compile with 'assert_indirect_indexing', or check the indices before [aoti-triton-index-out-of-bounds]
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
