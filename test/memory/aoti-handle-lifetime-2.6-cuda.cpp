// RUN: %check_aoti %s aoti-handle-lifetime
//
// The forms of torch 2.6: names for views, pointers in variables, launches in place.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#define CUDA_DRIVER_CHECK(EXPR) do { CUresult code = EXPR; (void)code; } while (0)
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
struct Grid {
    Grid(uint32_t x, uint32_t y, uint32_t z) : grid_x(x), grid_y(y), grid_z(z) {}
    uint32_t grid_x, grid_y, grid_z;
    bool is_non_zero() { return grid_x > 0 && grid_y > 0 && grid_z > 0; }
};
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch::aot_inductor {
static CUfunction triton_poi_fused_add_0 = nullptr;
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {8L, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    // The memory of the first argument is free before the launch.
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    int32_t var_2 = 64;
    void* kernel_args_var_0[] = {&var_0, &var_1, &var_2};
    buf0.reset();
    Grid triton_poi_fused_add_0_grid_0 = Grid(1L, 1L, 1L);
    if (triton_poi_fused_add_0_grid_0.is_non_zero()) {
        launchKernel(triton_poi_fused_add_0, triton_poi_fused_add_0_grid_0.grid_x, triton_poi_fused_add_0_grid_0.grid_y, triton_poi_fused_add_0_grid_0.grid_z, 1, 0, kernel_args_var_0, stream);
        // CHECK-NOTES: :[[@LINE-1]]:166: error: 'var_0' is passed to 'launchKernel' after 'buf0' was reset: the memory that it points to is free by then and may hold another tensor; read the pointer of a tensor that still lives [aoti-handle-lifetime]
        // CHECK-NOTES: :[[@LINE-5]]:5: note: 'buf0' is reset here
        // CHECK-NOTES: :[[@LINE-16]]:33: flow: the tensor is made here
        // CHECK-NOTES: :[[@LINE-11]]:55: flow: 'buf0' is read here
        // CHECK-NOTES: :[[@LINE-8]]:5: flow: 'buf0' is reset here
        // CHECK-NOTES: :[[@LINE-6]]:166: flow: 'var_0' is passed to 'launchKernel' here
    }
    // A view keeps the memory.
    CUdeviceptr var_3 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    void* kernel_args_var_1[] = {&var_3, &var_2};
    auto tmp_tensor_handle_0 = reinterpret_tensor_wrapper(buf1, 2, int_array_0, int_array_1, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_0_raii(tmp_tensor_handle_0);
    decltype(auto) buf2 = std::move(tmp_tensor_handle_0_raii); buf1.reset();  // reuse
    if (triton_poi_fused_add_0_grid_0.is_non_zero()) {
        launchKernel(triton_poi_fused_add_0, triton_poi_fused_add_0_grid_0.grid_x, triton_poi_fused_add_0_grid_0.grid_y, triton_poi_fused_add_0_grid_0.grid_z, 1, 0, kernel_args_var_1, stream);
    }
    // The name of a view is another name of its owner.
    auto tmp_tensor_handle_1 = reinterpret_tensor_wrapper(buf2, 2, int_array_0, int_array_1, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_1_raii(tmp_tensor_handle_1);
    decltype(auto) buf3 = std::move(tmp_tensor_handle_1_raii);  // alias
    buf3.reset();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf2, arg0_1, tmp_tensor_handle_1_raii));
    // CHECK-NOTES: :[[@LINE-1]]:70: error: 'tmp_tensor_handle_1_raii' is passed to 'aoti_torch_cuda_mm_out' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'tmp_tensor_handle_1_raii' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'tmp_tensor_handle_1_raii' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:70: flow: 'tmp_tensor_handle_1_raii' is passed to 'aoti_torch_cuda_mm_out' here
    output_handles[0] = buf2.release();
}
}
