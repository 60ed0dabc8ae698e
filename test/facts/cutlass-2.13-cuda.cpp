// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Kernels of CUTLASS are functions of a library: the table holds their addresses, the call casts the memory of its tensors, and the stream comes last.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DEVICE(cuda);
extern "C" int cutlass_gemm_0(const float* X, const float* W, float* Y, const int M, const int N, size_t* workspace_size, uint8_t* workspace, cudaStream_t stream);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    int (*cutlass_gemm_0)(const float* X, const float* W, float* Y, const int M, const int N, size_t* workspace_size, uint8_t* workspace, cudaStream_t stream);
};
} // namespace
// CHECK: kernels (1)
// CHECK: cutlass_gemm_0
// CHECK: run_impl, line [[#@LINE+1]]: 2 buffers, 1 launch, 0 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s0, 64L};
    static constexpr int64_t int_array_1[] = {64L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    static constexpr int64_t int_array_2[] = {4096L, };
    static constexpr int64_t int_array_3[] = {1L, };
    AtenTensorHandle workspace_0_handle;
    // CHECK: [[#@LINE+1]] workspace_0 allocation uint8 cuda [4096] [1] 4,096
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_2, int_array_3, cached_torch_dtype_uint8, cached_torch_device_type_cuda, this->device_idx_, &workspace_0_handle));
    RAIIAtenTensorHandle workspace_0(workspace_0_handle);
    // What a function does with memory that is not const is not told.
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cuda launch run cutlass_gemm_0 {{.*}}buf0
    kernels.cutlass_gemm_0((const float*)arg0_1.data_ptr(), (const float*)arg1_1.data_ptr(), (float*)buf0.data_ptr(), (const int)s0, (const int)64L, (size_t*)nullptr, (uint8_t*)workspace_0.data_ptr(), stream);
    workspace_0.reset();
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 2 of 2 buffers, 1 of 1 launches, 0 of 0 shim calls
