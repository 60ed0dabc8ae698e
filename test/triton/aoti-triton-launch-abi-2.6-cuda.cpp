// RUN: %check_aoti %s aoti-triton-launch-abi
//
// Torch 2.6 launches in place and leaves no source: only what does not fit by itself is found.

#include <cmath>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch {
namespace aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
    CUfunction triton_per_fused_sum_1{nullptr};
};
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (kernels.triton_poi_fused_add_0 == nullptr) {
        kernels.triton_poi_fused_add_0 = loadKernel("/tmp/inductor/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(arg0_1.data_ptr());
    int var_1 = 4900000000L;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: argument 4900000000 of kernel 'triton_poi_fused_add_0' does not fit into 'int': the kernel gets 605032704, or that and what stands behind the variable on the stack; declare it as 'int64_t', and compile the kernel for 64-bit sizes [aoti-triton-launch-abi]
    int var_2 = -1L;
    int64_t var_3 = 4900000000L;
    void* kernel_args_var_0[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels.triton_poi_fused_add_0, 64L, 1, 1, 4, 0, kernel_args_var_0, stream);
    if (kernels.triton_per_fused_sum_1 == nullptr) {
        kernels.triton_per_fused_sum_1 = loadKernel("/tmp/inductor/c1.cubin", "triton_per_fused_sum_1", 64, this->cubin_dir_);
    }
    CUdeviceptr var_4 = reinterpret_cast<CUdeviceptr>(arg0_1.data_ptr());
    int var_5 = 64L;
    void* kernel_args_var_1[] = {&var_4, &var_5};
    launchKernel(kernels.triton_per_fused_sum_1, 1L, 1, 1, 2, 16, kernel_args_var_1, stream);
    // CHECK-MESSAGES: :[[@LINE-1]]:63: error: launch of kernel 'triton_per_fused_sum_1' gives 16 bytes of shared memory, its load 64: {{.*}} [aoti-triton-launch-abi]
    launchKernel(kernels.triton_per_fused_sum_1, 1L, 1, 1, 2, 64, kernel_args_var_1, stream);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace aot_inductor
} // namespace torch
