// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// A kernel of Metal: a lambda sets its arguments, and a call runs it.

#include <torch/csrc/inductor/aoti_include/mps.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(mps);
AOTIMetalKernelFunctionHandle get_mps_lib_0_handle();
namespace torch::aot_inductor {
// CHECK: run_impl, line [[#@LINE+1]]: 1 buffer, 1 launch, 0 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    const int64_t int_array_0[] = {s77, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    // CHECK: [[#@LINE+1]] buf0 allocation float32 mps [s77, 16] [16, 1] 64*s77
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_mps, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    auto mps_lib_0_lambda_0 = [&](AOTIMetalKernelFunctionHandle handle) {
        aoti_torch_mps_start_encoding(handle);
        aoti_torch_mps_set_arg_tensor(handle, 0, buf0);
        aoti_torch_mps_set_arg_tensor(handle, 1, arg0_1);
        aoti_torch_mps_set_arg_int(handle, 2, s77);
        aoti_torch_mps_dispatch_single(handle, static_cast<uint64_t>(16L*s77));
    };
    std::function<void(AOTIMetalKernelFunctionHandle)> mps_lib_0_func_wrapper_0 = mps_lib_0_lambda_0;
    // CHECK: operations
    // CHECK: [[#@LINE+1]] mps launch mps_lib_0 takes buf0, arg0_1; s77
    aoti_torch_mps_run_command_block(get_mps_lib_0_handle(), aoti_torch_mps_shared_callback, &mps_lib_0_func_wrapper_0);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 1 of 1 buffers, 1 of 1 launches, 0 of 0 shim calls
