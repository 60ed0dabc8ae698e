// RUN: %check_aoti --no-refix %s aoti-device-index-literal
//
// Declarations that do not name their parameters.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
extern "C" AOTITorchError aoti_torch_get_current_cuda_stream(int32_t, void**);
extern "C" AOTITorchError aoti_torch_cuda_take(AtenTensorHandle, int32_t, int32_t);
extern "C" cudaError_t cudaSetDevice(int);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    (void)cudaSetDevice(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'cudaSetDevice' selects the literal device cuda:1: {{.*}} [aoti-device-index-literal]
    cudaStream_t stream0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(0, (void**)&stream0));
    // CHECK-MESSAGES: :[[@LINE-1]]:68: warning: 'aoti_torch_get_current_cuda_stream' asks for the stream of the literal device cuda:0: {{.*}} [aoti-device-index-literal]
    // Two numbers of which nothing is known, and the device that is current.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_take(arg0_1, 1, 0));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(-1, (void**)&stream0));
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
