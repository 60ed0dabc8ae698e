// RUN: %check_aoti %s aoti-kernel-signature --as signature.wrapper.cpp --also %S/Inputs/signature.kernel.cpp
//
// The definitions stand in a file of kernels beside the wrapper.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       const int64_t* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0);
extern "C" 
void cpp_fused_mul_1(const float* in_ptr0, float* out_ptr0);
// CHECK-MESSAGES: :[[@LINE-1]]:22: error: parameter 1 'in_ptr0' of kernel 'cpp_fused_mul_1' is 'const float*' in the prototype and 'const double*' in the definition: the linker compares names only, so the kernel takes each call's argument for what it is not, and reads and writes the wrong bytes; make the two agree, or build wrapper and kernels again together [aoti-kernel-signature]
extern "C"  void  cpp_fused_relu_2(const float* in_out_ptr0,
// CHECK-MESSAGES: :[[@LINE-1]]:36: error: parameter 1 'in_out_ptr0' of kernel 'cpp_fused_relu_2' is 'const float*' in the prototype and 'float*' in the definition: the wrapper hands over memory that it takes for unchanged, and the kernel may write to it; {{.*}} [aoti-kernel-signature]
                       const at::Half* in_ptr0);
extern "C"  void  cpp_fused_sub_3(const float* in_ptr0,
// CHECK-MESSAGES: :[[@LINE-1]]:19: error: the prototype of kernel 'cpp_fused_sub_3' has 3 parameters, its definition 4: the linker compares names only, {{.*}} [aoti-kernel-signature]
                       float* out_ptr0,
                       const int64_t ks0);
extern "C"  void  cpp_fused_exp_4(const float* in_ptr0,
                       float* out_ptr0,
                       const float ks0);
// CHECK-MESSAGES: :[[@LINE-1]]:24: error: parameter 3 'ks0' of kernel 'cpp_fused_exp_4' is 'const float' in the prototype and 'const int64_t' in the definition: {{.*}} [aoti-kernel-signature]
extern "C"  void  cpp_fused_abs_6(const float* in_ptr0,
// CHECK-MESSAGES: :[[@LINE-1]]:19: error: kernel 'cpp_fused_abs_6' is defined neither here nor in the files of kernels beside the wrapper, which belong to it: the library cannot be linked, or lacks a symbol when it is loaded; take wrapper and kernels from the same package [aoti-kernel-signature]
                       float* out_ptr0);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    int64_t s77 = arg0_1.sizes()[0];
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    cpp_fused_mul_1((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float16, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    cpp_fused_relu_2((const float*)(buf0.data_ptr()), (const at::Half*)(buf2.data_ptr()));
    cpp_fused_sub_3((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    cpp_fused_exp_4((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    cpp_fused_abs_6((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    // As it has to be.
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // The cast does not fit the parameter.
    cpp_fused_add_0((const int64_t*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: error: argument 1 of kernel 'cpp_fused_add_0' is 'const int64_t*', but its parameter 1 'in_ptr0' is 'const float*': the wrapper does not compile; hand over what the prototype names, in its order [aoti-kernel-signature]
    // Two arguments are exchanged.
    cpp_fused_add_0((const int64_t*)(buf1.data_ptr()), (const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: error: argument 1 of kernel 'cpp_fused_add_0' is 'const int64_t*', but its parameter 1 'in_ptr0' is 'const float*': {{.*}} [aoti-kernel-signature]
    // A constant pointer where the kernel writes.
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (const float*)(buf0.data_ptr()), s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:91: error: argument 3 of kernel 'cpp_fused_add_0' is 'const float*', but its parameter 3 'out_ptr0' is 'float*': {{.*}} [aoti-kernel-signature]
    // An argument is missing, and one too many.
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: call of kernel 'cpp_fused_add_0' has 3 arguments, but the kernel takes 4: the wrapper does not compile; hand over what the prototype names, in its order [aoti-kernel-signature]
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77, 8L);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: call of kernel 'cpp_fused_add_0' has 5 arguments, but the kernel takes 4: {{.*}} [aoti-kernel-signature]
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), s77, s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:91: error: argument 3 of kernel 'cpp_fused_add_0' is 'int64_t', but its parameter 3 'out_ptr0' is 'float*': {{.*}} [aoti-kernel-signature]
    // The tensor is of another dtype than the cast says.
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf2.data_ptr()), s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:91: error: argument 3 of kernel 'cpp_fused_add_0' is 'buf2' of dtype float16, cast to 'float*': the kernel takes the bytes of each element for float32 and reaches past the end of the memory, 4 bytes for each 2; hand over the tensor that the kernel was made for, or correct the cast [aoti-kernel-signature]
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: error: argument 1 of kernel 'cpp_fused_add_0' is 'buf1' of dtype int64, cast to 'const float*': the kernel takes the bytes of each element for float32; {{.*}} [aoti-kernel-signature]
    // So is the result of an operator.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_cumsum(buf1, 0L, nullptr, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(buf3.data_ptr()), (float*)(buf0.data_ptr()), s77);
    cpp_fused_add_0((const float*)(buf3.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: error: argument 1 of kernel 'cpp_fused_add_0' is 'buf3' of dtype int64, cast to 'const float*': {{.*}} [aoti-kernel-signature]
    // NOLINTNEXTLINE(aoti-kernel-signature)
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77); // NOLINT
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
