// RUN: %check_aoti --no-refix %s aoti-device-index-literal
//
// A copy to another device that reaches a launch, through moves, branches and views.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_add_0{nullptr};
};

template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(const in_ptr0_type_ &in_out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
}

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    static constexpr int64_t int_array_2[] = {16L, 8L};
    static constexpr int64_t int_array_3[] = {1L, 16L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 0, &buf0_handle));
    // CHECK-NOTES: :[[@LINE-1]]:146: warning: 'buf0' is allocated on the literal device cuda:0, and 'call_triton_poi_fused_add_0', which runs on the model's own device, uses it: the package works only when it is loaded with device_index=0, and on another device that is an access to the memory of a foreign device (illegal memory access); use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-NOTES: :[[@LINE+7]]:5: note: used here by 'call_triton_poi_fused_add_0', which runs on the model's own device
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: 'buf0' is made on cuda:0
    // CHECK-NOTES: :[[@LINE+3]]:33: flow: data is copied to cuda:0
    // CHECK-NOTES: :[[@LINE+4]]:5: flow: used here by 'call_triton_poi_fused_add_0', which runs on the model's own device
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf0, arg0_1, 0));
    auto buf1 = std::move(buf0);  // reuse
    call_triton_poi_fused_add_0(buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 1, &buf2_handle));
    // CHECK-NOTES: :[[@LINE-1]]:146: warning: 'buf2' is allocated on the literal device cuda:1, and 'aoti_torch_cuda_mm_out', which runs on the model's own device, uses it: the package works only when it is loaded with device_index=1, and on another device that is an access to the memory of a foreign device (illegal memory access); use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-NOTES: :[[@LINE+22]]:33: note: used here by 'aoti_torch_cuda_mm_out', which runs on the model's own device
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: 'buf2' is made on cuda:1
    // CHECK-NOTES: :[[@LINE+3]]:33: flow: data is copied to cuda:1
    // CHECK-NOTES: :[[@LINE+19]]:33: flow: used here by 'aoti_torch_cuda_mm_out', which runs on the model's own device
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf2, arg1_1, 0));
    RAIIAtenTensorHandle buf3;
    bool flag;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &flag));
    if (flag) {
        AtenTensorHandle inner_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf2, &inner_handle));
        RAIIAtenTensorHandle inner(inner_handle);
        buf3.reset();
        buf3 = std::move(inner);
    } else {
        buf3.reset();
        buf3 = std::move(buf1);
    }
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf4, arg0_1, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 2, int_array_2, int_array_3, 0L))));
    output_handles[0] = buf4.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
