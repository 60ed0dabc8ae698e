// RUN: %check_aoti %s aoti-path-not-relocatable
//
// As torch 2.6 writes it: loaded where it is launched.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_a{nullptr};
    CUfunction triton_b{nullptr};
};
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (kernels.triton_a == nullptr) {
        kernels.triton_a = loadKernel("/tmp/torchinductor_me/c3/ca5x.cubin", "triton_a", 0, this->cubin_dir_);
    }
    if (kernels.triton_b == nullptr) {
        kernels.triton_b = loadKernel("/tmp/torchinductor_me/c3/cb7y.cubin", "triton_b", 512);
        // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: the kernel is loaded from '/tmp/torchinductor_me/c3/cb7y.cubin', a path of the machine that compiled the package, and from nowhere else
    }
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
