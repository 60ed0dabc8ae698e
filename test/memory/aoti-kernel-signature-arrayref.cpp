// RUN: %check_aoti %s aoti-kernel-signature
//
// Tensors on the stack, whose pointers are kept in variables.

#include <torch/csrc/inductor/aoti_include/array_ref.h>
extern "C"  void  cpp_fused_softmax_0(const float* in_ptr0,
                       float* out_ptr0,
                       float* out_ptr1);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg1_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {4L, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
    alignas(64) float buf0_storage[32L];
    ArrayRefTensor<float> buf0(buf0_storage, int_array_0, int_array_1, cached_torch_device_type_cpu, this->device_idx_);
    alignas(64) int64_t buf1_storage[32L];
    ArrayRefTensor<int64_t> buf1(buf1_storage, int_array_0, int_array_1, cached_torch_device_type_cpu, this->device_idx_);
    auto* var_0 = get_data_ptr_wrapper(arg1_1);
    auto* var_1 = get_data_ptr_wrapper(buf0);
    auto* var_2 = get_data_ptr_wrapper(buf1);
    cpp_fused_softmax_0((const float*)(var_0), (float*)(var_1), (float*)(var_1));
    cpp_fused_softmax_0((const float*)(var_0), (float*)(var_1), (float*)(var_2));
    // CHECK-MESSAGES: :[[@LINE-1]]:65: error: argument 3 of kernel 'cpp_fused_softmax_0' is 'buf1' of dtype int64, cast to 'float*': {{.*}} [aoti-kernel-signature]
    cpp_fused_softmax_0((const float*)(buf0.data()), (float*)(buf1.data()), (float*)(var_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:54: error: argument 2 of kernel 'cpp_fused_softmax_0' is 'buf1' of dtype int64, cast to 'float*': {{.*}} [aoti-kernel-signature]
    output_handles[0] = convert_arrayref_tensor_to_tensor(buf0);
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
