// RUN: %check_aoti %s aoti-kernel-signature --as signature.wrapper.cpp --also %S/Inputs/signature.kernel.cpp
//
// One type under several names, and tensors of which too little is known.

#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       const long* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0);
extern "C"  void  cpp_fused_relu_2(float* in_out_ptr0,
                       const c10::Half*);
// Not called: nothing comes of it.
extern "C"  void  cpp_fused_log_5(const double* in_ptr0,
                       float* out_ptr0);
// Defined here, as in packages of sources only.
extern "C"  void  cpp_fused_bits_7(const uint8_t* in_ptr0,
                       bool* out_ptr0,
                       const float* in_ptr1,
                       const uint8_t* in_ptr2,
                       const signed char* in_ptr3);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(int8);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(complex64);
CACHE_TORCH_DTYPE(float8_e4m3fn);
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
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float16, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_complex64, cached_torch_device_type_cpu, this->device_idx_, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float8_e4m3fn, cached_torch_device_type_cpu, this->device_idx_, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int8, cached_torch_device_type_cpu, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(arg1_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    // Without const where the parameter has it, and sizes that are computed.
    cpp_fused_add_0((float*)(arg0_1.data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), 2L*s77);
    cpp_fused_relu_2((float*)(buf0.data_ptr()), (const at::Half*)(buf2.data_ptr()));
    // A view of another dtype has that one.
    AtenTensorHandle tmp_buf1_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf1, cached_torch_dtype_float32, &tmp_buf1_0));
    cpp_fused_add_0((const float*)(RAIIAtenTensorHandle(tmp_buf1_0).data_ptr()), (const int64_t*)(buf1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    cpp_fused_bits_7((const uint8_t*)(buf3.data_ptr()), (bool*)(buf3.data_ptr()), (const float*)(buf4.data_ptr()), (const uint8_t*)(buf5.data_ptr()), (const int8_t*)(buf6.data_ptr()));
    // What an operator returns may have any dtype.
    AtenTensorHandle buf7_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_corp_any(buf1, 0L, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    cpp_fused_relu_2((float*)(buf7.data_ptr()), (const at::Half*)(buf2.data_ptr()));
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
extern "C"  void  cpp_fused_bits_7(const uint8_t* in_ptr0,
                       bool* out_ptr0,
                       const float* in_ptr1,
                       const uint8_t* in_ptr2,
                       const int8_t* in_ptr3)
{
}
