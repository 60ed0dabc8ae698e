// Kernel launches of Metal through classes.
#include <torch/csrc/inductor/aoti_include/mps.h>
#include <ATen/native/mps/MetalShaderLibrary.h>
at::native::mps::DynamicMetalShaderLibrary mps_lib_0(R"MTL(x)MTL");
const std::shared_ptr<at::native::mps::MetalKernelFunction> get_mps_lib_0() { static const auto func = mps_lib_0.getKernelFunction("generated_kernel"); return func; }
AOTIMetalKernelFunctionHandle get_mps_lib_0_handle() { static const auto handle = AOTIMetalKernelFunctionHandle(get_mps_lib_0().get()); return handle; }
void f(at::native::mps::MetalKernelFunction& k) { get_mps_lib_0()->runCommandBlock([&] { get_mps_lib_0()->startEncoding(); aoti_torch_mps_set_arg_tensor(get_mps_lib_0_handle(), 0, nullptr); get_mps_lib_0()->dispatch(64); get_mps_lib_0()->dispatch({static_cast<uint64_t>(3), static_cast<uint64_t>(4)}); }); }
