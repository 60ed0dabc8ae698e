// RUN: %check_aoti %s aoti-static-kernel-handle
//
// The first is suppressed, the second is not.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
static CUfunction first = nullptr; // NOLINT(aoti-static-kernel-handle)
static CUfunction second = nullptr;
// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'second' holds the handle of a kernel (CUfunction) and is static: {{.*}} [aoti-static-kernel-handle]
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    output_handles[0] = inputs[0].release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
