// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Views of tensors of which only what is declared is known: inputs and results of operators.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
namespace torch::aot_inductor {
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (8 != arg0_1_size[0]) {
        throw std::runtime_error("input_handles[0]: unmatched dim value at 0");
    }
    if (16 != arg0_1_size[1]) {
        throw std::runtime_error("input_handles[0]: unmatched dim value at 1");
    }
    auto arg0_1_stride = arg0_1.strides();
    if (16 != arg0_1_stride[0]) {
        throw std::runtime_error("input_handles[0]: unmatched stride value at 0");
    }
    if (1 != arg0_1_stride[1]) {
        throw std::runtime_error("input_handles[0]: unmatched stride value at 1");
    }
}
static __attribute__((noinline)) void check_input_2(AtenTensorHandle *input_handles) {
    ConstantHandle arg2_1 = ConstantHandle(input_handles[2]);
    auto arg2_1_size = arg2_1.sizes();
    if (8 != arg2_1_size[0]) {
        throw std::runtime_error("input_handles[2]: unmatched dim value at 0");
    }
    auto arg2_1_stride = arg2_1.strides();
    if (16 != arg2_1_stride[0]) {
        throw std::runtime_error("input_handles[2]: unmatched stride value at 0");
    }
    if (1 != arg2_1_stride[1]) {
        throw std::runtime_error("input_handles[2]: unmatched stride value at 1");
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg1_1_size = arg1_1.sizes();
    int64_t s77 = arg1_1_size[0];
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s77, 32L}, {32L, 1L}, "input"); }
    static constexpr int64_t int_array_0[] = {16L, 8L};
    static constexpr int64_t int_array_1[] = {1L, 16L};
    static constexpr int64_t int_array_2[] = {16L, 16L};
    static constexpr int64_t int_array_3[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // The checks say how large the input is: 8 rows of 16.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, 0L)), arg0_1));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, 1L)), arg0_1));
    // CHECK-NOTES: :[[@LINE-1]]:93: error: view of 'arg0_1' needs 129 elements from the start of what is declared of it, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-18]]:29: note: input bound here; the input checks say that it has 128 elements
    // CHECK-NOTES: :[[@LINE-19]]:29: flow: the memory of 'arg0_1' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:93: flow: view of 'arg0_1' reaches outside of it here
    // A size of which the assertion tells, not the number.
    const int64_t int_array_4[] = {2L*s77, 16L};
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg1_1, 2, int_array_4, int_array_3, 0L)), arg0_1));
    const int64_t int_array_5[] = {2L*s77 + 1L, 16L};
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg1_1, 2, int_array_5, int_array_3, 0L)), arg0_1));
    // CHECK-NOTES: :[[@LINE-1]]:93: error: for s77 = 2 the view of 'arg1_1' needs 80 elements from the start of what is declared of it, which has 64; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-21]]:51: note: asserted here to have 32*s77 elements
    // CHECK-NOTES: :[[@LINE-27]]:29: flow: the memory of 'arg1_1' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:93: flow: view of 'arg1_1' reaches outside of it here
    // Not all of its shape is checked.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg2_1, 2, int_array_0, int_array_1, 1L)), arg0_1));
    // What no operator gets: the model may be meant to return a part of what the input was cut out of.
    auto var_0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, int_array_0, int_array_1, 1L));
    output_handles[0] = var_0.release();
    // The result of an operator.
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_cumsum(arg0_1, 0L, nullptr, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf1, {8L, 16L}, {16L, 1L}, "torch.ops.aten.cumsum.default"); }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 2, int_array_2, int_array_3, 0L)), arg0_1));
    // CHECK-NOTES: :[[@LINE-1]]:93: error: view of 'buf1' needs 256 elements from the start of what is declared of it, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-3]]:51: note: asserted here to have 128 elements
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: the memory of 'buf1' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:93: flow: view of 'buf1' reaches outside of it here
    output_handles[1] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
