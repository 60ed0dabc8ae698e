// RUN: %check_aoti %s aoti-debug-leftover
//
// As torch 2.15 writes it: waits between the kernels, and profiling inside of a launch helper.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#define CUDA_DRIVER_CHECK(EXPR) do { if ((EXPR) != CUDA_SUCCESS) throw std::runtime_error("CUDA driver error"); } while (0)
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_0(const in_ptr0_type_& in_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_) {
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_check_inf_and_nan("in_ptr0", in_ptr0));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: tensor 'in_ptr0' is searched for NaN and infinity
    RAIIAtenRecordFunctionHandle record_triton_poi_fused_0_("triton_poi_fused_0", nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: profiler record 'triton_poi_fused_0' is opened on each run
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg4_1 = std::move(inputs[0]);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    int kernels = 0;
    call_triton_poi_fused_0(arg4_1, 4L, this->device_idx_, stream, kernels);
    CUDA_DRIVER_CHECK(cuCtxSynchronize());
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'cuCtxSynchronize' makes the host wait for the device, which stops every overlap of host and device; left by 'triton.debug_sync_graph' or 'triton.debug_sync_kernel'; a compile-time option: compile the package again without it [aoti-debug-leftover]
    call_triton_poi_fused_0(output_handles[0], 4L, this->device_idx_, stream, kernels);
    output_handles[0] = arg4_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
