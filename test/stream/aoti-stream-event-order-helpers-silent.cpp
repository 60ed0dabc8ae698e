// RUN: %check_aoti %s aoti-stream-event-order,aoti-stream-mismatch,aoti-stream-guard-missing,aoti-default-stream
//
// torch 2.15: streams that are ordered by functions, lambdas and under other names.

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
enum { forked_event = 40, joined_event = 41 };
static void record(cudaEvent_t event, cudaStream_t on) { AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(event, on)); }
static void wait(cudaStream_t waiting, cudaEvent_t event) { AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(waiting, event, 0)); }
static void fork(cudaStream_t from, cudaStream_t to, cudaEvent_t event) {
    record(event, from);
    wait(to, event);
}
template <typename stream_type_, typename event_type_>
static void fork_any(const stream_type_ &from, const stream_type_ &to, event_type_ event) {
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(event, from));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(to, event, 0));
}
static bool finished(cudaStream_t on) {
    if (cudaStreamSynchronize(on) != cudaSuccess) {
        return false;
    }
    return true;
}
static cudaStream_t side(int number, int32_t device, cudaStream_t caller) { return _aoti_aux_stream_cache.get(number, device, caller); }
static cudaEvent_t event_of(int number, int32_t device) { return _aoti_event_cache.get(number + 1, device); }
struct Ordering {
  int32_t device;
  void join(cudaStream_t from, cudaStream_t to, int number) const {
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(number, device), from));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(to, _aoti_event_cache.get(number, device), 0));
  }
};
struct Fork {
  Fork(cudaStream_t from, cudaStream_t to, cudaEvent_t event) { fork(from, to, event); }
};

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
    // Functions, one in another.
    fork(stream, stream1, _aoti_event_cache.get(0, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    fork(stream1, stream, _aoti_event_cache.get(1, this->device_idx_));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // A function for each half.
    record(_aoti_event_cache.get(2, this->device_idx_), stream);
    wait(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), _aoti_event_cache.get(2, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    record(_aoti_event_cache.get(3, this->device_idx_), _aoti_aux_stream_cache.get(1, this->device_idx_, stream));
    wait(stream, _aoti_event_cache.get(3, this->device_idx_));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // A template, a member function, a constructor.
    fork_any(stream, stream1, _aoti_event_cache.get(4, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    Ordering{this->device_idx_}.join(stream1, stream, 5);
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    Fork forked(stream, stream1, _aoti_event_cache.get(6, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    const Ordering ordering{this->device_idx_};
    ordering.join(stream1, stream, 7);
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Lambdas.
    auto join = [&](cudaStream_t from, cudaStream_t to, int number) {
        auto event = _aoti_event_cache.get(number, this->device_idx_);
        AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(event, from));
        AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(to, event, 0));
    };
    join(stream, stream1, 8);
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    std::function<void()> joined = [&] { join(stream1, stream, 9); };
    joined();
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Other names of the caches, streams and events.
    auto &events = _aoti_event_cache;
    auto &streams = _aoti_aux_stream_cache;
    const int32_t device = this->device_idx_;
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(events.get(forked_event, device), stream));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(streams.get(1, device, stream), _aoti_event_cache.get(40, this->device_idx_), 0));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    constexpr int number = 41;
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(events.get(number, device), side(1, device, stream)));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, event_of(forked_event, device), 0));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Events of its own.
    cudaEvent_t own;
    AOTI_RUNTIME_CUDA_CHECK(cudaEventCreateWithFlags(&own, cudaEventDisableTiming));
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecordWithFlags(own, stream, cudaEventRecordDefault));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream1, own));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(own, stream1));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, own));
    AOTI_RUNTIME_CUDA_CHECK(cudaEventDestroy(own));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // The host waits.
    fork(stream, stream1, _aoti_event_cache.get(10, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    if (!finished(stream1)) {
        throw std::runtime_error("failed");
    }
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // A kernel on the other stream, under the guard of the run.
    fork(stream, stream1, _aoti_event_cache.get(11, this->device_idx_));
    call_triton_poi_fused_sin_0(buf0, buf2, 256L, this->device_idx_, stream1, kernels, this->cubin_dir_);
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    fork(stream1, stream, _aoti_event_cache.get(12, this->device_idx_));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // A stream of its own.
    cudaStream_t made;
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    fork(stream, made, _aoti_event_cache.get(13, this->device_idx_));
    call_triton_poi_fused_sin_0(buf0, buf2, 256L, this->device_idx_, made, kernels, this->cubin_dir_);
    fork(made, stream, _aoti_event_cache.get(14, this->device_idx_));
    fork(stream, stream1, _aoti_event_cache.get(15, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));
    }
    fork(stream1, stream, _aoti_event_cache.get(16, this->device_idx_));
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamDestroy(made));
    call_triton_poi_fused_sin_0(buf1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
