// RUN: %check_aoti %s aoti-unchecked-error
//
// As torch 2.13 writes it: custom ops are checked, scatter and index_put are not.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone_preserve_strides(arg0_1, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Topologically Sorted Source Nodes: [scatter_reduce], Original ATen: [aten.scatter_reduce]
    aoti_torch_cpu_scatter_reduce_two_out(buf0, buf0,0,arg1_1,arg2_1, "prod",1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: error code of 'aoti_torch_cpu_scatter_reduce_two_out' is dropped: when it fails, 'buf0' keeps the values it had before and the run goes on without an error; check the code, or compile the package with torch 2.15 or newer, which checks it [aoti-unchecked-error]
    // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_scatter_reduce_two_out(buf0, buf0,0,arg1_1,arg2_1, "prod",1));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 0, 0, std::array<int64_t,0>{}.data(), 1, std::array<AtenTensorHandle,1>{buf0}.data()));
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
