// RUN: %check_aoti %s aoti-triton-int32-overflow
//
// Kernels of the user with a program for each row: the grid says how many programs there are, no mask does.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction normalise_rows_0{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_normalise_rows_0(
    const in_ptr0_type_& source,
    const out_ptr0_type_& out,
    int64_t stride,
    int64_t columns,
    int64_t _grid_0,
    int64_t _grid_1,
    int64_t _grid_2,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('normalise_rows', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.user_autotune(
        configs=[{'num_warps': 4, 'num_stages': 2, 'kwargs': {'BLOCK': 4096}}],
        inductor_meta={'grid_type': 'FixedGrid', 'fixed_grid': ['_grid_0', '_grid_1', '_grid_2'], 'extra_launcher_args': ['_grid_0', '_grid_1', '_grid_2'], 'kernel_name': 'normalise_rows_0'},
        triton_meta={'signature': {'source': '*fp32', 'out': '*fp32', 'stride': 'i32', 'columns': 'i32', 'BLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {'BLOCK': 4096}, 'configs': [{(0,): [['tt.divisibility', 16]]}]},
        filename=__file__,
        custom_kernel=True,
    )
    @triton.jit
    def normalise_rows(source, out, stride, columns, BLOCK : tl.constexpr):
        row = tl.program_id(0)
        lanes = tl.arange(0, BLOCK)
        inside = lanes < columns
        values = tl.load(source + row * stride + lanes, mask=inside, other=float("-inf"))
        values = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * stride + lanes, values / tl.sum(values, axis=0), mask=inside)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = _grid_0;
    uint32_t grid_1 = _grid_1;
    uint32_t grid_2 = _grid_2;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.normalise_rows_0 == nullptr) {
        kernels_.normalise_rows_0 = loadKernel("/tmp/inductor/0.cubin", "normalise_rows_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(source.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out.data_ptr());
    int32_t var_2 = stride;
    int32_t var_3 = columns;
    CUdeviceptr global_scratch_scratch_4 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_scratch_4};
    launchKernel(kernels_.normalise_rows_0, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_, false);
}
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg0_1_size[0] > 1000) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 1000, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (4096 != arg0_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 1, expected: 4096, but got: " << arg0_1_size[1] << "\n";
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
    if (arg1_1_size[0] > 1000000) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 0, expected to be <= 1000000, but got: " << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (4096 != arg1_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched dim value at 1, expected: 4096, but got: " << arg1_1_size[1] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    check_input_0(input_handles);
    check_input_1(input_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    auto arg1_1_size = arg1_1.sizes();
    int64_t s27 = arg1_1_size[0];
    inputs.clear();
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    const int64_t int_array_0[] = {s77, 4096L};
    static constexpr int64_t int_array_1[] = {4096L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_normalise_rows_0(arg0_1, buf0, 4096L, 4096L, s77, 1L, 1L, this->device_idx_, stream, kernels, this->cubin_dir_);
    const int64_t int_array_2[] = {s27, 4096L};
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    call_normalise_rows_0(arg1_1, buf1, 4096L, 4096L, s27, 1L, 1L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: for s27 = 1000000 kernel 'normalise_rows_0' reads element 4095995904 of 'source' and computes the index in 32 bits: it wraps around, so that the access lies outside of the tensor; lower the upper bound of the dimension, or compile with an example above 2147483647 elements, for which torch takes 64 bits [aoti-triton-int32-overflow]
    // CHECK-NOTES: :[[@LINE-16]]:5: note: 's27' is size 0 of input 1, 'arg1_1'; the checks admit 2 to 1000000
    // CHECK-NOTES: :[[@LINE-45]]:27: note: this is where the sizes of the input are checked, in every run
    // CHECK-NOTES: :[[@LINE-85]]:18: note: the access
    // CHECK-NOTES: :[[@LINE-5]]:27: note: 'source' of the kernel
    // CHECK-NOTES: :[[@LINE-20]]:5: flow: 's27' is size 0 of input 1, 'arg1_1'; the checks admit 2 to 1000000
    // CHECK-NOTES: :[[@LINE-49]]:27: flow: this is where the sizes of the input are checked, in every run
    // CHECK-NOTES: :[[@LINE-89]]:18: flow: the access
    // CHECK-NOTES: :[[@LINE-9]]:27: flow: 'source' of the kernel
    // CHECK-NOTES: :[[@LINE-73]]:5: flow: the kernel is launched here
    // CHECK-NOTES: :[[@LINE-11]]:5: flow: this call launches it
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
