// RUN: %check_aoti %s aoti-path-not-relocatable
//
// As torch 2.9 and newer write it: one template for each kernel, reported once however often it is instantiated.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt, std::vector<CUmodule> *modules = nullptr);
static inline CUfunction loadKernel(const void *start, const std::string &funcName, uint32_t sharedMemBytes);
extern "C" const unsigned char __triton_embedded_start[];
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_a{nullptr};
    std::vector<CUmodule> loaded_modules_;
};
}

template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_a(const in_ptr0_type_& in_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    if (kernels_.triton_a == nullptr) {
        kernels_.triton_a = loadKernel("/tmp/torchinductor_me/ab/ca5x.cubin", "triton_a", 0, cubin_dir_);
        kernels_.triton_a = loadKernel("/tmp/torchinductor_me/ab/ca5x.cubin", "triton_a", 0, cubin_dir_, &kernels_.loaded_modules_);
        kernels_.triton_a = loadKernel("/tmp/torchinductor_me/ab/ca5x.cubin", "triton_a", 0);
        // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: the kernel is loaded from '/tmp/torchinductor_me/ab/ca5x.cubin', a path of the machine that compiled the package, and from nowhere else: on any other machine, or once the compiler's cache is cleared, the first run stops with 'file not found'; pass the folder of the package as 'this->cubin_dir_' [aoti-path-not-relocatable]
        kernels_.triton_a = loadKernel("/tmp/torchinductor_me/ab/ca5x.cubin", "triton_a", 3072, std::nullopt, &kernels_.loaded_modules_);
        // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: the kernel is loaded from '/tmp/torchinductor_me/ab/ca5x.cubin', a path
        kernels_.triton_a = loadKernel("/tmp/torchinductor_me/ab/ca5x.cubin", "triton_a", 3072, {});
        // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: the kernel is loaded from '/tmp/torchinductor_me/ab/ca5x.cubin', a path
        kernels_.triton_a = loadKernel("C:\\build\\ca5x.cubin", "triton_a", 0);
        // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: the kernel is loaded from 'C:\build\ca5x.cubin', a path
        kernels_.triton_a = loadKernel("/tmp/torchinductor_me/ab/ca5x.cubin", "triton_a", 0); // NOLINT(aoti-path-not-relocatable)
        kernels_.triton_a = loadKernel("ca5x.cubin", "triton_a", 0);
        kernels_.triton_a = loadKernel(__triton_embedded_start, "triton_a", 0);
    }
}

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    call_triton_a(ConstantHandle(input_handles[0]), 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_a(RAIIAtenTensorHandle(input_handles[1]), 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
