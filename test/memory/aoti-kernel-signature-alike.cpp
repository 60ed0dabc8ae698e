// RUN: %check_aoti %s aoti-kernel-signature --as alike.wrapper.cpp --also %S/Inputs/alike.kernel.cpp
//
// Two kernels that the wrapper does not declare take the same: neither is said to be the one that is missing.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
// CHECK-NOTES: alike.wrapper.cpp:[[@LINE-1]]:19: error: kernel 'cpp_fused_add_0' is defined neither here nor in the files of kernels beside the wrapper, which belong to it: the library cannot be linked, or lacks a symbol when it is loaded; take wrapper and kernels from the same package [aoti-kernel-signature]
// CHECK-NOTES: alike.wrapper.cpp:22:5: note: called here
// CHECK-NOTES: alike.wrapper.cpp:[[@LINE-3]]:19: flow: the kernel is declared here
// CHECK-NOTES: alike.wrapper.cpp:22:5: flow: it is called here
                       float* out_ptr0);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle; AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
