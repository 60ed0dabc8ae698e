// RUN: %check_aoti %s aoti-shim-version -check-suffix=FIRST -- --load-torch=2.4
// RUN: %check_aoti %s aoti-shim-version -check-suffix=OWN -- --load-torch=2.6
// RUN: %check_aoti %s aoti-shim-version -check-suffix=LAST -- --load-torch=2.15.0+cu132
//
// As torch 2.6 writes it for CUDA. One function of the shim changed its parameters: from 2.4 to 2.5.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AtenTensorHandle buf0_handle, buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda__scaled_mm(arg0_1, arg0_1, arg0_1, arg0_1, nullptr, nullptr, nullptr, 0, &buf0_handle));
    // CHECK-MESSAGES-FIRST: :[[@LINE-1]]:33: error: 'aoti_torch_cuda__scaled_mm' is called with 9 arguments, as torch from 2.5 on takes them, and torch 2.4 takes 10: the package loads there without an error, and the call reads arguments that are not there; compile the model again with torch 2.4, or load it with torch from 2.5 on [aoti-shim-version]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda__scaled_mm(arg0_1, arg0_1, nullptr, nullptr, nullptr, nullptr, nullptr, 0, &buf0_handle, &buf1_handle));
    // CHECK-MESSAGES-OWN: :[[@LINE-1]]:33: error: 'aoti_torch_cuda__scaled_mm' is called with 10 arguments, as torch up to 2.4.1 takes them, and torch 2.6 takes 9
    // CHECK-MESSAGES-LAST: :[[@LINE-2]]:33: error: 'aoti_torch_cuda__scaled_mm' is called with 10 arguments, as torch up to 2.4.1 takes them, and torch 2.15.0 takes 9
    // No release takes 2 arguments: that is another fault.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda__scaled_mm(arg0_1, &buf0_handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_zero_(arg0_1));
    // CHECK-MESSAGES-FIRST: :[[@LINE-1]]:33: error: torch 2.4 has no 'aoti_torch_zero_', which is used here: it came with torch 2.6
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_addmm_out(arg0_1, arg0_1, arg0_1, arg0_1, 1L, 1L));
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
