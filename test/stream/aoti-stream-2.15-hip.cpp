// RUN: %check_aoti %s aoti-stream-event-order,aoti-stream-mismatch,aoti-stream-guard-missing
//
// torch 2.15 for ROCm: streams that the wrapper makes itself, and functions that order them.

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
void launchKernel(hipFunction_t func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], hipStream_t stream, bool launchPdl);
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, hipStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    hipDeviceptr_t var_0 = reinterpret_cast<hipDeviceptr_t>(in_ptr0.data_ptr());
    hipDeviceptr_t var_1 = reinterpret_cast<hipDeviceptr_t>(out_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_, false);
}
namespace {
struct AOTIPerThreadEventCache {
  hipEvent_t get(int event_idx, int device_idx);
};
struct AOTIPerThreadStreamCache {
  void ensure(size_t count, int device_idx, hipStream_t caller_stream);
  hipStream_t get(int stream_idx, int device_idx, hipStream_t caller_stream);
};
static thread_local AOTIPerThreadEventCache _aoti_event_cache;
static thread_local AOTIPerThreadStreamCache _aoti_aux_stream_cache;
} // namespace
static void fork(hipStream_t from, hipStream_t to, hipEvent_t event) {
    AOTI_RUNTIME_CUDA_CHECK(hipEventRecordWithFlags(event, from, hipEventRecordDefault));
    AOTI_RUNTIME_CUDA_CHECK(hipStreamWaitEvent(to, event));
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
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    int least = 0, greatest = 0;
    AOTI_RUNTIME_CUDA_CHECK(hipDeviceGetStreamPriorityRange(&least, &greatest));
    hipStream_t made;
    AOTI_RUNTIME_CUDA_CHECK(hipStreamCreateWithPriority(&made, hipStreamNonBlocking, greatest));
    fork(stream, made, _aoti_event_cache.get(0, this->device_idx_));
    {
        auto made_guard = std::make_unique<AOTICudaStreamGuard>(made, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    while (hipStreamQuery(made) == hipErrorNotReady) {
    }
    AOTI_RUNTIME_CUDA_CHECK(hipStreamDestroy(made));
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    hipStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    fork(stream, stream1, _aoti_event_cache.get(1, this->device_idx_));
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    fork(stream, stream1, _aoti_event_cache.get(2, this->device_idx_));
    call_triton_poi_fused_sin_0(buf0, arg0_1, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' uses 'buf0' on the stream of the run, and 'aoti_torch_cuda_mm_out' has it written on auxiliary stream 1 without an event between them: whenever the streams overlap the value is not there yet (wrong results); record an event on auxiliary stream 1 after the one and let the stream of the run wait for it before the other [aoti-stream-event-order]
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
