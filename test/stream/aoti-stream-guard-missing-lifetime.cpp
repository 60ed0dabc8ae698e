// RUN: %check_aoti %s aoti-stream-guard-missing
//
// Guards that end before the work, or that are made on some paths only.

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
    // A guard without a name ends with its statement.
    AOTICudaStreamGuard(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' runs without a stream guard: its kernel is loaded on the current device of the calling thread, which need not be the model's (invalid resource handle, illegal memory access), and its buffers belong to another stream; make 'AOTICudaStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: this guard has no name, so that it ends with its statement
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: a guard is made and ends here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: work without a guard here
    {
        AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // CHECK-NOTES: :[[@LINE-5]]:29: note: this guard lives only in a part of the function
    // CHECK-NOTES: :[[@LINE-4]]:5: note: the guard ends here
    // CHECK-NOTES: :[[@LINE-7]]:29: flow: a guard is made here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: it ends here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: work without a guard here
    // One that is given back.
    auto held = std::make_unique<AOTICudaStreamGuard>(stream, this->device_idx_);
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    held.reset();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1)); // NOLINT(aoti-stream-guard-missing)
    held = std::make_unique<AOTICudaStreamGuard>(stream, this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    held = nullptr;
    std::optional<AOTICudaStreamGuard> maybe;
    int64_t s0 = arg0_1.sizes()[0];
    if (s0 > 8L) {
        maybe.emplace(stream, this->device_idx_);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs on some path without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // CHECK-NOTES: :[[@LINE-10]]:12: note: this guard lives only in a part of the function
    // CHECK-NOTES: :[[@LINE-9]]:5: note: the guard ends here
    // CHECK-NOTES: :[[@LINE-12]]:12: flow: a guard is made here
    // CHECK-NOTES: :[[@LINE-11]]:5: flow: it ends here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: work without a guard here
    // The body of a loop.
    while (1) {
        int64_t u0;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg1_1, &u0));
        if (u0 > 8L) {
            break;
        }
        AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_sin_0' runs on some path without a stream guard, since the one that was made before has ended: its kernel is loaded on the current device of the calling thread, which need not be the model's (invalid resource handle, illegal memory access), and its buffers belong to another stream; make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // CHECK-NOTES: :[[@LINE-5]]:29: note: this guard lives only in a part of the function
    // CHECK-NOTES: :[[@LINE-4]]:5: note: the guard ends here
    // CHECK-NOTES: :[[@LINE-7]]:29: flow: a guard is made here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: it ends here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: work without a guard here
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
