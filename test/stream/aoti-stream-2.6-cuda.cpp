// RUN: %check_aoti %s aoti-stream-mismatch,aoti-stream-guard-missing,aoti-stream-event-order,aoti-default-stream
//
// torch 2.6: kernels are launched where they are called.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
#include <torch/csrc/inductor/aoti_runtime/utils_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_DEVICE(cpu);
#define CUDA_DRIVER_CHECK(EXPR) do { CUresult code = EXPR; if (code != CUDA_SUCCESS) { throw std::runtime_error("CUDA driver error"); } } while (0)
struct Grid {
    Grid(uint32_t x, uint32_t y, uint32_t z) : grid_x(x), grid_y(y), grid_z(z) {}
    uint32_t grid_x, grid_y, grid_z;
    bool is_non_zero() { return grid_x > 0 && grid_y > 0 && grid_z > 0; }
};
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) {
    CUmodule mod;
    CUfunction func;
    CUDA_DRIVER_CHECK(cuModuleLoad(&mod, filePath.c_str()));
    CUDA_DRIVER_CHECK(cuModuleGetFunction(&func, mod, funcName.c_str()));
    return func;
}
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void *args[], cudaStream_t stream) {
    CUDA_DRIVER_CHECK(cuLaunchKernel(func, gridX, gridY, gridZ, 32 * numWarps, 1, 1, sharedMemBytes, stream, args, nullptr));
}
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_0{nullptr};
};
} // namespace
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    // Shims of the device are called for tensors of the host, too.
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, arg0_1));
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    if (kernels.triton_poi_fused_0 == nullptr) {
        kernels.triton_poi_fused_0 = loadKernel("k.cubin", "triton_poi_fused_0", 0, this->cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    void *kernel_args_var_0[] = {&var_0};
    Grid triton_poi_fused_0_grid_0 = Grid(1L, 1L, 1L);
    if (triton_poi_fused_0_grid_0.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_0, triton_poi_fused_0_grid_0.grid_x, triton_poi_fused_0_grid_0.grid_y, triton_poi_fused_0_grid_0.grid_z, 1, 0, kernel_args_var_0, stream);
        // CHECK-NOTES: :[[@LINE-1]]:9: error: 'launchKernel' runs without a stream guard: its kernel is loaded on the current device of the calling thread, which need not be the model's (invalid resource handle, illegal memory access), and its buffers belong to another stream; make 'AOTICudaStreamGuard stream_guard(stream, this->device_idx_);' before it [aoti-stream-guard-missing]
    }
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, arg1_1));
    if (triton_poi_fused_0_grid_0.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_0, triton_poi_fused_0_grid_0.grid_x, triton_poi_fused_0_grid_0.grid_y, triton_poi_fused_0_grid_0.grid_z, 1, 0, kernel_args_var_0, stream);
    }
    if (triton_poi_fused_0_grid_0.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_0, triton_poi_fused_0_grid_0.grid_x, triton_poi_fused_0_grid_0.grid_y, triton_poi_fused_0_grid_0.grid_z, 1, 0, kernel_args_var_0, nullptr);
        // CHECK-NOTES: :[[@LINE-1]]:9: warning: 'launchKernel' is given the default stream, not the one that the model is run with: whenever they differ its work races with what comes before and after it (wrong results), and it cannot be captured in a CUDA graph; use 'stream' [aoti-default-stream]
    }
    cudaStream_t stream0;
    aoti_torch_get_current_cuda_stream(0, (void **)&stream0);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'aoti_torch_get_current_cuda_stream' asks for the current stream of device 0, whatever device the model is loaded on and whatever stream it is run with: work on it is not ordered with the rest of the model (wrong results), and on another device it fails (invalid resource handle); use 'stream' [aoti-stream-mismatch]
    // CHECK-NOTES: :[[@LINE+3]]:5: note: 'launchKernel' runs on it here
    // CHECK-NOTES: :[[@LINE-3]]:5: flow: the stream is asked for here
    // CHECK-NOTES: :[[@LINE+1]]:5: flow: 'launchKernel' runs on it here
    launchKernel(kernels.triton_poi_fused_0, 1, 1, 1, 1, 0, kernel_args_var_0, stream0);
    output_handles[0] = buf1.release();
}
} // namespace torch::aot_inductor
