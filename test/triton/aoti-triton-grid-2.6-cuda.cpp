// RUN: %check_aoti %s aoti-triton-grid
//
// Torch 2.6 launches in place: a variable holds the three numbers, and a test of all of them stands around the launch.

#include <cmath>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
struct Grid {
    Grid(uint32_t x, uint32_t y, uint32_t z) : grid_x(x), grid_y(y), grid_z(z) {}
    uint32_t grid_x;
    uint32_t grid_y;
    uint32_t grid_z;
    bool is_non_zero() { return grid_x > 0 && grid_y > 0 && grid_z > 0; }
};
static inline CUfunction loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &cubinDir = std::nullopt) { return nullptr; }
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
namespace torch {
namespace aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
};
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (kernels.triton_poi_fused_add_0 == nullptr) {
        kernels.triton_poi_fused_add_0 = loadKernel("/tmp/inductor/c0.cubin", "triton_poi_fused_add_0", 0, this->cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(arg0_1.data_ptr());
    void* kernel_args_var_0[] = {&var_0};
    // As many along x as the card takes there, and along y what no check bounds.
    Grid triton_poi_fused_add_0_grid_0 = Grid(70000L, s0, 1L);
    if (triton_poi_fused_add_0_grid_0.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_add_0, triton_poi_fused_add_0_grid_0.grid_x, triton_poi_fused_add_0_grid_0.grid_y, triton_poi_fused_add_0_grid_0.grid_z, 4, 0, kernel_args_var_0, stream);
    }
    Grid triton_poi_fused_add_0_grid_1 = Grid(s0, 70000L, 1L);
    if (triton_poi_fused_add_0_grid_1.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_add_0, triton_poi_fused_add_0_grid_1.grid_x, triton_poi_fused_add_0_grid_1.grid_y, triton_poi_fused_add_0_grid_1.grid_z, 4, 0, kernel_args_var_0, stream);
        // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: the grid of kernel 'triton_poi_fused_add_0' has 70000 programs along y, and CUDA takes at most 65535: {{.*}} [aoti-triton-grid]
    }
    // The largest that it takes.
    Grid triton_poi_fused_add_0_grid_2 = Grid(1L, 65535L, 65535L);
    if (triton_poi_fused_add_0_grid_2.is_non_zero()) {
        launchKernel(kernels.triton_poi_fused_add_0, triton_poi_fused_add_0_grid_2.grid_x, triton_poi_fused_add_0_grid_2.grid_y, triton_poi_fused_add_0_grid_2.grid_z, 4, 0, kernel_args_var_0, stream);
    }
    // No check of an input says that it may not be empty.
    Grid triton_poi_fused_add_0_grid_3 = Grid(s0, 1L, 1L);
    launchKernel(kernels.triton_poi_fused_add_0, triton_poi_fused_add_0_grid_3.grid_x, triton_poi_fused_add_0_grid_3.grid_y, triton_poi_fused_add_0_grid_3.grid_z, 4, 0, kernel_args_var_0, stream);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: for s0 = 0 the grid of kernel 'triton_poi_fused_add_0' is empty along x, {{.*}} [aoti-triton-grid]
    // At least one whatever the size is.
    Grid triton_poi_fused_add_0_grid_4 = Grid(s0 + 1L, 1L, 1L);
    launchKernel(kernels.triton_poi_fused_add_0, triton_poi_fused_add_0_grid_4.grid_x, triton_poi_fused_add_0_grid_4.grid_y, triton_poi_fused_add_0_grid_4.grid_z, 4, 0, kernel_args_var_0, stream);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace aot_inductor
} // namespace torch
