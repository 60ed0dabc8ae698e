// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Convolutions: the order of dimensions in memory is that of whichever operand has the channels last; in double precision
// that depends on the way that is taken.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float64);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
// CHECK: run_impl
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s31 = arg0_1_size[0];
    inputs.clear();
    const int64_t int_array_0[] = {s31, 3L, 16L, 16L};
    static constexpr int64_t int_array_1[] = {768L, 1L, 48L, 3L};
    static constexpr int64_t int_array_2[] = {768L, 256L, 16L, 1L};
    static constexpr int64_t int_array_3[] = {8L, 3L, 3L, 3L};
    static constexpr int64_t int_array_4[] = {27L, 9L, 3L, 1L};
    static constexpr int64_t int_array_5[] = {3L, 4L, 3L, 3L};
    static constexpr int64_t int_array_6[] = {36L, 9L, 3L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_3, int_array_4, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_0, int_array_2, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    // The input has its channels last.
    // CHECK: [[#@LINE+1]] buf3 result float32 cpu [s31, 8, 16, 16] [2048, 1, 128, 8] 8192*s31
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_convolution(buf0, buf1, nullptr, std::array<int64_t, 2>{1L, 1L}.cbegin(), 2, std::array<int64_t, 2>{1L, 1L}.cbegin(), 2, std::array<int64_t, 2>{1L, 1L}.cbegin(), 2, 0, std::array<int64_t, 2>{0L, 0L}.cbegin(), 2, 1L, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AtenTensorHandle buf4_handle;
    // Both are plain.
    // CHECK: [[#@LINE+1]] buf4 result float32 cpu [s31, 8, 7, 14] [784, 98, 14, 1] 3136*s31
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_convolution(buf2, buf1, nullptr, std::array<int64_t, 2>{2L, 1L}.cbegin(), 2, std::array<int64_t, 2>{0L, 1L}.cbegin(), 2, std::array<int64_t, 2>{1L, 2L}.cbegin(), 2, 0, std::array<int64_t, 2>{0L, 0L}.cbegin(), 2, 1L, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_5, int_array_6, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    AtenTensorHandle buf6_handle;
    // Transposed, with padding of the output.
    // CHECK: [[#@LINE+1]] buf6 result float32 cpu [s31, 4, 34, 33] [4488, 1122, 33, 1]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_convolution(buf2, buf5, nullptr, std::array<int64_t, 2>{2L, 2L}.cbegin(), 2, std::array<int64_t, 2>{0L, 0L}.cbegin(), 2, std::array<int64_t, 2>{1L, 1L}.cbegin(), 2, 1, std::array<int64_t, 2>{1L, 0L}.cbegin(), 2, 1L, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    AtenTensorHandle buf7_handle;
    AtenTensorHandle buf8_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_0, int_array_1, cached_torch_dtype_float64, cached_torch_device_type_cpu, this->device_idx_, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_3, int_array_4, cached_torch_dtype_float64, cached_torch_device_type_cpu, this->device_idx_, &buf8_handle));
    RAIIAtenTensorHandle buf8(buf8_handle);
    AtenTensorHandle buf9_handle;
    // CHECK: [[#@LINE+1]] buf9 result float64 cpu [s31, 8, 14, 14] [?, ?, ?, ?]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_convolution(buf7, buf8, nullptr, std::array<int64_t, 2>{1L, 1L}.cbegin(), 2, std::array<int64_t, 2>{0L, 0L}.cbegin(), 2, std::array<int64_t, 2>{1L, 1L}.cbegin(), 2, 0, std::array<int64_t, 2>{0L, 0L}.cbegin(), 2, 1L, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    output_handles[0] = buf3.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 9 of 10 buffers, 0 of 0 launches, 4 of 4 shim calls
