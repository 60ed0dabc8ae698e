// RUN: %check_aoti %s aoti-shim-scalar-type
//
// Where the tensor comes from is a note and a step of the flow.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(int32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_add_Tensor(buf0, buf0, 1L, &buf1_handle));
    // CHECK-NOTES: :[[@LINE-1]]:72: warning: alpha '1L' of 'aoti_torch_cuda_add_Tensor' is a double in the C shim, and the tensors are integers (int32): every run fails with 'For integral input tensors, argument alpha must not be a floating point number'; compile the model again so that the operator becomes part of a kernel or goes through the proxy executor [aoti-shim-scalar-type]
    // CHECK-NOTES: :[[@LINE-5]]:33: note: the tensor is made here, as int32
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: an integer tensor is made here
    // CHECK-NOTES: :[[@LINE-4]]:72: flow: the scalar is handed over as a double here
    RAIIAtenTensorHandle buf1(buf1_handle);
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
