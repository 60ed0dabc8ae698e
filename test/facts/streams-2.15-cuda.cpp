// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Work on two streams, as torch 2.15 writes it: a second stream from the cache, guards that make it the current one, events that order them. What
// has no stream of its own runs on that of the guard; a launch that is given the caller's stream runs there, whatever the guard says.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
#define AOTI_RUNTIME_CUDA_CHECK(EXPR) do { const cudaError_t code = EXPR; if (code != cudaSuccess) { throw std::runtime_error("CUDA error"); } } while (0)
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream, bool launchPdl) {}
namespace {
struct AotiAuxStreamCache {
  void ensure(int64_t count, int32_t device_idx, cudaStream_t run_stream) {}
  cudaStream_t get(int64_t slot, int32_t device_idx, cudaStream_t run_stream) { return nullptr; }
};
struct AotiEventCache {
  cudaEvent_t get(int64_t idx, int32_t device_idx) { return nullptr; }
};
} // namespace
static thread_local AotiAuxStreamCache _aoti_aux_stream_cache;
static thread_local AotiEventCache _aoti_event_cache;
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_cos_0{nullptr};
};
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_cos_0(const in_ptr0_type_& in_ptr0, const out_ptr0_type_& out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void* kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_cos_0, 1, 1, 1, 4, 0, kernel_args_, stream_, false);
}
// CHECK: run_impl, line [[#@LINE+1]]: 2 buffers, 2 launches, 1 shim call
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    // CHECK: streams
    // CHECK: [[#@LINE+1]] guard stream_guard (AOTICudaStreamGuard) run
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);
    std::unique_ptr<AOTICudaStreamGuard> _aoti_current_stream_guard;
    cudaStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    static constexpr int64_t int_array_0[] = {8L, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_triton_poi_fused_cos_0(arg0_1, buf0, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NEXT: [[#@LINE+1]] records event 0 run
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(0, this->device_idx_), stream));
    // CHECK-NEXT: [[#@LINE+1]] waits for event 0 aux 1
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), _aoti_event_cache.get(0, this->device_idx_), 0));
    _aoti_current_stream_guard.reset();
    // CHECK-NEXT: [[#@LINE+1]] guard _aoti_current_stream_guard (AOTICudaStreamGuard) aux 1
    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>(_aoti_aux_stream_cache.get(1, this->device_idx_, stream), this->device_idx_);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, buf0));
    call_triton_poi_fused_cos_0(buf0, buf1, 64L, this->device_idx_, stream1, kernels, this->cubin_dir_);
    _aoti_current_stream_guard.reset();
    // CHECK-NEXT: [[#@LINE+1]] records event 1 aux 1
    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(1, this->device_idx_), _aoti_aux_stream_cache.get(1, this->device_idx_, stream)));
    // CHECK-NEXT: [[#@LINE+1]] waits for event 1 run
    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(1, this->device_idx_), 0));
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: operations
// CHECK-NEXT: line device kind stream guard what operands
// CHECK-NEXT: cuda launch run stream_guard triton_poi_fused_cos_0 writes buf0; reads arg0_1; xnumel = 64
// CHECK: cuda shim aux 1 _aoti_current_stream_guard aoti_torch_cuda_mm_out writes buf1; reads buf0, buf0
// CHECK-NEXT: cuda launch aux 1 _aoti_current_stream_guard triton_poi_fused_cos_0 writes buf1; reads buf0; xnumel = 64
// CHECK: known: 2 of 2 buffers, 2 of 2 launches, 1 of 1 shim calls
