// RUN: %check_aoti %s aoti-stream-mismatch

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
struct AOTIPerThreadStreamCache {
  void ensure(size_t count, int device_idx, cudaStream_t caller_stream);
  cudaStream_t get(int stream_idx, int device_idx, cudaStream_t caller_stream);
};
static thread_local AOTIPerThreadStreamCache _aoti_aux_stream_cache;
} // namespace
// A helper gets its stream from the caller.
template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_sin_1(const in_ptr0_type_ &in_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0};
    cudaStream_t side;
    cudaStreamCreate(&side);
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, side, false);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'launchKernel' launches on the stream 'side', not on 'stream_', the stream that the caller gives: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on 'stream_' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-7]]:134: note: the caller gives this stream
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, cudaStreamPerThread, false);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'launchKernel' launches on the default stream of the thread, not on 'stream_', the stream that the caller gives: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on 'stream_' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-10]]:134: note: the caller gives this stream
    cudaStream_t stream0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(0, (void **)&stream0));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_get_current_cuda_stream' asks for the current stream of device 0, whatever device the model is loaded on and whatever stream it is run with: work on it is not ordered with the rest of the model (wrong results), and on another device it fails (invalid resource handle); use 'stream_' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE+3]]:5: note: 'launchKernel' runs on it here
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: the stream is asked for here
    // CHECK-NOTES: :[[@LINE+1]]:5: flow: 'launchKernel' runs on it here
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream0, false);
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
    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);
    std::unique_ptr<AOTICudaStreamGuard> _aoti_current_stream_guard;
    cudaStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    // What torch 2.15 writes for work on a second stream.
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' is launched on the stream of the run, but the current one is auxiliary stream 1: the events order the auxiliary stream alone, so that the kernel runs before or beside what it depends on whenever the two streams overlap (wrong results); launch on the stream of the guard [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-3]]:34: note: the guard in force makes auxiliary stream 1 the current one here
    // CHECK-NOTES: :[[@LINE-4]]:34: flow: the guard in force makes auxiliary stream 1 the current one here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: launched on the stream of the run here
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream1, kernels, this->cubin_dir_);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, _aoti_aux_stream_cache.get(2, this->device_idx_, stream), kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' is launched on auxiliary stream 2, but the current one is auxiliary stream 1: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on the stream of the guard [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-9]]:34: note: the guard in force makes auxiliary stream 1 the current one here
    // CHECK-NOTES: :[[@LINE-10]]:34: flow: the guard in force makes auxiliary stream 1 the current one here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: launched on auxiliary stream 2 here
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_); // NOLINT(aoti-stream-mismatch)
    _aoti_current_stream_guard.reset();
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream1, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' is launched on auxiliary stream 1, but the current one is the stream of the run: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on the stream of the guard [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-22]]:25: note: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-23]]:25: flow: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: launched on auxiliary stream 1 here
    // A stream of its own.
    cudaStream_t side;
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamCreateWithFlags(&side, 1));
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, side, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' is launched on the stream 'side', but the current one is the stream of the run: nothing orders the two, so that whenever they overlap the kernel reads what is not computed yet, and others read what it has not written (wrong results); launch on the stream of the guard [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE-30]]:25: note: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-31]]:25: flow: the guard in force makes the stream of the run the current one here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: launched on the stream 'side' here
    // The stream of a fixed device, as torch.compile asks for it.
    cudaStream_t stream0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(0, (void **)&stream0));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_get_current_cuda_stream' asks for the current stream of device 0, whatever device the model is loaded on and whatever stream it is run with: work on it is not ordered with the rest of the model (wrong results), and on another device it fails (invalid resource handle); use 'stream' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE+3]]:5: note: 'call_triton_poi_fused_sin_0' runs on it here
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: the stream is asked for here
    // CHECK-NOTES: :[[@LINE+1]]:5: flow: 'call_triton_poi_fused_sin_0' runs on it here
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream0, kernels, this->cubin_dir_);
    // The guard selects another device.
    {
        AOTICudaStreamGuard device_guard(stream, this->device_idx_ + 1);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
        // CHECK-NOTES: :[[@LINE-1]]:9: error: 'call_triton_poi_fused_sin_0' is launched for device 'this->device_idx_', but the guard in force has made 'this->device_idx_ + 1' the current one: the kernel is loaded on one device and gets the memory and the stream of another (invalid resource handle, illegal memory access); use the same index for both [aoti-stream-mismatch]
        // CHECK-NOTES: :[[@LINE-3]]:29: note: the guard in force is made here
        // CHECK-NOTES: :[[@LINE-4]]:29: flow: 'this->device_idx_ + 1' becomes the current device
        // CHECK-NOTES: :[[@LINE-4]]:9: flow: launched for device 'this->device_idx_' here
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_ + 1, stream, kernels, this->cubin_dir_);
    }
    {
        AOTICudaStreamGuard device_guard(stream, 0);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, 1, stream, kernels, this->cubin_dir_);
        // CHECK-NOTES: :[[@LINE-1]]:9: error: 'call_triton_poi_fused_sin_0' is launched for device '1', but the guard in force has made '0' the current one: the kernel is loaded on one device and gets the memory and the stream of another (invalid resource handle, illegal memory access); use the same index for both [aoti-stream-mismatch]
        // CHECK-NOTES: :[[@LINE-3]]:29: note: the guard in force is made here
        // CHECK-NOTES: :[[@LINE-4]]:29: flow: '0' becomes the current device
        // CHECK-NOTES: :[[@LINE-4]]:9: flow: launched for device '1' here
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, 2, stream, kernels, this->cubin_dir_);
        // CHECK-NOTES: :[[@LINE-1]]:9: error: 'call_triton_poi_fused_sin_0' is launched for device '2', but the guard in force has made '0' the current one: the kernel is loaded on one device and gets the memory and the stream of another (invalid resource handle, illegal memory access); use the same index for both [aoti-stream-mismatch]
        // CHECK-NOTES: :[[@LINE-8]]:29: note: the guard in force is made here
        // CHECK-NOTES: :[[@LINE-9]]:29: flow: '0' becomes the current device
        // CHECK-NOTES: :[[@LINE-4]]:9: flow: launched for device '2' here
        // A fixed index on one side alone is for another rule.
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    // Where the stream depends on the path nothing is certain.
    int64_t s0 = arg0_1.sizes()[0];
    cudaStream_t chosen = s0 > 8L ? stream : stream1;
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, chosen, kernels, this->cubin_dir_);
    if (s0 > 8L) {
        _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(stream1, this->device_idx_);
    }
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
