// RUN: %check_aoti --no-refix %s aoti-device-index-literal
//
// As torch 2.6 writes it: launches stand in `run_impl`.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/utils_cuda.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void *args[], cudaStream_t stream);
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_add_0{nullptr};
};

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 1, &buf0_handle));
    // CHECK-NOTES: :[[@LINE-1]]:146: warning: 'buf0' is allocated on the literal device cuda:1, and 'launchKernel', which runs on the model's own device, uses it: the package works only when it is loaded with device_index=1, and on another device that is an access to the memory of a foreign device (illegal memory access); use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-NOTES: :[[@LINE+15]]:5: note: used here by 'launchKernel', which runs on the model's own device
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: 'buf0' is made on cuda:1
    // CHECK-NOTES: :[[@LINE+3]]:33: flow: data is copied to cuda:1
    // CHECK-NOTES: :[[@LINE+12]]:5: flow: used here by 'launchKernel', which runs on the model's own device
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf0, arg0_1, 0));
    auto tmp_tensor_handle_0 = reinterpret_tensor_wrapper(buf0, 2, int_array_0, int_array_1, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_0_raii(tmp_tensor_handle_0);
    decltype(auto) buf1 = std::move(tmp_tensor_handle_0_raii);  // alias
    if (kernels.triton_poi_fused_add_0 == nullptr) {
        kernels.triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    int var_1 = 128L;
    void *kernel_args_var_0[] = {&var_0, &var_1};
    launchKernel(kernels.triton_poi_fused_add_0, 1, 1, 1, 4, 0, kernel_args_var_0, stream);
    int32_t var_2 = 4L;
    auto var_3 = cached_torch_device_type_cuda;
    int32_t var_4 = 0;
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_randperm(8L, &var_2, 0, &var_3, 0, &var_4, &buf6_handle));
    // CHECK-NOTES: :[[@LINE-1]]:81: warning: 'aoti_torch_cuda_randperm' gets the literal device index 0: the package works only when it is loaded with device_index=0, and on another device its tensors stay on cuda:0, so that kernels fail with an illegal memory access or the caller gets a tensor on a foreign device; use 'this->device_idx_' [aoti-device-index-literal]
    RAIIAtenTensorHandle buf6(buf6_handle);
    output_handles[0] = buf0.release();
    output_handles[1] = buf6.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
