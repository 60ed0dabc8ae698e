// Guards, streams and boxed values of a custom operator.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/csrc/inductor/cpp_prefix.h>
#include <c10/xpu/XPUStream.h>
#include <torch/csrc/inductor/aoti_include/cuda.h>
void g(const at::Tensor& x) { at::cuda::CUDAGuard guard(x.device()); cudaStream_t s = at::cuda::getCurrentCUDAStream(); const c10::cuda::OptionalCUDAGuard og(at::device_of(x)); C10_CUDA_KERNEL_LAUNCH_CHECK(); c10::IValue v(x); std::vector<c10::IValue> st; st.emplace_back(c10::IValue(static_cast<int64_t>(1))); auto op = c10::Dispatcher::singleton().findSchemaOrThrow("a::b", "").typed<at::Tensor(const at::Tensor&)>(); auto y = op.call(x);}

// Compile cmd
// g++ -D USE_CUDA
