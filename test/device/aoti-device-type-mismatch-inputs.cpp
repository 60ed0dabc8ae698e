// RUN: %check_aoti %s aoti-device-type-mismatch
//
// The device of an input is what the checks of the package admit.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0, const int64_t ks0);
namespace torch::aot_inductor {
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (8 != arg0_1_size[0]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 0, expected: 8, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(ss.str());
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 0;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, expected: 0(cpu), but got: " << arg0_1_device_type << "\n";
        throw std::runtime_error(ss.str());
    }
}
AOTI_NOINLINE static void check_input_1(AtenTensorHandle* input_handles) {
    ConstantHandle arg1_1 = ConstantHandle(input_handles[1]);
    int32_t arg1_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg1_1, &arg1_1_device_type));
    int32_t arg1_1_expected_device_type = 1;
    if (arg1_1_expected_device_type != arg1_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched device type, expected: 1(cuda), but got: " << arg1_1_device_type << "\n";
        throw std::runtime_error(ss.str());
    }
}
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
AOTI_NOINLINE static void __check_inputs_outputs(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()) {
        return;
    }
    check_input_0(input_handles);
    check_input_1(input_handles);
}

namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_mul_0{nullptr};
};
}  // namespace

template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_mul_0(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    uint32_t grid_0 = ((xnumel + (128 - 1)) / (128));
    if (grid_0 == 0) return;
    if (kernels_.triton_poi_fused_add_mul_0 == nullptr) {
        kernels_.triton_poi_fused_add_mul_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_mul_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_3 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.triton_poi_fused_add_mul_0, grid_0, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    if ((reinterpret_cast<std::uintptr_t>(arg1_1.data_ptr()) & (16 -1)) != 0) {
        AOTI_TORCH_WARN("Input 1 was compiled as 16-bytes aligned, but it is not aligned at run time. Copying to an aligned tensor to guarantee correctness, but expect a performance hit.");
        AtenTensorHandle arg1_1_aligned;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone_preserve_strides(arg1_1, &arg1_1_aligned));
        arg1_1 = std::move(RAIIAtenTensorHandle(arg1_1_aligned));
    }
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_triton_poi_fused_add_mul_0(arg0_1, arg1_1, buf0, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_add_mul_0' works on cuda and gets the address of 'arg0_1', which lives on the CPU: it takes a host pointer for one of the device (illegal memory access) on every run; copy 'arg0_1' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-17]]:29: note: 'arg0_1': input 0 is taken here, and is to be on the CPU
    // CHECK-NOTES: :[[@LINE-18]]:29: flow: 'arg0_1': input 0 is taken here, and is to be on the CPU
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'call_triton_poi_fused_add_mul_0' works on cuda
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    cpp_fused_add_0((const float*)(arg1_1.data_ptr()), (float*)(buf1.data_ptr()), 128L);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'cpp_fused_add_0' works on the CPU and gets the address of 'arg1_1', which lives on cuda: it takes a device pointer for one of the host (segmentation fault) on every run; copy 'arg1_1' to the CPU before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-24]]:29: note: 'arg1_1': input 1 is taken here, and is to be on cuda
    // CHECK-NOTES: :[[@LINE-21]]:37: note: 'arg1_1': made on cuda here
    // CHECK-NOTES: :[[@LINE-26]]:29: flow: 'arg1_1': input 1 is taken here, and is to be on cuda
    // CHECK-NOTES: :[[@LINE-23]]:37: flow: 'arg1_1': made on cuda here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'cpp_fused_add_0' works on the CPU
    // A tensor of one dimension or more is no number.
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mul_Tensor(buf0, arg0_1, &buf2_handle));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mul_Tensor' works on cuda and gets 'arg0_1', which lives on the CPU: the call fails on every run (expected all tensors to be on the same device); copy 'arg0_1' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-34]]:29: note: 'arg0_1': input 0 is taken here, and is to be on the CPU
    // CHECK-NOTES: :[[@LINE-35]]:29: flow: 'arg0_1': input 0 is taken here, and is to be on the CPU
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'aoti_torch_cuda_mul_Tensor' works on cuda
    RAIIAtenTensorHandle buf2(buf2_handle);
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
    output_handles[2] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
