// RUN: %check_aoti %s aoti-stream-guard-missing
//
// Guards that something else than a variable of their class holds, and that end before the work.

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
static std::unique_ptr<AOTICudaStreamGuard> owned_guard(cudaStream_t on, int32_t device) {
    return std::make_unique<AOTICudaStreamGuard>(on, device);
}
static std::optional<AOTICudaStreamGuard> checked_guard(cudaStream_t on, int32_t device) {
    if (device < 0) {
        throw std::runtime_error("no device");
    }
    std::optional<AOTICudaStreamGuard> result;
    result.emplace(on, device);
    return result;
}
static AOTICudaStreamGuard plain_guard(cudaStream_t on, int32_t device) { return AOTICudaStreamGuard(on, device); }
static std::unique_ptr<AOTICudaStreamGuard> passed_on(std::unique_ptr<AOTICudaStreamGuard> guard) { return guard; }
static void end(std::unique_ptr<AOTICudaStreamGuard> &guard) { guard.reset(); }
static void consume(std::unique_ptr<AOTICudaStreamGuard> guard) {}
struct Scope {
  AOTICudaStreamGuard guard;
  Scope(cudaStream_t on, int32_t device) : guard(on, device) {}
};
struct Derived : AOTICudaStreamGuard {
  Derived(cudaStream_t on, int32_t device) : AOTICudaStreamGuard(on, device) {}
};
struct Parts {
  std::unique_ptr<AOTICudaStreamGuard> guard;
  int32_t device = 0;
};
class Region {
public:
  void begin(cudaStream_t on, int32_t device) { guard_.emplace(on, device); }
  void end() { guard_.reset(); }

private:
  std::optional<AOTICudaStreamGuard> guard_;
};
class HandleScope {
public:
  HandleScope(cudaStream_t on, int32_t device) {
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_create_cuda_stream_guard(on, device, &handle_));
  }
  ~HandleScope() { (void)aoti_torch_delete_cuda_stream_guard(handle_); }

private:
  CUDAStreamGuardHandle handle_ = nullptr;
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
    // Written before the guard, and called there.
    auto multiply = [&](AtenTensorHandle into) {
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(into, arg0_1, arg1_1));
        // CHECK-MESSAGES: :[[@LINE-1]]:37: error: 'aoti_torch_cuda_mm_out' runs on some path without a stream guard: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make 'AOTICudaStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
    };
    multiply(buf0);
    {
        AOTICudaStreamGuard guard(stream, this->device_idx_);
        multiply(buf0);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // The end of an object with a guard.
    {
        Scope scope(stream, this->device_idx_);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    {
        std::vector<std::unique_ptr<AOTICudaStreamGuard>> guards;
        guards.push_back(owned_guard(stream, this->device_idx_));
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // Moved into something that ends.
    auto first = owned_guard(stream, this->device_idx_);
    {
        auto inner = std::move(first);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    auto second = owned_guard(stream, this->device_idx_);
    consume(std::move(second));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    auto third = owned_guard(stream, this->device_idx_);
    (void)std::exchange(third, nullptr);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    auto fourth = owned_guard(stream, this->device_idx_);
    {
        std::unique_ptr<AOTICudaStreamGuard> none;
        third.reset();
        fourth.swap(none);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // Ended elsewhere.
    auto fifth = owned_guard(stream, this->device_idx_);
    end(fifth);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    auto sixth = owned_guard(stream, this->device_idx_);
    auto &name = sixth;
    name.reset();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    auto *bare = new AOTICudaStreamGuard(stream, this->device_idx_);
    delete bare;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    CUDAStreamGuardHandle handle = nullptr;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_create_cuda_stream_guard(stream, this->device_idx_, &handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_delete_cuda_stream_guard(handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // A guard inside a function that is called at once.
    [&] {
        AOTICudaStreamGuard guard(stream, this->device_idx_);
    }();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' runs without a stream guard, since the one that was made before has ended: it goes to the current stream and device of the calling thread, so that with any other stream or device than those it races with the kernels on 'stream' (wrong results); make the guard where it lives until the end of the function [aoti-stream-guard-missing]
    // One that is suppressed, and nothing that holds nothing.
    {
        Scope scope(stream, this->device_idx_);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1)); // NOLINT(aoti-stream-guard-missing)
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
