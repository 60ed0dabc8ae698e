// RUN: %check_aoti %s aoti-size-truncation
//
// Grids of torch 2.6 are ceilings, written as negated floors.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/device_utils.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {

struct Grid {
    Grid(uint32_t x, uint32_t y, uint32_t z) : grid_x(x), grid_y(y), grid_z(z) {}
    uint32_t grid_x, grid_y, grid_z;
    bool is_non_zero() { return grid_x > 0 && grid_y > 0 && grid_z > 0; }
};
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    Grid triton_poi_fused_add_0_grid_0 = Grid((-1L)*static_cast<int64_t>(std::floor((-1.0/4.0)*s0)), 1L, 1L);
    if (triton_poi_fused_add_0_grid_0.is_non_zero()) { output_handles[0] = arg0_1.release(); }
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
