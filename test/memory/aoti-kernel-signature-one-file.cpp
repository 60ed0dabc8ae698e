// RUN: %check_aoti %s aoti-kernel-signature
//
// A package of sources only: the kernels stand at the end of the wrapper, where the compiler sees that they differ.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       float* out_ptr0);
extern "C"  void  cpp_fused_mul_1(const float* in_ptr0,
                       float* out_ptr0,
                       const int64_t ks0);
// CHECK-MESSAGES: :[[@LINE-1]]:24: error: parameter 3 'ks0' of kernel 'cpp_fused_mul_1' is 'const int64_t' in the prototype and 'const int32_t' in the definition: {{.*}} [aoti-kernel-signature]
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    int64_t s77 = arg0_1.sizes()[0];
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    cpp_fused_mul_1((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor

#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       float* out_ptr0)
{
    out_ptr0[0] = in_ptr0[0];
}

#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_mul_1(const float* in_ptr0,
                       float* out_ptr0,
                       const int32_t ks0)
{
    out_ptr0[0] = in_ptr0[ks0];
}
