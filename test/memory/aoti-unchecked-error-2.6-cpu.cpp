// RUN: %check_aoti %s aoti-unchecked-error
//
// As torch 2.6 writes it: custom ops, scatter and index_put are bare statements.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

AOTIRuntimeError AOTInductorModelContainerDelete(AOTInductorModelContainerHandle container_handle) {
  AtenTensorHandle x = nullptr;
  // Library text, the same in every package of a release.
  aoti_torch_zero_(x);
  return 0;
}
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    // Topologically Sorted Source Nodes: [relu, plain], Original ATen: [aten.relu, corpx.plain]
    AtenTensorHandle buf2_handle;  // output buffer
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    aoti_torch_proxy_executor_call_function(proxy_executor, 0, 1, std::vector<int64_t>{3}.data(), 2, std::vector<AtenTensorHandle>{arg0_1, buf2}.data());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: error code of 'aoti_torch_proxy_executor_call_function' is dropped: when node 0 of the extern kernels throws, its outputs stay undefined tensors, or keep their old values if it works in place, and the run goes on without an error; check the code, or compile the package with torch 2.13 or newer, which checks it [aoti-unchecked-error]
    aoti_torch_proxy_executor_call_function(proxy_executor, 1, 1, std::vector<int64_t>{3}.data(), 0, std::vector<AtenTensorHandle>{}.data());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: error code of 'aoti_torch_proxy_executor_call_function' is dropped: when node 1 of the extern kernels throws, its work is skipped and the run goes on without an error; check the code, or compile the package with torch 2.13 or newer, which checks it [aoti-unchecked-error]
    AtenTensorHandle indices[] = {arg1_1};
    aoti_torch_index_put_out(buf2, buf2, indices, 1, arg0_1, true);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: error code of 'aoti_torch_index_put_out' is dropped: when it fails, 'buf2' keeps the values it had before and the run goes on without an error; check the code, or compile the package with torch 2.15 or newer, which checks it [aoti-unchecked-error]
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
