// RUN: %check_aoti %s aoti-static-kernel-handle
//
// Kernels of SYCL.

#include <torch/csrc/inductor/aoti_include/xpu.h>
#include <torch/csrc/inductor/aoti_runtime/sycl_runtime_wrappers.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(xpu);
namespace torch::aot_inductor {
static std::unique_ptr<sycl::kernel> triton_poi_fused_add_0;
// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'triton_poi_fused_add_0' holds the handle of a kernel (sycl::kernel) and is static: {{.*}} [aoti-static-kernel-handle]
static sycl::queue* queue_of_all = nullptr;
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    if (triton_poi_fused_add_0 == nullptr) {
        triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.spv", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    }
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
