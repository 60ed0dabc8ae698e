// RUN: %check_aoti %s aoti-stream-mismatch,aoti-stream-guard-missing,aoti-stream-event-order,aoti-default-stream
//
// torch 2.13 for the CPU: there is no stream, and no guard.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float *in_ptr0, float *out_ptr0);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {4L, 12L};
    static constexpr int64_t int_array_1[] = {12L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    cpp_fused_add_0((const float *)(arg0_1.data_ptr()), (float *)(buf0.data_ptr()));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, arg0_1, arg0_1));
    output_handles[0] = buf0.release();
}
} // namespace torch::aot_inductor
