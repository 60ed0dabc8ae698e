// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Packages of torch 2.6 check no inputs. A matrix product tells the sizes of an input, wherever it stands; a convolution how many dimensions its
// input has, and which channels. How they lie in memory remains unknown: that is said of the strides alone.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_relu_0(const float* in_ptr0);
namespace torch::aot_inductor {
// CHECK: inputs (3)
// CHECK: 0 arg0_1 float32 cpu [5, 6] [?, ?]
// CHECK: 1 {{.*}} ? ? [s0, 3, {{.*}}.size(2), {{.*}}.size(3)] [?, ?, ?, ?]
// CHECK: 2 {{.*}} ? ? ? ?
// CHECK: run_impl, line [[#@LINE+1]]:
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg1_1_size = arg1_1.sizes();
    int64_t s0 = arg1_1_size[0];
    inputs.clear();
    // CHECK: buffers
    int32_t var_0 = 0;
    AtenTensorHandle buf1_handle;
    AtenTensorHandle buf2_handle;
    // CHECK: [[#@LINE+2]] buf1 result float32 cpu [5, 6] [?, ?]
    // CHECK: [[#@LINE+1]] buf2 result int64 cpu [5, 6] [?, ?]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_sort_stable(arg0_1, &var_0, 1L, 0, &buf1_handle, &buf2_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    // CHECK: [[#@LINE+1]] buf3 result float32 cpu [5, 6] [6, 1] 120
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_logcumsumexp(arg0_1, 0L, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    static constexpr int64_t int_array_0[] = {6L, 6L};
    static constexpr int64_t int_array_1[] = {6L, 1L};
    static constexpr int64_t int_array_2[] = {6L, 5L};
    static constexpr int64_t int_array_3[] = {1L, 6L};
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    auto tmp_tensor_handle_0 = reinterpret_tensor_wrapper(arg0_1, 2, int_array_2, int_array_3, 0L);
    RAIIAtenTensorHandle tmp_tensor_handle_0_raii(tmp_tensor_handle_0);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf4, tmp_tensor_handle_0_raii, arg0_1));
    cpp_fused_relu_0((const float*)(arg0_1.data_ptr()));
    static constexpr int64_t int_array_4[] = {8L, 3L, 3L, 3L};
    static constexpr int64_t int_array_5[] = {27L, 9L, 3L, 1L};
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(4, int_array_4, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    const int64_t var_array_0[] = {2L, 1L};
    const int64_t var_array_1[] = {1L, 1L};
    const int64_t var_array_2[] = {1L, 1L};
    const int64_t var_array_3[] = {0L, 0L};
    AtenTensorHandle buf6_handle;
    // CHECK: [[#@LINE+1]] buf6 result float32 cpu [s0, 8, ({{.*}}.size(2) + 1) / 2, {{.*}}.size(3)] [?, ?, ?, ?]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_convolution(arg1_1, buf5, 0, var_array_0, 2, var_array_1, 2, var_array_2, 2, 0, var_array_3, 2, 1L, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    AtenTensorHandle buf7_handle;
    // CHECK: [[#@LINE+1]] buf7 result int64 cpu [{{.*}}, ?] [1, {{.*}}]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_nonzero(arg2_1, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    output_handles[0] = buf6.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: not known
// CHECK: buf1 strides absent result of 'aoti_torch_cpu_sort_stable', and follows from that of 'arg0_1'; nothing states how it lies in memory
// CHECK: buf6 strides absent
// CHECK: buf7 shape absent
// CHECK: known: 3 of 7 buffers
