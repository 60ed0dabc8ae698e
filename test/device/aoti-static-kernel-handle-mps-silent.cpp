// RUN: %check_aoti %s aoti-static-kernel-handle
//
// Metal has one device: torch keeps its kernels in static variables.

#include <torch/csrc/inductor/aoti_include/mps.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(mps);
static AOTIMetalKernelFunctionHandle get_mps_lib_0_handle() {
    static auto kernel_handle = []() {
        AOTIMetalShaderLibraryHandle lib_handle = nullptr;
        AOTIMetalKernelFunctionHandle kern_handle = nullptr;
        aoti_torch_mps_create_shader_library("kernel void generated_kernel() {}", &lib_handle);
        aoti_torch_mps_get_kernel_function(lib_handle, "generated_kernel", &kern_handle);
        return kern_handle;
    }();
    return kernel_handle;
}
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    get_mps_lib_0_handle();
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
