// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Buffers on the stack, and inputs and outputs as references to arrays.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <torch/csrc/inductor/aoti_runtime/arrayref_tensor.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_relu_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
template <typename T> static void assert_numel(const ArrayRefTensor<T>& tensor, uint64_t numel) {}
using AOTInductorModelInputs = std::tuple<ArrayRefTensor<float>>;
using AOTInductorModelOutputs = std::tuple<ArrayRefTensor<float>>;
// CHECK: run_impl_minimal_arrayref_interface, line [[#@LINE+1]]: 1 buffer, 2 launches, 0 shim calls
template <> AOTInductorModelOutputs AOTInductorModel::run_impl_minimal_arrayref_interface<AOTInductorModelInputs, AOTInductorModelOutputs>(const AOTInductorModelInputs &inputs, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto arg0_1 = std::get<0>(inputs);
    assert_numel(arg0_1, 128);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    // CHECK: buffers
    // CHECK: [[#@LINE+1]] buf0 stack float32 cpu [8, 16] [16, 1] 512
    float buf0_storage[128];
    ArrayRefTensor<float> buf0(buf0_storage, int_array_0, int_array_1, cached_torch_device_type_cpu, this->device_idx_);
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cpu cpu kernel cpp_fused_relu_0 writes buf0; reads arg0_1
    cpp_fused_relu_0((const float*)(arg0_1.data()), (float*)(buf0.data()));
    // CHECK: [[#@LINE+1]] cpu cpu kernel cpp_fused_relu_0 writes arg0_1; reads buf0
    cpp_fused_relu_0((const float*)(buf0.data()), (float*)(arg0_1.data()));
    AOTInductorModelOutputs output_arrayref_tensors;
    std::get<0>(output_arrayref_tensors) = buf0;
    return output_arrayref_tensors;
}
} // namespace torch::aot_inductor
// CHECK: known: 1 of 1 buffers, 2 of 2 launches, 0 of 0 shim calls
