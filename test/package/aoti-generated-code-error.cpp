// RUN: %check_aoti %s aoti-generated-code-error
#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);

namespace torch::aot_inductor {

void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    torch.cuda.synchronize()
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'torch.cuda.synchronize()' is Python, not C++, so the generated code does not compile; compile the model again without 'triton.debug_sync_graph' and 'triton.debug_sync_kernel', or with torch 2.15 or newer [aoti-generated-code-error]
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 0, 2, std::array<int64_t,2>{True, 7}.data(), 2, std::array<AtenTensorHandle, 2>{arg0_1, buf0}.data()));
    // CHECK-MESSAGES: :[[@LINE-1]]:117: error: Python's 'True' stands in C++, so the generated code does not compile; pass an int or a float instead of a bool or None in the model, or compile the model with a newer torch [aoti-generated-code-error]
    torch.cuda.synchronize()  // NOLINT(aoti-generated-code-error)
    torch.cuda.synchronize()
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: the line 'torch.cuda.synchronize()' is Python, not C++, so the generated code does not compile; compile the model again without 'triton.debug_sync_graph' and 'triton.debug_sync_kernel', or with torch 2.15 or newer [aoti-generated-code-error]
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
