// RUN: %check_aoti %s aoti-unchecked-error
//
// As torch 2.9 writes it for CUDA: the copy of an input that is not aligned is not checked either.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    if ((long(arg0_1.data_ptr()) & (16 -1)) != 0) {
        AOTI_TORCH_WARN("Input 0 was compiled as 16-bytes aligned, but it is not aligned at run time. An extra copy is done.");
        AtenTensorHandle arg0_1_aligned;
        aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned);
        // CHECK-MESSAGES: :[[@LINE-1]]:9: error: error code of 'aoti_torch_clone_preserve_strides' is dropped: when it fails, 'arg0_1_aligned' stays unset and the run goes on without an error; check the code, or compile the package with torch 2.15 or newer, which checks it [aoti-unchecked-error]
        // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned));
        arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned));
    }
    aoti_torch_proxy_executor_call_function(proxy_executor, 0, 0, std::array<int64_t,0>{}.data(), 1, std::array<AtenTensorHandle,1>{arg0_1}.data());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: error code of 'aoti_torch_proxy_executor_call_function' is dropped: when node 0 of the extern kernels throws
    // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 0, 0, std::array<int64_t,0>{}.data(), 1, std::array<AtenTensorHandle,1>{arg0_1}.data()));
    aoti_torch_clone(arg0_1, &output_handles[0]);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: error code of 'aoti_torch_clone' is dropped: when it fails, 'output_handles[0]' stays unset
    // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(arg0_1, &output_handles[0]));
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
