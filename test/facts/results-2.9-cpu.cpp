// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Results of library calls. No assertion of torch 2.9 states their shape; where the meaning of the call tells it, it is known, and where it does
// not, the dump says so.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(float* in_out_ptr0);
namespace torch::aot_inductor {
// CHECK: run_impl, line [[#@LINE+1]]: 11 buffers, 1 launch, 8 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    static constexpr int64_t int_array_0[] = {5L, 6L};
    static constexpr int64_t int_array_1[] = {6L, 1L};
    AtenTensorHandle buf0_handle;
    // CHECK: [[#@LINE+1]] buf0 allocation float32 cpu [5, 6] [6, 1] 120
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    int32_t var_0 = 0;
    AtenTensorHandle buf1_handle;
    AtenTensorHandle buf2_handle;
    // CHECK: [[#@LINE+2]] buf1 result float32 cpu [5, 6] [6, 1] 120
    // CHECK: [[#@LINE+1]] buf2 result int64 cpu [5, 6] [6, 1] 240
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_sort_stable(buf0, &var_0, 1L, 0, &buf1_handle, &buf2_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf4_handle;
    AtenTensorHandle buf5_handle;
    // CHECK: [[#@LINE+2]] buf4 result float32 cpu [5, 3] [3, 1] 60
    // CHECK: [[#@LINE+1]] buf5 result int64 cpu [5, 3] [3, 1] 120
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_topk(buf0, 3L, -1L, 1, 1, &buf4_handle, &buf5_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    RAIIAtenTensorHandle buf5(buf5_handle);
    AtenTensorHandle buf6_handle;
    // CHECK: [[#@LINE+1]] buf6 result float32 cpu [5, 6] [6, 1] 120
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_cumsum(buf0, 0L, nullptr, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    AtenTensorHandle buf7_handle;
    // CHECK: [[#@LINE+1]] buf7 result int64 cpu [u0, 2] [1, u0] 16*u0
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_nonzero(buf0, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    auto u0 = buf7.size(0);
    AtenTensorHandle buf8_handle;
    // CHECK: [[#@LINE+1]] buf8 result int64 cpu [8] [1] 64
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_randperm(8L, nullptr, nullptr, nullptr, 0, nullptr, &buf8_handle));
    RAIIAtenTensorHandle buf8(buf8_handle);
    // The input is in no check, so that nothing is known of this one.
    AtenTensorHandle buf9_handle;
    // CHECK: [[#@LINE+1]] buf9 result ? cpu ? ? ?
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_cumsum(arg0_1, 0L, nullptr, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    // The kernel tells the dtype of what the custom operator made.
    AtenTensorHandle buf10_handle;  // output buffer
    // CHECK: [[#@LINE+1]] buf10 result float32 cpu ? ? ?
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&buf10_handle));
    RAIIAtenTensorHandle buf10(buf10_handle);
    aoti_torch_proxy_executor_call_function(proxy_executor, 0, 0, std::array<int64_t, 0>{}.data(), 2, std::array<AtenTensorHandle, 2>{buf0, buf10}.data());
    cpp_fused_add_0((float*)(buf10.data_ptr()));
    RAIIAtenTensorHandle scalar_to_tensor_0 = scalar_to_tensor_handle(2.0);
    // CHECK: scalar_to_tensor_0 result float64 cpu [] [] 8
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf0, buf6, 0));
    output_handles[0] = buf10.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: operations
// CHECK: cpu shim aoti_torch_cpu_sort_stable makes buf1, buf2; reads buf0
// CHECK: proxy aoti_torch_proxy_executor_call_function writes buf10; reads buf0
// CHECK: copy aoti_torch_copy_ writes buf0; reads buf6
// CHECK: not known
// CHECK: buf9 dtype absent result of 'aoti_torch_cpu_cumsum', and nothing states its dtype
// CHECK: buf9 shape absent result of 'aoti_torch_cpu_cumsum'; it follows from that of 'arg0_1', which nothing states
// CHECK: buf10 shape absent filled by a custom operator, and nothing states its shape
// CHECK: known: 9 of 11 buffers, 1 of 1 launches, 8 of 8 shim calls
