// RUN: %check_aoti %s aoti-stream-mismatch,aoti-stream-guard-missing,aoti-stream-event-order,aoti-default-stream
//
// torch 2.13 for ROCm: the names of HIP, and the guard of CUDA.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <hip/hip_runtime_api.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  hipFunction_t triton_poi_fused_sin_0{nullptr};
};
} // namespace
void launchKernel(hipFunction_t func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], hipStream_t stream);
template <typename in_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, int64_t xnumel, int32_t device_idx_, hipStream_t stream_, kernels_type_ &kernels_) {
    hipDeviceptr_t var_0 = reinterpret_cast<hipDeviceptr_t>(in_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' runs without a stream guard: its kernel is loaded on the current device of the calling thread, which need not be the model's (invalid resource handle, illegal memory access), and its buffers belong to another stream; make 'AOTICudaStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream, kernels);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, nullptr, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    hipStream_t side;
    AOTI_RUNTIME_CUDA_CHECK(hipStreamCreate(&side));
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, side, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' is launched on the stream 'side', but the current one is the stream of the run: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on the stream of the guard [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-8]]:25: note: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-9]]:25: flow: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: launched on the stream 'side' here
    hipEvent_t event;
    AOTI_RUNTIME_CUDA_CHECK(hipEventCreateWithFlags(&event, 2));
    AOTI_RUNTIME_CUDA_CHECK(hipStreamWaitEvent(stream, event, 0));
    // CHECK-NOTES: :[[@LINE-1]]:29: error: the stream of the run waits for an event, which nothing records: such a wait passes at once, so that what follows reads what is not computed yet (wrong results); record the event on the stream that is waited for, before the wait [aoti-stream-event-order]
    output_handles[0] = arg0_1.release();
}
} // namespace torch::aot_inductor
