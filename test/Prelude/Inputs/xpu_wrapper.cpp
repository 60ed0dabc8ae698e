// Loading and launching of XPU kernels.
#include <torch/csrc/inductor/aoti_include/xpu.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>
torch::aot_inductor::DeviceStreamType q; void f(sycl::queue* s){ torch::aot_inductor::AOTIXpuStreamGuard g(s, 0); std::unique_ptr<sycl::kernel> k = loadKernel("a","b",0,std::optional<std::string>()); void* a[]={&s}; launchKernel(k,1,1,1,4,0,a,s); }
