// RUN: %check_aoti %s aoti-device-index-literal
//
// As torch 2.9 writes it. Suppression, and a fix where the meaning stays.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    AOTICudaStreamGuard stream_guard(stream, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'AOTICudaStreamGuard' selects the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device the model's buffers and kernels belong to one device and its work goes to cuda:0 (illegal memory access, or work on the wrong stream); use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-FIXES: AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 0, &buf0_handle));
    // CHECK-MESSAGES: :[[@LINE-1]]:146: warning: 'buf0' is allocated on the literal device cuda:0: the package works only when it is loaded with device_index=0, and on another device it stays on cuda:0, so that kernels fail with an illegal memory access or the caller gets a tensor on a foreign device; use 'this->device_idx_' [aoti-device-index-literal]
    // CHECK-FIXES: AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 0, &buf1_handle)); // NOLINT(aoti-device-index-literal)
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    // NOLINTNEXTLINE(aoti-device-index-literal)
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 0, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
    output_handles[2] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
