// RUN: %check_aoti %s aoti-kernel-signature --as signature.wrapper.cpp --also %S/Inputs/signature.kernel.cpp
//
// Both ends are told: the definition in the other file, the parameter, the place where the tensor is made.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       const int64_t* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0);
extern "C" 
void cpp_fused_mul_1(const float* in_ptr0, float* out_ptr0);
// CHECK-NOTES: signature.wrapper.cpp:[[@LINE-1]]:22: error: parameter 1 'in_ptr0' of kernel 'cpp_fused_mul_1' is 'const float*' in the prototype and 'const double*' in the definition: the linker compares names only, so the kernel takes each call's argument for what it is not, and reads and writes the wrong bytes; make the two agree, or build wrapper and kernels again together [aoti-kernel-signature]
// CHECK-NOTES: signature.kernel.cpp:29:22: note: the definition takes 'const double*' here
// CHECK-NOTES: signature.wrapper.cpp:38:5: note: called here
// CHECK-NOTES: signature.wrapper.cpp:[[@LINE-4]]:22: flow: kernel 'cpp_fused_mul_1' is declared here
// CHECK-NOTES: signature.wrapper.cpp:38:5: flow: it is called here
// CHECK-NOTES: signature.kernel.cpp:29:22: flow: it is defined here, with other parameters
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(float16);
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
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float16, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    cpp_fused_mul_1((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    cpp_fused_add_0((const int64_t*)(buf1.data_ptr()), (const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // CHECK-NOTES: :[[@LINE-1]]:21: error: argument 1 of kernel 'cpp_fused_add_0' is 'const int64_t*', but its parameter 1 'in_ptr0' is 'const float*': the wrapper does not compile; hand over what the prototype names, in its order [aoti-kernel-signature]
    // CHECK-NOTES: :[[@LINE-2]]:56: note: argument 2 of kernel 'cpp_fused_add_0' is 'const float*', but its parameter 2 'in_ptr1' is 'const int64_t*'
    // CHECK-NOTES: :6:35: note: the parameter is declared here
    // CHECK-NOTES: :6:35: flow: the kernel declares what it takes here
    // CHECK-NOTES: :[[@LINE-5]]:21: flow: it is handed something else here
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf2.data_ptr()), s77);
    // CHECK-NOTES: :[[@LINE-1]]:91: error: argument 3 of kernel 'cpp_fused_add_0' is 'buf2' of dtype float16, cast to 'float*': the kernel takes the bytes of each element for float32 and reaches past the end of the memory, 4 bytes for each 2; hand over the tensor that the kernel was made for, or correct the cast [aoti-kernel-signature]
    // CHECK-NOTES: :8:24: note: the parameter is declared here
    // CHECK-NOTES: :[[@LINE-12]]:33: note: the tensor is made here, as float16
    // CHECK-NOTES: :[[@LINE-13]]:33: flow: 'buf2' is made here, as float16
    // CHECK-NOTES: :8:24: flow: the kernel declares what it takes here
    // CHECK-NOTES: :[[@LINE-6]]:91: flow: it is handed something else here
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
