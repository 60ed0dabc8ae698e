// RUN: %check_aoti %s aoti-static-kernel-handle
//
// Handles of kernels and modules that all models share.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <mutex>
#include <unordered_map>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
namespace torch::aot_inductor {
static CUfunction triton_poi_fused_add_0 = nullptr;
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'triton_poi_fused_add_0' holds the handle of a kernel (CUfunction) and is static: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
// CHECK-NOTES: :[[@LINE+48]]:9: note: the first model fills it here, for all
// CHECK-NOTES: :[[@LINE-3]]:1: flow: one handle for the whole process
// CHECK-NOTES: :[[@LINE+46]]:9: flow: the first model fills it here, for all
CUmodule module_0;
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'module_0' holds the handle of a module (CUmodule) and is global: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
static std::unordered_map<std::string, CUfunction> kernel_cache;
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'kernel_cache' holds the handle of a kernel (CUfunction) and is static: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
thread_local CUfunction per_thread[2];
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'per_thread' holds the handle of a kernel (CUfunction) and is thread_local: every model that a thread runs shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
namespace {
struct LoadedKernel {
    std::string name;
    CUfunction function{nullptr};
};
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_mul_1{nullptr};
    static CUfunction shared_by_all;
};
CUfunction AOTInductorModelKernels::shared_by_all = nullptr;
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'shared_by_all' holds the handle of a kernel (CUfunction) and is global: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
LoadedKernel loaded_kernel;
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'loaded_kernel' holds the handle of a kernel (CUfunction) and is global: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
}  // namespace

template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_mul_1(
    const in_ptr0_type_& in_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    static CUfunction triton_poi_fused_mul_1 = loadKernel("/tmp/build/c1.cubin", "triton_poi_fused_mul_1", 0, cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'triton_poi_fused_mul_1' holds the handle of a kernel (CUfunction) and is static: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0};
    launchKernel(triton_poi_fused_mul_1, 1, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'kernels' holds the handle of a kernel (CUfunction) and is static: every model of the process shares what the first one loaded, so that a model on another device launches a kernel of a foreign context (invalid resource handle); make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    if (triton_poi_fused_add_0 == nullptr) {
        triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    }
    call_triton_poi_fused_mul_1(arg0_1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_mul_1(arg0_1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
