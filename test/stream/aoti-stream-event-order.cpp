// RUN: %check_aoti %s aoti-stream-event-order
//
// torch 2.15: two streams without the events that order them.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_DEVICE(cpu);
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
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);
    std::unique_ptr<AOTICudaStreamGuard> _aoti_current_stream_guard;
    cudaStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Nothing waits for the kernel.
    _aoti_current_stream_guard.reset();
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' uses 'buf0' on auxiliary stream 1, and 'call_triton_poi_fused_sin_0' has it written on the stream of the run without an event between them: whenever the streams overlap the value is not there yet (wrong results); record an event on the stream of the run after the one and let auxiliary stream 1 wait for it before the other [aoti-stream-event-order]
    // CHECK-NOTES: :[[@LINE-6]]:5: note: 'buf0' is written on the stream of the run here
    // CHECK-NOTES: :[[@LINE-7]]:5: flow: 'buf0' is written on the stream of the run here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: used on auxiliary stream 1 here
    _aoti_current_stream_guard.reset();
    // Recorded too late.
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(1, this->device_idx_), 0));
    // CHECK-NOTES: :[[@LINE-1]]:29: error: the stream of the run waits for event 1, which is recorded only afterwards: such a wait passes at once, so that what follows reads what is not computed yet (wrong results); record the event on the stream that is waited for, before the wait [aoti-stream-event-order]
    // CHECK-NOTES: :[[@LINE+3]]:29: note: recorded here
    // CHECK-NOTES: :[[@LINE-3]]:29: flow: waited for here
    // CHECK-NOTES: :[[@LINE+1]]:29: flow: recorded here
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(1, this->device_idx_), _aoti_aux_stream_cache.get(1, this->device_idx_, stream)));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf2, buf1, arg0_1));
    // Recorded nowhere.
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream1, _aoti_event_cache.get(7, this->device_idx_), 0));
    // CHECK-NOTES: :[[@LINE-1]]:29: error: auxiliary stream 1 waits for event 7, which nothing records: such a wait passes at once, so that what follows reads what is not computed yet (wrong results); record the event on the stream that is waited for, before the wait [aoti-stream-event-order]
    // An event that comes before the work, and one of the wrong stream.
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(2, this->device_idx_), stream1));
    _aoti_current_stream_guard.reset();
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf3, buf0, arg0_1));
    _aoti_current_stream_guard.reset();
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(3, this->device_idx_), stream));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(2, this->device_idx_), 0));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(3, this->device_idx_), 0));
    call_triton_poi_fused_sin_0(buf3, buf2, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' uses 'buf3' on the stream of the run, and 'aoti_torch_cuda_mm_out' has it written on auxiliary stream 1 without an event between them: whenever the streams overlap the value is not there yet (wrong results); record an event on auxiliary stream 1 after the one and let the stream of the run wait for it before the other [aoti-stream-event-order]
    // CHECK-NOTES: :[[@LINE-7]]:33: note: 'buf3' is written on auxiliary stream 1 here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: 'buf3' is written on auxiliary stream 1 here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: used on the stream of the run here
    // Written while the other stream may still read it.
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(4, this->device_idx_), stream));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream1, _aoti_event_cache.get(4, this->device_idx_), 0));
    _aoti_current_stream_guard.reset();
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf3, buf2));
    _aoti_current_stream_guard.reset();
    call_triton_poi_fused_sin_0(arg0_1, buf3, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' overwrites 'buf3' on the stream of the run, and 'aoti_torch_cuda_mm_out' has it read on auxiliary stream 1 without an event between them: whenever the streams overlap the other reads the new value (wrong results); record an event on auxiliary stream 1 after the one and let the stream of the run wait for it before the other [aoti-stream-event-order]
    // CHECK-NOTES: :[[@LINE-4]]:33: note: 'buf3' is read on auxiliary stream 1 here
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: 'buf3' is read on auxiliary stream 1 here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: used on the stream of the run here
    // Both streams read: no order is needed.
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(5, this->device_idx_), stream));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream1, _aoti_event_cache.get(5, this->device_idx_), 0));
    _aoti_current_stream_guard.reset();
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf3, arg1_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' works on auxiliary stream 1, and the function ends without 'stream' waiting for it: the caller reads the outputs, and memory is used again, while it still works (wrong results); record an event after it and let the stream of the run wait for that [aoti-stream-event-order]
    // CHECK-NOTES: :[[@LINE+6]]:1: note: the function ends here
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: the last work on auxiliary stream 1
    // CHECK-NOTES: :[[@LINE+4]]:1: flow: the function ends here
    _aoti_current_stream_guard.reset();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf2, buf3, arg0_1));
    output_handles[0] = buf2.release();
}

void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle> &output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    auto &weight = constants_->at(0);
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);
    std::unique_ptr<AOTICudaStreamGuard> _aoti_current_stream_guard;
    cudaStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    _aoti_current_stream_guard.reset();
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, weight, weight));
    _aoti_current_stream_guard.reset();
    if (weight.sizes()[0] > 8L) {
        // An early return joins nothing either.
        _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, weight, weight));
        // CHECK-NOTES: :[[@LINE-1]]:37: error: 'aoti_torch_cuda_mm_out' works on auxiliary stream 1, and the function ends without 'stream' waiting for it: the caller reads the outputs, and memory is used again, while it still works (wrong results); record an event after it and let the stream of the run wait for that [aoti-stream-event-order]
        // CHECK-NOTES: :[[@LINE+13]]:1: note: the function ends here
        // CHECK-NOTES: :[[@LINE-3]]:37: flow: the last work on auxiliary stream 1
        // CHECK-NOTES: :[[@LINE+11]]:1: flow: the function ends here
        return;
    }
    if (weight.sizes()[1] > 8L) {
        _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, weight, weight)); // NOLINT(aoti-stream-event-order)
        return;
    }
    // The host waits for all streams.
    AOTI_RUNTIME_CUDA_CHECK(cudaDeviceSynchronize());
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
