// RUN: %check_aoti %s aoti-size-truncation
//
// A value that the caller gives, divided.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {1L, };
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg0_1, &u0_raw));
    auto u0 = u0_raw / 8L;
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'u0' is the value of 'arg0_1' divided by 8 and cut to a whole number, and nothing tests that no rest is left: of 9 the last one is dropped; the model returns a wrong result without an error: test before the call that the value is a multiple of 8 [aoti-size-truncation]
    // CHECK-NOTES: :[[@LINE-3]]:33: note: the value is read here
    // CHECK-NOTES: :[[@LINE+7]]:33: note: it is a size here
    // CHECK-NOTES: :[[@LINE-5]]:33: flow: the value of 'arg0_1' is read
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: it is divided by 8 and cut
    // CHECK-NOTES: :[[@LINE+4]]:33: flow: it is a size here
    if (!(u0 >= 0L)) { throw std::runtime_error("Expected u0 >= 0 but received " + std::to_string(u0)); }
    const int64_t int_array_1[] = {u0, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_1, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
