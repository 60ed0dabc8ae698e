// RUN: %check_aoti %s aoti-static-kernel-handle
//
// Tables with one handle for each device, or for each model, and what only looks like one.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <array>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_mul_1{nullptr};
};
struct PerDevice {
    std::map<int32_t, CUfunction> loaded;
    CUfunction& of(int32_t device_idx) { return loaded[device_idx]; }
};
CUfunction& find(std::map<int32_t, CUfunction>& table, int32_t device) { return table[device]; }
}  // namespace

template <typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    static CUfunction byIndex[16];
    auto& first = byIndex[device_idx_];
    static std::array<CUfunction, 16> array;
    if (!array.at(device_idx_)) { array.at(device_idx_) = loadKernel("a.cubin", "triton_poi_fused_add_0", 0, cubin_dir_); }
    static std::unordered_map<int32_t, CUfunction> map;
    auto found = map.find(device_idx_);
    if (found == map.end()) { map.emplace(device_idx_, loadKernel("a.cubin", "triton_poi_fused_add_0", 0, cubin_dir_)); }
    const auto slot = static_cast<size_t>(device_idx_) * 2 + 1;
    thread_local std::vector<CUfunction> perThread(32);
    auto& second = perThread[slot];
    static std::once_flag flags[16];
    static CUfunction once[16];
    std::call_once(flags[device_idx_], [&] { once[device_idx_] = loadKernel("a.cubin", "triton_poi_fused_add_0", 0, cubin_dir_); });
    static PerDevice perDevice;
    auto& third = perDevice.of(device_idx_);
    static std::map<int32_t, CUfunction> passed;
    auto& fourth = find(passed, device_idx_);
    static CUfunction table[16][2];
    auto& fifth = table[device_idx_][0];
    static std::map<std::string, CUfunction> named;
    auto& sixth = named["triton_poi_fused_add_0" + std::to_string(device_idx_)];
    static std::map<void*, CUfunction> byKernels;
    CUcontext context;
    cuCtxGetCurrent(&context);
    auto& seventh = byKernels[context];
    launchKernel(first, 1, 1, 1, 4, 0, nullptr, stream_);
}

template <typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_mul_1(int32_t device_idx_, cudaStream_t stream_, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    static CUfunction byNumber[2];
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'byNumber' holds the handle of a kernel (CUfunction) and is static: {{.*}} [aoti-static-kernel-handle]
    auto& first = byNumber[1];
    static std::map<std::string, CUfunction> byName;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'byName' holds the handle of a kernel (CUfunction) and is static: {{.*}} [aoti-static-kernel-handle]
    const std::string name = "triton_poi_fused_mul_1";
    auto& second = byName[name];
    static std::once_flag flags[16];
    static CUfunction latest;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'latest' holds the handle of a kernel (CUfunction) and is static: {{.*}} [aoti-static-kernel-handle]
    std::call_once(flags[device_idx_], [&] { latest = loadKernel("a.cubin", "triton_poi_fused_mul_1", 0, cubin_dir_); });
    // One for each device is not one for each model.
    std::call_once(flags[device_idx_], [&] { kernels_.triton_poi_fused_mul_1 = loadKernel("a.cubin", "triton_poi_fused_mul_1", 0, cubin_dir_); });
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'triton_poi_fused_mul_1' is a member of each model's kernels, and 'std::call_once' loads it once for each element of its flags: {{.*}} [aoti-static-kernel-handle]
    launchKernel(latest, 1, 1, 1, 4, device_idx_, nullptr, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    static std::map<AOTInductorModel*, CUfunction> byModel;
    auto& own = byModel[this];
    static std::map<std::string, CUfunction> byFolder;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'byFolder' holds the handle of a kernel (CUfunction) and is static: {{.*}} [aoti-static-kernel-handle]
    auto& shared = byFolder[*this->cubin_dir_];
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    call_triton_poi_fused_add_0(this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_mul_1(this->device_idx_, stream, kernels, this->cubin_dir_);
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
