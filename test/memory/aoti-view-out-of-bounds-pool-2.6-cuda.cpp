// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Launches of 2.6: what a kernel does with a buffer is not written down, but the first launch writes it and later ones read it.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/utils_cuda.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
struct Grid {
    Grid(uint32_t x, uint32_t y, uint32_t z) : grid_x(x), grid_y(y), grid_z(z) {}
    uint32_t grid_x;
    uint32_t grid_y;
    uint32_t grid_z;
    bool is_non_zero() { return grid_x > 0 && grid_y > 0 && grid_z > 0; }
};
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_relu_0{nullptr};
    CUfunction triton_poi_fused_add_1{nullptr};
};
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {1024L, };
    static constexpr int64_t int_array_1[] = {1L, };
    static constexpr int64_t int_array_2[] = {8L, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cuda, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(arg0_1.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(buf0.data_ptr());
    int var_2 = 64L;
    void* kernel_args_var_0[] = {&var_0, &var_1, &var_2};
    Grid triton_poi_fused_relu_0_grid_0 = Grid(1L, 1L, 1L);
    if (triton_poi_fused_relu_0_grid_0.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_relu_0, triton_poi_fused_relu_0_grid_0.grid_x, triton_poi_fused_relu_0_grid_0.grid_y, triton_poi_fused_relu_0_grid_0.grid_z, 1, 0, kernel_args_var_0, stream);
    }
    AtenTensorHandle tmp_tensor_handle_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 128L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'buf1' at bytes 128 to 383 of 'pool0' shares memory with 'buf0' at bytes 0 to 255, and 'buf1' is written over 'buf0' before that is read: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    CUdeviceptr var_3 = reinterpret_cast<CUdeviceptr>(arg0_1.data_ptr());
    CUdeviceptr var_4 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    int var_5 = 64L;
    void* kernel_args_var_1[] = {&var_3, &var_4, &var_5};
    Grid triton_poi_fused_relu_0_grid_1 = Grid(1L, 1L, 1L);
    if (triton_poi_fused_relu_0_grid_1.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_relu_0, triton_poi_fused_relu_0_grid_1.grid_x, triton_poi_fused_relu_0_grid_1.grid_y, triton_poi_fused_relu_0_grid_1.grid_z, 1, 0, kernel_args_var_1, stream);
    }
    AtenTensorHandle tmp_tensor_handle_2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 512L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_2));
    auto buf2 = RAIIAtenTensorHandle(tmp_tensor_handle_2);
    CUdeviceptr var_6 = reinterpret_cast<CUdeviceptr>(buf0.data_ptr());
    CUdeviceptr var_7 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    CUdeviceptr var_8 = reinterpret_cast<CUdeviceptr>(buf2.data_ptr());
    int var_9 = 64L;
    void* kernel_args_var_2[] = {&var_6, &var_7, &var_8, &var_9};
    Grid triton_poi_fused_add_1_grid_2 = Grid(1L, 1L, 1L);
    if (triton_poi_fused_add_1_grid_2.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_add_1, triton_poi_fused_add_1_grid_2.grid_x, triton_poi_fused_add_1_grid_2.grid_y, triton_poi_fused_add_1_grid_2.grid_z, 1, 0, kernel_args_var_2, stream);
    }
    // Moved and perhaps written anew: what a later launch does with it is not known.
    auto buf3 = std::move(buf2);  // reuse
    AtenTensorHandle tmp_tensor_handle_3;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 640L, cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_3));
    auto buf4 = RAIIAtenTensorHandle(tmp_tensor_handle_3);
    CUdeviceptr var_10 = reinterpret_cast<CUdeviceptr>(arg0_1.data_ptr());
    CUdeviceptr var_11 = reinterpret_cast<CUdeviceptr>(buf4.data_ptr());
    int var_12 = 64L;
    void* kernel_args_var_3[] = {&var_10, &var_11, &var_12};
    launchKernel(kernels.triton_poi_fused_relu_0, 1, 1, 1, 1, 0, kernel_args_var_3, stream);
    CUdeviceptr var_13 = reinterpret_cast<CUdeviceptr>(buf4.data_ptr());
    CUdeviceptr var_14 = reinterpret_cast<CUdeviceptr>(buf3.data_ptr());
    int var_15 = 64L;
    void* kernel_args_var_4[] = {&var_13, &var_14, &var_15};
    launchKernel(kernels.triton_poi_fused_relu_0, 1, 1, 1, 1, 0, kernel_args_var_4, stream);
    output_handles[0] = buf3.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
