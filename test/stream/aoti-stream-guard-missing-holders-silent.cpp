// RUN: %check_aoti %s aoti-stream-guard-missing,aoti-stream-mismatch,aoti-stream-event-order
//
// What holds a guard need not be a variable of its class.

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
static void begin(std::unique_ptr<AOTICudaStreamGuard> *guard, cudaStream_t on, int32_t device) {
    *guard = owned_guard(on, device);
}
template <typename held_type_> class Scoped {
public:
  template <typename... argument_types_> explicit Scoped(argument_types_ &&...arguments) : held_(std::forward<argument_types_>(arguments)...) {}

private:
  held_type_ held_;
};
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
    // What a function makes.
    {
        auto guard = owned_guard(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // The same by value, checked before.
    {
        auto guard = checked_guard(stream, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    // A reference keeps a temporary alive.
    {
        const auto &guard = plain_guard(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // Also one that is made there.
    {
        AOTICudaStreamGuard &&guard = AOTICudaStreamGuard(stream, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    // Through a function that hands on what it gets.
    {
        auto guard = passed_on(owned_guard(stream, this->device_idx_));
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // A lambda.
    {
        auto make = [this](cudaStream_t on) { return std::make_unique<AOTICudaStreamGuard>(on, this->device_idx_); };
        auto guard = make(stream);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // A member, a base.
    {
        Scope scope(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        const Derived derived{stream, this->device_idx_};
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        Parts parts{std::make_unique<AOTICudaStreamGuard>(stream, this->device_idx_), this->device_idx_};
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // An object whose functions make and end it.
    {
        Region region;
        region.begin(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // Constructed in place.
    {
        auto guard = std::optional<AOTICudaStreamGuard>(std::in_place, stream, this->device_idx_);
        call_triton_poi_fused_sin_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    }
    // Containers.
    {
        std::vector<std::unique_ptr<AOTICudaStreamGuard>> guards;
        guards.push_back(owned_guard(stream, this->device_idx_));
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        std::array<std::unique_ptr<AOTICudaStreamGuard>, 2> guards;
        guards[1] = owned_guard(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        auto [guard, number] = std::make_tuple(owned_guard(stream, this->device_idx_), 1);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // Without its type.
    {
        std::shared_ptr<void> guard = std::make_shared<AOTICudaStreamGuard>(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // The C interface.
    {
        CUDAStreamGuardHandle handle = nullptr;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_create_cuda_stream_guard(stream, this->device_idx_, &handle));
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_delete_cuda_stream_guard(handle));
    }
    {
        HandleScope scope(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // A bare pointer.
    {
        auto *guard = new AOTICudaStreamGuard(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
        delete guard;
    }
    // Moved about.
    {
        auto first = owned_guard(stream, this->device_idx_);
        std::unique_ptr<AOTICudaStreamGuard> last;
        {
            auto middle = std::move(first);
            std::swap(last, middle);
        }
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // On all paths.
    {
        auto guard = stream != nullptr ? owned_guard(stream, this->device_idx_) : std::make_unique<AOTICudaStreamGuard>(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        std::optional<AOTICudaStreamGuard> guard;
        switch (this->device_idx_) {
        case 0:
            guard.emplace(stream, 0);
            break;
        default:
            guard.emplace(stream, this->device_idx_);
        }
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // On the paths that have work.
    {
        std::optional<AOTICudaStreamGuard> guard;
        const bool on_card = this->device_idx_ >= 0;
        if (on_card) {
            guard.emplace(stream, this->device_idx_);
        }
        if (on_card) {
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
        }
    }
    {
        std::optional<AOTICudaStreamGuard> guard;
        if (this->device_idx_ >= 0) {
            guard.emplace(stream, this->device_idx_);
        }
        if (this->device_idx_ < 0) {
            throw std::runtime_error("no device");
        }
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // Made when it is needed.
    {
        std::optional<AOTICudaStreamGuard> guard;
        auto ensure = [&] {
            if (!guard) {
                guard.emplace(stream, this->device_idx_);
            }
        };
        ensure();
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
        ensure();
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        std::unique_ptr<AOTICudaStreamGuard> guard;
        if (this->device_idx_ >= 0) {
            guard = owned_guard(stream, this->device_idx_);
        }
        if (guard == nullptr) {
            throw std::runtime_error("no device");
        }
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // Through the parameters of functions and constructors.
    {
        std::unique_ptr<AOTICudaStreamGuard> guard;
        begin(&guard, stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    {
        Scoped<AOTICudaStreamGuard> scoped(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
    }
    // Made in memory that is there.
    {
        alignas(AOTICudaStreamGuard) unsigned char memory[sizeof(AOTICudaStreamGuard)];
        auto *guard = new (memory) AOTICudaStreamGuard(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
        guard->~AOTICudaStreamGuard();
    }
    {
        static thread_local std::optional<AOTICudaStreamGuard> guard;
        guard.emplace(stream, this->device_idx_);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1));
        guard.reset();
    }
    // Work that is written before the guard and called after it.
    {
        auto multiply = [&](AtenTensorHandle into) {
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(into, arg0_1, arg1_1));
        };
        std::function<void()> again = [&] { AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1)); };
        AOTICudaStreamGuard guard(stream, this->device_idx_);
        multiply(buf0);
        again();
    }
    // Work that nothing calls.
    {
        auto multiply = [&] { AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg1_1)); };
        (void)multiply;
    }
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
