// Kernel launches of Metal through the C interface.
#include <torch/csrc/inductor/aoti_include/mps.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>
void f(AOTIMetalKernelFunctionHandle h, torch::aot_inductor::RAIIAtenTensorHandle& t){ std::function<void(AOTIMetalKernelFunctionHandle)> w = [&](AOTIMetalKernelFunctionHandle handle) { aoti_torch_mps_start_encoding(handle); aoti_torch_mps_set_arg_tensor(handle, 0, t); aoti_torch_mps_set_arg_int(handle, 1, 4L); aoti_torch_mps_dispatch_single(handle, 64); }; aoti_torch_mps_run_command_block(h, aoti_torch_mps_shared_callback, &w); static AOTIMetalShaderLibraryHandle lib = nullptr; aoti_torch_mps_create_shader_library("x", &lib); }
