// RUN: %aoti-lint --dump-facts %s | FileCheck %s
// RUN: %aoti-lint --dump-facts=json %s | FileCheck %s --check-prefix=JSON
//
// As torch 2.6 launches kernels: inside the function, with an array of addresses; and without input checks.

#include <cmath>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/utils_cuda.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
struct Grid {
    Grid(uint32_t x, uint32_t y, uint32_t z) : grid_x(x), grid_y(y), grid_z(z) {}
    uint32_t grid_x, grid_y, grid_z;
    bool is_non_zero() { return grid_x > 0 && grid_y > 0 && grid_z > 0; }
};
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_relu_0{nullptr};
};
// CHECK: launch-2.6-cuda.cpp
// CHECK: torch {{.*}}, cuda
// CHECK: inputs (1)
// CHECK: 0 arg0_1 ? ? [s0, 16] [?, ?]
// CHECK: outputs (1)
// CHECK: 0 buf2 float32 cuda [s0, 8] [8, 1] line
// CHECK: run_impl, line [[#@LINE+1]]: 2 buffers, 1 launch, 1 shim call
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    // CHECK: symbols
    // CHECK: [[#@LINE+1]] s0 any value size 0 of input 0
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s0, 32L};
    static constexpr int64_t int_array_1[] = {32L, 1L};
    AtenTensorHandle buf0_handle;
    // CHECK: buffers
    // CHECK: [[#@LINE+1]] buf0 allocation float32 cuda [s0, 32] [32, 1] 128*s0 used [[#@LINE+8]]-[[#@LINE+32]], buf1 from [[#@LINE+10]], buf1 reset [[#@LINE+34]]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Topologically Sorted Source Nodes: [linear], Original ATen: [aten.addmm]
    static constexpr int64_t int_array_2[] = {16L, 32L};
    static constexpr int64_t int_array_3[] = {1L, 16L};
    auto tmp_tensor_handle_0 = reinterpret_tensor_wrapper(arg0_1, 2, int_array_2, int_array_3, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_0_raii(tmp_tensor_handle_0);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, tmp_tensor_handle_0_raii));
    arg0_1.reset();
    auto buf1 = std::move(buf0);  // reuse
    // Topologically Sorted Source Nodes: [linear, relu], Original ATen: [aten.addmm, aten.relu]
    int64_t triton_poi_fused_relu_0_xnumel = 32L*s0;
    const int64_t int_array_4[] = {s0, 8L};
    static constexpr int64_t int_array_5[] = {8L, 1L};
    AtenTensorHandle buf2_handle;
    // CHECK: [[#@LINE+1]] buf2 allocation float32 cuda [s0, 8] [8, 1] 32*s0
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_4, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf1.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(buf2.data_ptr());
    int32_t var_2 = triton_poi_fused_relu_0_xnumel;
    float var_3 = 0.5;
    void* kernel_args_var_0[] = {&var_0, &var_1, &var_2, &var_3};
    Grid triton_poi_fused_relu_0_grid_0 = Grid((-1L)*static_cast<int64_t>(std::floor((-1.0/4.0)*s0)), 1L, 1L);
    // CHECK: operations
    // CHECK: # linear: aten.addmm
    // CHECK: [[#@LINE-19]] cuda shim run aoti_torch_cuda_mm_out writes buf0; reads arg0_1, tmp_tensor_handle_0_raii as [16, 32]
    // CHECK: if triton_poi_fused_relu_0_grid_0.is_non_zero() (line [[#@LINE+3]])
    // CHECK: # linear, relu: aten.addmm, aten.relu
    // CHECK: [[#@LINE+2]] cuda launch run triton_poi_fused_relu_0 takes buf1, buf2; 32*s0; var_3
    if (triton_poi_fused_relu_0_grid_0.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_relu_0, triton_poi_fused_relu_0_grid_0.grid_x, triton_poi_fused_relu_0_grid_0.grid_y, triton_poi_fused_relu_0_grid_0.grid_z, 4, 0, kernel_args_var_0, stream);
    }
    buf1.reset();
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: not known (3)
// CHECK: input 0 dtype absent no check states it
// CHECK: input 0 device absent no check states it
// CHECK: tmp_tensor_handle_0 dtype undecided the dtype of what it is a view of is not known
// CHECK: known: 2 of 2 buffers, 1 of 1 launches, 1 of 1 shim calls
// JSON:      "launches": [
// JSON-NEXT: {
// JSON-NEXT: "line": 77,
// JSON-NEXT: "grid": [
// JSON-NEXT: "-(-s0) / 4",
// JSON-NEXT: "1",
// JSON-NEXT: "1"
// JSON-NEXT: ],
