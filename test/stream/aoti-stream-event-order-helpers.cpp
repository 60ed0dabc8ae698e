// RUN: %check_aoti %s aoti-stream-event-order
//
// torch 2.15: functions and names that order the streams, and do not order them well.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_sin_0{nullptr};
};
} // namespace
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream, bool launchPdl);
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_, false);
}
namespace {
struct AOTIPerThreadEventCache {
  cudaEvent_t get(int event_idx, int device_idx);
};
struct AOTIPerThreadStreamCache {
  void ensure(size_t count, int device_idx, cudaStream_t caller_stream);
  cudaStream_t get(int stream_idx, int device_idx, cudaStream_t caller_stream);
};
static thread_local AOTIPerThreadEventCache _aoti_event_cache;
static thread_local AOTIPerThreadStreamCache _aoti_aux_stream_cache;
} // namespace
static void record(cudaEvent_t event, cudaStream_t on) { AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(event, on)); }
static void wait(cudaStream_t waiting, cudaEvent_t event) { AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(waiting, event, 0)); }
static void fork(cudaStream_t from, cudaStream_t to, cudaEvent_t event) {
    record(event, from);
    wait(to, event);
}

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);
    cudaStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Nobody records it, neither does the function that waits.
    fork(stream, stream1, _aoti_event_cache.get(0, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    wait(stream, _aoti_event_cache.get(1, this->device_idx_));
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the stream of the run waits for event 1, which nothing records: such a wait passes at once, so that what follows reads what is not computed yet (wrong results); record the event on the stream that is waited for, before the wait [aoti-stream-event-order]
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // The function is called the other way round.
    fork(stream, stream1, _aoti_event_cache.get(2, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    fork(stream, stream1, _aoti_event_cache.get(3, this->device_idx_));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' uses 'buf1' on the stream of the run, and 'aoti_torch_cuda_mm_out' has it written on auxiliary stream 1 without an event between them: whenever the streams overlap the value is not there yet (wrong results); record an event on auxiliary stream 1 after the one and let the stream of the run wait for it before the other [aoti-stream-event-order]
    // A lambda that nothing calls.
    fork(stream, stream1, _aoti_event_cache.get(4, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    auto join = [&] { record(_aoti_event_cache.get(5, this->device_idx_), stream1); };
    (void)join;
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(5, this->device_idx_), 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:29: error: the stream of the run waits for event 5, which nothing records: such a wait passes at once, so that what follows reads what is not computed yet (wrong results); record the event on the stream that is waited for, before the wait [aoti-stream-event-order]
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Another number under another name.
    fork(stream, stream1, _aoti_event_cache.get(6, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    auto &events = _aoti_event_cache;
    constexpr int number = 8;
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(events.get(number, this->device_idx_), stream1));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(7, this->device_idx_), 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:29: error: the stream of the run waits for event 7, which nothing records: such a wait passes at once, so that what follows reads what is not computed yet (wrong results); record the event on the stream that is waited for, before the wait [aoti-stream-event-order]
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // The wrong stream, with flags.
    fork(stream, stream1, _aoti_event_cache.get(9, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecordWithFlags(_aoti_event_cache.get(10, this->device_idx_), stream, 0));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(10, this->device_idx_), 0));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' uses 'buf1' on the stream of the run, and 'aoti_torch_cuda_mm_out' has it written on auxiliary stream 1 without an event between them: whenever the streams overlap the value is not there yet (wrong results); record an event on auxiliary stream 1 after the one and let the stream of the run wait for it before the other [aoti-stream-event-order]
    // In a case that is not the first.
    fork(stream, stream1, _aoti_event_cache.get(11, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    switch (this->device_idx_) {
    case 0:
        fork(stream1, stream, _aoti_event_cache.get(12, this->device_idx_));
        break;
    default:
        fork(stream1, stream, _aoti_event_cache.get(12, this->device_idx_));
    }
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // A stream of its own that nothing waits for.
    cudaStream_t made;
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    fork(stream, made, _aoti_event_cache.get(13, this->device_idx_));
    {
        AOTICudaStreamGuard made_guard(made, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf2, buf0, arg1_1));
        // CHECK-MESSAGES: :[[@LINE-1]]:37: error: 'aoti_torch_cuda_mm_out' works on the stream 'made', and the function ends without 'stream' waiting for it: the caller reads the outputs, and memory is used again, while it still works (wrong results); record an event after it and let the stream of the run wait for that [aoti-stream-event-order]
    }
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
