// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Kernels behind helpers that are templates; inputs that are checked and copied where they are not aligned; a kernel of the user, of which
// only the comment tells what it changes.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
static CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
// CHECK: torch {{.*}}, cuda
// CHECK: inputs (1)
// CHECK: 0 arg0_1 float32 cuda [s77, 16] [16, 1]
namespace torch::aot_inductor {
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = cached_torch_dtype_float32;
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        throw std::runtime_error("input_handles[0]: unmatched dtype");
    }
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 2) {
        throw std::runtime_error("input_handles[0]: dim value is too small at 0");
    }
    if (arg0_1_size[0] > 64) {
        throw std::runtime_error("input_handles[0]: dim value is too large at 0");
    }
    if (16 != arg0_1_size[1]) {
        throw std::runtime_error("input_handles[0]: unmatched dim value at 1");
    }
    auto arg0_1_stride = arg0_1.strides();
    if (16 != arg0_1_stride[0]) {
        throw std::runtime_error("input_handles[0]: unmatched stride value at 0");
    }
    if (1 != arg0_1_stride[1]) {
        throw std::runtime_error("input_handles[0]: unmatched stride value at 1");
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 1;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        throw std::runtime_error("input_handles[0]: unmatched device type");
    }
}
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_relu_0{nullptr};
    CUfunction add_kernel_0{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_relu_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    uint32_t grid_0 = ((xnumel + (256 - 1)) / (256));
    if (kernels_.triton_poi_fused_relu_0 == nullptr) {
        kernels_.triton_poi_fused_relu_0 = loadKernel("/tmp/k.cubin", "triton_", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_2 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2};
    launchKernel(kernels_.triton_poi_fused_relu_0, grid_0, 1, 1, 4, 0, kernel_args_, stream_);
}
template <typename x_ptr_type_, typename y_ptr_type_, typename kernels_type_>
static inline void call_add_kernel_0(
    const x_ptr_type_& x_ptr,
    const y_ptr_type_& y_ptr,
    int64_t n_elements,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    inductor_meta={'kernel_name': 'add_kernel_0', 'mutated_arg_names': ['y_ptr']},
    */
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(x_ptr.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(y_ptr.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.add_kernel_0, 1, 1, 1, 4, 0, kernel_args_, stream_);
}
// CHECK: run_impl, line [[#@LINE+1]]: 2 buffers, 2 launches, 1 shim call
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    if ((long(arg0_1.data_ptr()) & (16 -1)) != 0) {
        AOTI_TORCH_WARN("Input 0 was compiled as 16-bytes aligned");
        AtenTensorHandle arg0_1_aligned;
        // CHECK: buffers
        // CHECK: [[#@LINE+1]] arg0_1_aligned result float32 cuda [s77, 16] [16, 1] 64*s77
        aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned);
        arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned));
    }
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s77, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    // CHECK: [[#@LINE+1]] buf0 allocation float32 cuda [s77, 16] [16, 1] 64*s77 used [[#@LINE+8]]-[[#@LINE+12]], output 0 at [[#@LINE+12]]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Topologically Sorted Source Nodes: [relu], Original ATen: [aten.relu]
    int64_t triton_poi_fused_relu_0_xnumel = 16L*s77;
    // CHECK: operations
    // CHECK: # relu: aten.relu
    // CHECK: [[#@LINE+1]] cuda launch run triton_poi_fused_relu_0 writes buf0; reads arg0_1; xnumel = 16*s77
    call_triton_poi_fused_relu_0(arg0_1, buf0, triton_poi_fused_relu_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NEXT: [[#@LINE+1]] cuda launch run add_kernel_0 updates buf0; reads arg0_1; n_elements = 16*s77
    call_add_kernel_0(arg0_1, buf0, 16L*s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 2 of 2 buffers, 2 of 2 launches, 1 of 1 shim calls
