// RUN: %check_aoti %s aoti-static-kernel-handle
//
// The handles belong to each model, and are filled once in a process.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <mutex>
#include <unordered_map>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
    CUfunction triton_poi_fused_mul_1{nullptr};
    CUfunction triton_poi_fused_sub_2{nullptr};
    CUmodule module_0{nullptr};
};
std::once_flag load_flag;
}  // namespace

template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    static std::once_flag triton_poi_fused_add_0_init_flag;
    std::call_once(triton_poi_fused_add_0_init_flag, [&]() {
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'triton_poi_fused_add_0' is a member of each model's kernels, and 'std::call_once' loads it once in a process: only the first model that runs gets a kernel, and another one launches a null handle (a second runner, or a second load of the package); load it where the handle of this model is still null [aoti-static-kernel-handle]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'triton_poi_fused_add_0_init_flag' is one for the whole process
    // CHECK-NOTES: :[[@LINE+3]]:9: note: 'triton_poi_fused_add_0' of one model is filled here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: 'triton_poi_fused_add_0_init_flag' is one for the whole process
    // CHECK-NOTES: :[[@LINE+1]]:9: flow: 'triton_poi_fused_add_0' of one model is filled here
        kernels_.triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, cubin_dir_);
    });
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0};
    launchKernel(kernels_.triton_poi_fused_add_0, 1, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    auto load = [&] { kernels.triton_poi_fused_mul_1 = loadKernel("/tmp/build/c1.cubin", "triton_poi_fused_mul_1", 0, this->cubin_dir_); };
    std::call_once(load_flag, load);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'triton_poi_fused_mul_1' is a member of each model's kernels, and 'std::call_once' loads it once in a process: only the first model that runs gets a kernel, and another one launches a null handle (a second runner, or a second load of the package); load it where the handle of this model is still null [aoti-static-kernel-handle]
    // CHECK-NOTES: :[[@LINE-34]]:1: note: 'load_flag' is one for the whole process
    // CHECK-NOTES: :[[@LINE-4]]:23: note: 'triton_poi_fused_mul_1' of one model is filled here
    // CHECK-NOTES: :[[@LINE-36]]:1: flow: 'load_flag' is one for the whole process
    // CHECK-NOTES: :[[@LINE-6]]:23: flow: 'triton_poi_fused_mul_1' of one model is filled here
    static bool loaded = false;
    if (!loaded) {
        kernels.triton_poi_fused_sub_2 = loadKernel("/tmp/build/c2.cubin", "triton_poi_fused_sub_2", 0, this->cubin_dir_);
        // CHECK-NOTES: :[[@LINE-1]]:9: warning: 'triton_poi_fused_sub_2' is a member of each model's kernels, and 'loaded' loads it once in a process: only the first model that runs gets a kernel, and another one launches a null handle (a second runner, or a second load of the package); load it where the handle of this model is still null [aoti-static-kernel-handle]
        // CHECK-NOTES: :[[@LINE-4]]:5: note: 'loaded' is one for the whole process
        // CHECK-NOTES: :[[@LINE-3]]:9: note: 'triton_poi_fused_sub_2' of one model is filled here
        // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'loaded' is one for the whole process
        // CHECK-NOTES: :[[@LINE-5]]:9: flow: 'triton_poi_fused_sub_2' of one model is filled here
        loaded = true;
    }
    static const bool module_loaded = [&] { return cuModuleLoad(&kernels.module_0, "/tmp/build/c3.cubin") == CUDA_SUCCESS; }();
    // CHECK-NOTES: :[[@LINE-1]]:39: warning: 'module_0' is a member of each model's kernels, and the initialiser of 'module_loaded' loads it once in a process: only the first model that runs gets a kernel, and another one launches a null handle (a second runner, or a second load of the package); load it where the handle of this model is still null [aoti-static-kernel-handle]
    // CHECK-NOTES: :[[@LINE-2]]:5: note: 'module_loaded' is one for the whole process
    // CHECK-NOTES: :[[@LINE-3]]:52: note: 'module_0' of one model is filled here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'module_loaded' is one for the whole process
    // CHECK-NOTES: :[[@LINE-5]]:52: flow: 'module_0' of one model is filled here
    call_triton_poi_fused_add_0(arg0_1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
