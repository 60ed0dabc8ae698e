// RUN: %check_aoti %s aoti-shim-scalar-type
//
// Floating tensors, unknown ones, and scalars that are exact.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(complex64);
CACHE_TORCH_DEVICE(cpu);
extern "C"  void  cpp_fused_add_0(const float* in_ptr0,
                       float* out_ptr0);
static bool _check_aoti_runtime_check_inputs_env() { return false; }
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {4L, 4L};
    static constexpr int64_t int_array_1[] = {4L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Tensor(buf0, buf0, 1.5, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    // The result of an integer tensor and a floating one is floating.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Tensor(buf1, buf0, 1.5, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    // The dtype of the input is not said.
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Tensor(buf1, arg0_1, 1.0, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mul_Scalar(arg0_1, 2L, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    // The model means a floating result: a kernel reads it as such, or an assert says so.
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mul_Scalar(buf1, 2.5, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    cpp_fused_add_0((const float*)(buf6.data_ptr()), (float*)(buf0.data_ptr()));
    AtenTensorHandle buf7_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_add_Scalar(buf1, 2.5, 1.0, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf7, {4L, 4L}, {4L, 1L}, "torch.ops.aten.add.Scalar", cached_torch_dtype_float32, "torch.float32"); }
    // Whole factors are exact.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf1, buf1, buf1, buf1, 1L, 2.0));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf0, buf0, buf0, buf0, 0.5, 1.5));
    // The exponent is no addition.
    AtenTensorHandle buf8_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_pow_Tensor_Scalar(buf1, 2L, &buf8_handle));
    RAIIAtenTensorHandle buf8(buf8_handle);
    // One of the tensors has another dtype on each path.
    AtenTensorHandle buf9_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mul_Tensor(buf1, buf1, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
