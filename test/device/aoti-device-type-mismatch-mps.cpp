// RUN: %check_aoti %s aoti-device-type-mismatch
//
// The same for Metal.

#include <torch/csrc/inductor/aoti_include/mps.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(mps);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_mps, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_mps_mm_out(buf1, arg0_1, buf0));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_mps_mm_out' works on mps and gets 'buf0', which lives on the CPU: {{.*}} [aoti-device-type-mismatch]
    auto mps_lib_0_lambda = [&](AOTIMetalKernelFunctionHandle handle) {
        aoti_torch_mps_start_encoding(handle);
        aoti_torch_mps_set_arg_tensor(handle, 0, buf0);
        // CHECK-MESSAGES: :[[@LINE-1]]:9: error: 'aoti_torch_mps_set_arg_tensor' works on mps and gets 'buf0', which lives on the CPU: {{.*}} [aoti-device-type-mismatch]
        aoti_torch_mps_set_arg_tensor(handle, 1, buf1);
        aoti_torch_mps_dispatch_single(handle, static_cast<uint64_t>(128L));
    };
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
