// RUN: %check_aoti %s aoti-device-type-mismatch
//
// The same for Intel GPUs.

#include <torch/csrc/inductor/aoti_include/xpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(xpu);
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
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_xpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_xpu_addmm_out(buf1, arg0_1, arg0_1, buf0, 1.0, 1.0));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: 'aoti_torch_xpu_addmm_out' works on xpu and gets 'buf0', which lives on the CPU: {{.*}}; copy 'buf0' to xpu before this call [aoti-device-type-mismatch]
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (float*)(buf0.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'cpp_fused_add_0' works on the CPU and gets the address of 'buf1', which lives on xpu: {{.*}} [aoti-device-type-mismatch]
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
