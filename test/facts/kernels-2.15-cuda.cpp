// RUN: %aoti-lint --dump-facts %s | FileCheck %s
// RUN: %aoti-lint --dump-facts=json %s | FileCheck %s --check-prefix=JSON
//
// The source of a kernel in its helper: what it takes, what it is given, and where its loads and stores go. The second kernel is one of
// the user, under another name, with a number that is read from a tensor and a grid of its own; the third has no source.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_gather_0{nullptr};
    CUfunction weighted_sum_0{nullptr};
    CUfunction triton_without_source_1{nullptr};
};
// CHECK: kernels (3)
// CHECK-NEXT: line {{ *}}device {{ *}}name {{ *}}parameters {{ *}}from {{ *}}used {{ *}}source {{ *}}indices
template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_gather_0(
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
    // CHECK-NEXT: [[#@LINE+32]] cuda triton_poi_fused_gather_0 *i64 in_ptr0, *fp32 in_ptr1, *fp32 out_ptr0, i64 ks0, i32 xnumel c0.cubin [[#@LINE+103]], [[#@LINE+105]] [[#@LINE+17]] 3 of 3
    /*
    async_compile.triton('triton_poi_fused_gather_0', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(
        size_hints={'x': 64},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}, 'configs': [{(0,): [['tt.divisibility', 16]]}]},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_gather_0', 'mutated_arg_names': [], 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_gather_0(in_ptr0, in_ptr1, out_ptr0, ks0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        tmp0 = tl.load(in_ptr0 + (xindex // 4), xmask)
        tl.device_assert(((0 <= tmp0) & (tmp0 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp0 < ks0")
        tmp1 = tl.load(in_ptr1 + (xindex % 4 + 4*tmp0), xmask)
        tl.store(out_ptr0 + (xindex), tmp1, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_gather_0 == nullptr) {
        kernels_.triton_poi_fused_gather_0 = loadKernel("/tmp/inductor/c0.cubin", "triton_poi_fused_gather_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int64_t var_3 = ks0;
    int32_t var_4 = xnumel;
    CUdeviceptr global_scratch_scratch_5 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &global_scratch_scratch_5};
    launchKernel(kernels_.triton_poi_fused_gather_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_, false);
}
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_without_source_1(const in_ptr0_type_& in_ptr0, const out_ptr0_type_& out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    // CHECK-NEXT: [[#@LINE+2]] cuda triton_without_source_1 c2.cubin [[#@LINE+61]]
    if (kernels_.triton_without_source_1 == nullptr) {
        kernels_.triton_without_source_1 = loadKernel("/tmp/inductor/c2.cubin", "triton_without_source_1", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    int32_t var_1 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_without_source_1, 1, 1, 1, 2, 0, kernel_args_, stream_, false);
}
template <typename left_type_, typename weight_type_, typename out_type_, typename kernels_type_>
static __attribute__((noinline)) void call_weighted_sum_0(const left_type_& left, const weight_type_& weight, const out_type_& out, int64_t count, int64_t _grid_0, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    // CHECK-NEXT: [[#@LINE+19]] cuda weighted_sum_0 *fp32 left, fp32 weight, *fp32 out, i32 count c1.cubin [[#@LINE+48]] [[#@LINE+10]] 2 of 3
    /*
    async_compile.triton('weighted_sum', '''
    import triton
    import triton.language as tl

    @triton_heuristics.user_autotune(configs=[],
        inductor_meta={'grid_type': 'FixedGrid', 'extra_launcher_args': ['_grid_0'], 'kernel_name': 'weighted_sum_0', 'mutated_arg_names': ['out']},
        triton_meta={'signature': {'left': '*fp32', 'weight': 'fp32', 'out': '*fp32', 'count': 'i32', 'BLOCK': 'constexpr'}, 'constants': {'BLOCK': 128}}, filename=__file__, custom_kernel=True)
    @triton.jit
    def weighted_sum(left, weight, out, count, BLOCK: tl.constexpr):
        \'\'\'Text.\'\'\'
        place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + place, weight * tl.load(left + place, mask=place < count), mask=place < count)
        tl.store(out + (place.to(tl.float32) * 0.5).to(tl.int32), 0)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = _grid_0;
    if (kernels_.weighted_sum_0 == nullptr) {
        kernels_.weighted_sum_0 = loadKernel("/tmp/inductor/c1.cubin", "weighted_sum", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(left.data_ptr());
    float var_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_float32(weight, &var_1));
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out.data_ptr());
    int32_t var_3 = count;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.weighted_sum_0, grid_0, 1, 1, 4, 0, kernel_args_, stream_, false);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg1_1_size = arg1_1.sizes();
    int64_t s0 = arg1_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {64L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    call_triton_poi_fused_gather_0(arg0_1, arg1_1, buf0, s0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_weighted_sum_0(buf0, arg2_1, buf1, 64L, 1L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_gather_0(arg0_1, arg1_1, buf0, s0, 4L*s0, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_without_source_1(buf1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 2 of 2 buffers, 4 of 4 launches, 0 of 0 shim calls, 5 of 6 indices of kernels

// JSON:      "name": "triton_poi_fused_gather_0",
// JSON:      "heuristics": "pointwise",
// JSON-NEXT: "grid": "Grid1D",
// JSON:      "from": "ks0",
// JSON-NEXT: "parameter": "ks0",
// JSON-NEXT: "type": "i64"
// JSON:      "kind": "scalar",
// JSON-NEXT: "name": "var_4",
// JSON-NEXT: "bytes": 4,
// JSON-NEXT: "from": "xnumel",
// JSON-NEXT: "parameter": "xnumel",
// JSON-NEXT: "type": "i32"
// JSON:      "kind": "scratch",
// JSON-NEXT: "name": "global_scratch_scratch_5",
// JSON-NEXT: "bytes": 8,
// JSON-NEXT: "from": null,
// JSON-NEXT: "parameter": null,
// JSON:      "line": 54,
// JSON-NEXT: "function": "tl.load",
// JSON-NEXT: "parameter": "in_ptr0",
// JSON-NEXT: "index": "quotient(xindex, 4)",
// JSON-NEXT: "mask": "-xnumel + xindex < 0",
// JSON-NEXT: "path": "true",
// JSON-NEXT: "known": true
// JSON:      "index": "4*loaded + remainder(xindex, 4)",
// JSON:      "launches": [
// JSON-NEXT: {
// JSON-NEXT: "line": [[#]],
// JSON-NEXT: "grid": [
// JSON-NEXT: "1",
// JSON-NEXT: "1",
// JSON-NEXT: "1"
// JSON-NEXT: ],
// JSON-NEXT: "values": {
// JSON-NEXT: "ks0": "s0",
// JSON-NEXT: "xnumel": "64"
// JSON:      "grid": [
// JSON-NEXT: "quotient(4*s0 + 63, 64)",
// JSON:      "xnumel": "4*s0"
// JSON:      "name": "weighted_sum_0",
// JSON:      "kind": "item",
// JSON-NEXT: "name": "var_1",
// JSON-NEXT: "bytes": 4,
// JSON-NEXT: "from": "weight",
// JSON-NEXT: "parameter": "weight",
// JSON-NEXT: "type": "fp32"
// JSON:      "line": 102,
// JSON-NEXT: "function": "tl.load",
// JSON-NEXT: "parameter": "left",
// JSON:      "indices": {
