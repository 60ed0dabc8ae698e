// RUN: %check_aoti %s aoti-kernel-signature --as alone.wrapper.cpp
// RUN: %check_aoti %s aoti-kernel-signature --as alone.wrapper.cpp --also %S/Inputs/other.kernel.cpp
// RUN: %check_aoti %S/Inputs/other.kernel.cpp aoti-kernel-signature --as other.kernel.cpp
//
// Without its own kernels a wrapper is compared with itself; what stands in the folder belongs to another one.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       float* out_ptr0);
extern "C"  void  cpp_fused_add_1(const float* in_ptr0,
                       float* out_ptr0);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float64);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float64();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, expected: " << arg0_1_expected_dtype << "(at::kDouble), but got: " << arg0_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:21: error: argument 1 of kernel 'cpp_fused_add_0' is 'arg0_1' of dtype float64, cast to 'const float*': the kernel takes the bytes of each element for float32; {{.*}} [aoti-kernel-signature]
    cpp_fused_add_1((const float*)(buf0.data_ptr()), (float*)(wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 1, int_array_0, int_array_1, 0L)).data_ptr()));
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
