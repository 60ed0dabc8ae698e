// RUN: %check_aoti %s aoti-triton-launch-abi
//
// As torch 2.13 writes it, with a tensor of fewer bytes: both ends are named.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
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
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, cc=80, warp_size=32), 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_0', 'mutated_arg_names': []}
    )
    @triton.jit
    def triton_poi_fused_add_0(in_ptr0, out_ptr0, ks0, xnumel, XBLOCK : tl.constexpr):
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
    int32_t var_2 = ks0;
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'int32_t' of 4 bytes for 'ks0' of kernel 'triton_poi_fused_add_0', which is 'i64': {{.*}} [aoti-triton-launch-abi]
    // CHECK-NOTES: :38:51: note: the kernel takes 'ks0' as 'i64'
    // CHECK-NOTES: :65:5: note: launched here
    // CHECK-NOTES: :78:5: note: the model calls it here
    // CHECK-NOTES: :38:51: flow: the kernel takes 'ks0' as 'i64'
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: this is handed over
    // CHECK-NOTES: :64:45: flow: its address is in the array of arguments
    // CHECK-NOTES: :65:5: flow: launched here
    // CHECK-NOTES: :78:5: flow: the model calls it here
    int32_t var_3 = xnumel;
    CUdeviceptr global_scratch_scratch_4 = 0;
    CUdeviceptr profile_scratch_scratch_5 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_scratch_4, &profile_scratch_scratch_5};
    launchKernel(kernels_.triton_poi_fused_add_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
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
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float16, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_triton_poi_fused_add_0(arg0_1, buf0, 8L, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:41: error: tensor of dtype float16 for 'out_ptr0' of kernel 'triton_poi_fused_add_0', which is '*fp32': the kernel takes the bytes of each element for float32 and reaches past the end of the memory, 4 bytes for each 2; {{.*}} [aoti-triton-launch-abi]
    // CHECK-NOTES: :76:33: note: the tensor is made here, as float16
    // CHECK-NOTES: :38:41: note: the kernel takes 'out_ptr0' as '*fp32'
    // CHECK-NOTES: :76:33: flow: the tensor is made here, as float16
    // CHECK-NOTES: :[[@LINE-5]]:41: flow: it is handed over here
    // CHECK-NOTES: :65:5: flow: the kernel is launched with it here
    // CHECK-NOTES: :38:41: flow: the kernel takes 'out_ptr0' as '*fp32'
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
