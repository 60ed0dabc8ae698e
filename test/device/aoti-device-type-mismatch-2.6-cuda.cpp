// RUN: %check_aoti %s aoti-device-type-mismatch
//
// As torch 2.6 writes it: launches stand in `run_impl`, and shims of the CPU bear the name of the model's device.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/utils_cuda.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void *args[], cudaStream_t stream);
extern "C" void cpp_fused_add_1(float* in_out_ptr0, const float* in_ptr0);
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_add_0{nullptr};
};

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);

    if ((long(arg1_1.data_ptr()) & (16 -1)) != 0) {
        throw std::runtime_error("arg1_1 is not aligned to 16 bytes");
    }
    inputs.clear();
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg2_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' works on cuda and gets 'buf0', which lives on the CPU: the call fails on every run (expected all tensors to be on the same device); copy 'buf0' to cuda before this call, or call 'aoti_torch_cpu_mm_out' [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-4]]:33: note: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'aoti_torch_cuda_mm_out' works on cuda

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    if (kernels.triton_poi_fused_add_0 == nullptr) {
        kernels.triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    }
    auto tmp_tensor_handle_0 = reinterpret_tensor_wrapper(buf0, 2, int_array_0, int_array_1, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_0_raii(tmp_tensor_handle_0);
    decltype(auto) buf2 = std::move(tmp_tensor_handle_0_raii);  // alias
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf2.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    int var_2 = 128L;
    void *kernel_args_var_0[] = {&var_0, &var_1, &var_2};
    launchKernel(kernels.triton_poi_fused_add_0, 1, 1, 1, 4, 0, kernel_args_var_0, stream);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'launchKernel' works on cuda and gets the address of 'buf0', which lives on the CPU: it takes a host pointer for one of the device (illegal memory access) on every run; copy 'buf0' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-24]]:33: note: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-25]]:33: flow: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'launchKernel' works on cuda
    // torch tests the alignment of inputs on the card only.
    cpp_fused_add_1((float*)(buf0.data_ptr()), (const float*)(arg1_1.data_ptr()));
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'cpp_fused_add_1' works on the CPU and gets the address of 'arg1_1', which lives on cuda: it takes a device pointer for one of the host (segmentation fault) on every run; copy 'arg1_1' to the CPU before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-41]]:29: note: 'arg1_1': input 1 is taken here, and is to be on cuda
    // CHECK-NOTES: :[[@LINE-42]]:29: flow: 'arg1_1': input 1 is taken here, and is to be on cuda
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'cpp_fused_add_1' works on the CPU
    // Nothing is known of the other inputs.
    cpp_fused_add_1((float*)(buf0.data_ptr()), (const float*)(arg0_1.data_ptr()));
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
