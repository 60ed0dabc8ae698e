// RUN: %check_aoti %s aoti-stream-mismatch,aoti-stream-guard-missing,aoti-stream-event-order,aoti-default-stream
//
// torch 2.9 for XPU.

#include <torch/csrc/inductor/aoti_include/xpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(xpu);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  std::unique_ptr<sycl::kernel> triton_poi_fused_sin_0{nullptr};
};
} // namespace
void launchKernel(std::unique_ptr<sycl::kernel> &kernel_ptr, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_memory, void **params, sycl::queue *queue_ptr, uint32_t threads_per_warp);
template <typename in_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, int64_t xnumel, int32_t device_idx_, sycl::queue *stream_, kernels_type_ &kernels_) {
    auto *var_0 = in_ptr0.data_ptr();
    void *kernel_args_[] = {&var_0};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 4, 0, kernel_args_, stream_, 32);
    sycl::queue *other = new sycl::queue();
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 4, 0, kernel_args_, other, 32);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'launchKernel' launches on a stream of its own, not on 'stream_', the stream that the caller gives: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on 'stream_' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-7]]:115: note: the caller gives this stream
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_xpu_mm_out(arg0_1, arg0_1, arg0_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_xpu_mm_out' runs without a stream guard: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make 'AOTIXpuStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
    AOTIXpuStreamGuard stream_guard(stream, this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_xpu_mm_out(arg0_1, arg0_1, arg0_1));
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream, kernels);
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, nullptr, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'call_triton_poi_fused_sin_0' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    sycl::queue *stream0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_xpu_stream(0, (void **)&stream0));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_get_current_xpu_stream' asks for the current stream of device 0, whatever device the model is loaded on and whatever stream it is run with: work on it is not ordered with the rest of the model (wrong results), and on another device it fails (invalid resource handle); use 'stream' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE+3]]:5: note: 'call_triton_poi_fused_sin_0' runs on it here
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: the stream is asked for here
    // CHECK-NOTES: :[[@LINE+1]]:5: flow: 'call_triton_poi_fused_sin_0' runs on it here
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, stream0, kernels);
    sycl::queue local;
    call_triton_poi_fused_sin_0(arg0_1, 256L, this->device_idx_, &local, kernels);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' is launched on the stream 'local', but the current one is the stream of the run: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on the stream of the guard [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-15]]:24: note: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-16]]:24: flow: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: launched on the stream 'local' here
    output_handles[0] = arg0_1.release();
}
} // namespace torch::aot_inductor
