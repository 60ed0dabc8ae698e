// RUN: %check_aoti --no-refix %s aoti-device-index-literal
//
// Each kind of place that takes a device index.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
extern "C" AOTITorchError aoti_torch_cuda_mine(AtenTensorHandle self, int32_t device_type, int32_t device_index, AtenTensorHandle *ret);
constexpr int32_t build_device = 2;
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_add_0{nullptr};
};

template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    static constexpr int64_t int_array_0[] = {1024L};
    static constexpr int64_t int_array_1[] = {1L};
    AtenTensorHandle global_scratch_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cuda, 0, &global_scratch_handle));
    // CHECK-NOTES: :[[@LINE-1]]:144: warning: 'global_scratch' is allocated on the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device it stays on cuda:0, so that kernels fail with an illegal memory access or the caller gets a tensor on a foreign device; use 'device_idx_' [aoti-device-index-literal]
    RAIIAtenTensorHandle global_scratch(global_scratch_handle);
}

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, 0);
    // CHECK-NOTES: :[[@LINE-1]]:46: warning: 'AOTICudaStreamGuard' selects the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device the model's buffers and kernels belong to one device and its work goes to cuda:0 (illegal memory access, or work on the wrong stream); use 'this->device_idx_' [aoti-device-index-literal]
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 1, &buf0_handle));
    // CHECK-NOTES: :[[@LINE-1]]:146: warning: 'buf0' is allocated on the literal device cuda:1, and 'call_triton_poi_fused_add_0', which runs on the model's own device, uses it: the package works only when it is loaded with device_index=1, and on another device that is an access to the memory of a foreign device (illegal memory access); use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-NOTES: :[[@LINE+4]]:5: note: used here by 'call_triton_poi_fused_add_0', which runs on the model's own device
    // CHECK-NOTES: :[[@LINE-3]]:33: flow: 'buf0' is made on cuda:1
    // CHECK-NOTES: :[[@LINE+2]]:5: flow: used here by 'call_triton_poi_fused_add_0', which runs on the model's own device
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_triton_poi_fused_add_0(arg0_1, buf0, 128L, 0, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:53: warning: 'call_triton_poi_fused_add_0' gets the literal device index 0: the package works only when it is loaded with device_index=0, and on another device it works with the memory of cuda:0 (illegal memory access); use 'this->device_idx_' [aoti-device-index-literal]
    int32_t var_0 = 4L;
    auto var_1 = cached_torch_device_type_cuda;
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_randperm(8L, &var_0, nullptr, &var_1, 1, nullptr, &buf1_handle));
    // CHECK-NOTES: :[[@LINE-1]]:87: warning: 'aoti_torch_cuda_randperm' gets the literal device index 1: the package works only when it is loaded with device_index=1, and on another device its tensors stay on cuda:1, so that kernels fail with an illegal memory access or the caller gets a tensor on a foreign device; use 'this->device_idx_' [aoti-device-index-literal]
    RAIIAtenTensorHandle buf1(buf1_handle);
    // Not declared anywhere: the pair of a device type and an integer tells.
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_not_declared(arg0_1, &var_1, 3, &buf2_handle));
    // CHECK-NOTES: :[[@LINE-1]]:78: warning: 'aoti_torch_cuda_not_declared' gets the literal device index 3: the package works only when it is loaded with device_index=3, and on another device its tensors stay on cuda:3, so that kernels fail with an illegal memory access or the caller gets a tensor on a foreign device; use 'this->device_idx_' [aoti-device-index-literal]
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mine(arg0_1, cached_torch_device_type_cuda, build_device, &buf3_handle));
    // CHECK-NOTES: :[[@LINE-1]]:93: warning: 'aoti_torch_cuda_mine' gets the literal device index 2: the package works only when it is loaded with device_index=2, and on another device its tensors stay on cuda:2, so that kernels fail with an illegal memory access or the caller gets a tensor on a foreign device; use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-NOTES: :[[@LINE-48]]:1: note: the index comes from this literal
    RAIIAtenTensorHandle buf3(buf3_handle);
    int32_t device = 0;
    AOTICudaGuard guard(device);
    // CHECK-NOTES: :[[@LINE-1]]:25: warning: 'AOTICudaGuard' selects the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device the model's buffers and kernels belong to one device and its work goes to cuda:0 (illegal memory access, or work on the wrong stream); use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the index comes from this literal
    auto second = std::make_unique<AOTICudaStreamGuard>(stream, 0);
    // CHECK-NOTES: :[[@LINE-1]]:65: warning: 'AOTICudaStreamGuard' selects the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device the model's buffers and kernels belong to one device and its work goes to cuda:0 (illegal memory access, or work on the wrong stream); use 'this->device_idx_' [aoti-device-index-literal]
    cudaStream_t stream0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(0, (void **)&stream0));
    // CHECK-NOTES: :[[@LINE-1]]:68: warning: 'aoti_torch_get_current_cuda_stream' asks for the stream of the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device work goes to a stream of a foreign device (invalid resource handle); use the stream that the model is run with [aoti-device-index-literal]
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
    output_handles[2] = buf2.release();
    output_handles[3] = buf3.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
