// RUN: %check_aoti %s aoti-stream-event-order
//
// Functions that call each other and wait for nothing.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_sin_0{nullptr};
};
struct AOTIPerThreadStreamCache {
  void ensure(size_t count, int device_idx, cudaStream_t caller_stream);
  cudaStream_t get(int stream_idx, int device_idx, cudaStream_t caller_stream);
};
static thread_local AOTIPerThreadStreamCache _aoti_aux_stream_cache;
} // namespace
void launchKernel(CUfunction func, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t num_warps, uint32_t shared_mem, void *args[], cudaStream_t stream, bool launchPdl);
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_sin_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    void *kernel_args_[] = {&var_0, &var_1};
    launchKernel(kernels_.triton_poi_fused_sin_0, 1, 1, 1, 1, 0, kernel_args_, stream_, false);
}
static void count(int32_t rounds);
static void count_again(int32_t rounds) {
    count(rounds);
}
static void count(int32_t rounds) {
    if (rounds > 0) {
        count_again(rounds - 1);
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);
    count(0);
    cudaStream_t stream1 = _aoti_aux_stream_cache.get(1, this->device_idx_, stream);
    {
        AOTICudaStreamGuard side_guard(stream1, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream1, kernels, this->cubin_dir_);
    }
    count_again(1);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' uses 'buf0' on the stream of the run, and 'call_triton_poi_fused_sin_0' has it written on auxiliary stream 1 without an event between them: whenever the streams overlap the value is not there yet (wrong results); record an event on auxiliary stream 1 after the one and let the stream of the run wait for it before the other [aoti-stream-event-order]
    // CHECK-NOTES: :[[@LINE-5]]:9: note: 'buf0' is written on auxiliary stream 1 here
    // CHECK-NOTES: :[[@LINE-6]]:9: flow: 'buf0' is written on auxiliary stream 1 here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: used on the stream of the run here
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
