// RUN: %check_aoti %s aoti-device-copy-lost
//
// As torch 2.6 writes it: the input is on the card, since its alignment is tested.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/arrayref_tensor.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/utils_cuda.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
};

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    if ((long(arg0_1.data_ptr()) & (16 -1)) != 0) {
        throw std::runtime_error("arg0_1 is not aligned to 16 bytes");
    }
    inputs.clear();
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(expensive_copy_to_tensor_if_needed(buf0), arg0_1, 0));
    // CHECK-NOTES: :[[@LINE-1]]:33: warning: 'aoti_torch_copy_' copies 'arg0_1' to 'buf0', which is allocated on the model's own device: a program has such a copy only to move data to another cuda device, and torch before 2.13 drops the index of that device; unless the caller hands over 'arg0_1' on another device than the model's, the copy does nothing and 'buf0' is not where the program put it; compile with torch 2.13 or newer, or move the tensor outside of the model [aoti-device-copy-lost]
    // CHECK-NOTES: :[[@LINE-15]]:29: note: 'arg0_1' is input 0, on cuda
    // CHECK-NOTES: :[[@LINE-5]]:33: note: 'buf0' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-17]]:29: flow: 'arg0_1' is input 0, on cuda
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: 'buf0' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: the copy stays on one device
    arg0_1.reset();
    auto buf1 = std::move(buf0);  // reuse
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    int var_1 = 128L;
    void* kernel_args_var_0[] = {&var_0, &var_1};
    launchKernel(kernels.triton_poi_fused_add_0, 1, 1, 1, 4, 0, kernel_args_var_0, stream);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    // Where this input lies is not known: it may come from the host.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(expensive_copy_to_tensor_if_needed(buf2), arg1_1, 0));
    output_handles[0] = buf1.release();
    output_handles[1] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
