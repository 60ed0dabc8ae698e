// RUN: %check_aoti %s aoti-static-kernel-handle
//
// What is static and no handle, and handles that each model has.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <mutex>
#include <unordered_map>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
#include <torch/csrc/inductor/aoti_include/kernel_compile_result.h>
extern CUfunction declared_elsewhere;
static LazyKernelCompileResult triton_poi_fused_add_0_result = {
    "/tmp/build/c0.cubin", "triton_poi_fused_add_0", 4, 0, {128}, {1}, {1}, {1}, 1, 1, 0, 0, 0, {}};
static std::once_flag shaders_flag;
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
    std::once_flag load_flag;
};
}  // namespace
static void print_once() {
    static const char* name = "triton_poi_fused_add_0";
    std::call_once(shaders_flag, [] { printf("%s\n", name); });
}

template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    if (kernels_.triton_poi_fused_add_0 == nullptr) {
        kernels_.triton_poi_fused_add_0 = loadKernel(triton_poi_fused_add_0_result.cubin_path, "triton_poi_fused_add_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0};
    launchKernel(kernels_.triton_poi_fused_add_0, 1, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    print_once();
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static const bool verbose = getenv("AOTI_VERBOSE") != nullptr;
    (void)verbose;
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    // The flag belongs to the model as well.
    std::call_once(kernels.load_flag, [&] {
        kernels.triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    });
    // A handle of this call.
    CUfunction local = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    (void)local;
    call_triton_poi_fused_add_0(arg0_1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
