// RUN: %check_aoti %s aoti-handle-lifetime
//
// Forms that torch writes and that are sound.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};

static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
AOTI_NOINLINE static void __check_inputs_outputs(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()) {
        return;
    }
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 4);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    int64_t s0;
    aoti_torch_item_int64(inputs[2], &s0);
    auto arg3_1 = std::move(inputs[3]);
    [[maybe_unused]] auto& w = constants_->at(0);
    // A copy of an input that is not aligned.
    if ((reinterpret_cast<std::uintptr_t>(arg1_1.data_ptr()) & (16 -1)) != 0) {
        AOTI_TORCH_WARN("Input 1 was compiled as 16-bytes aligned, but it is not aligned at run time.");
        AtenTensorHandle arg1_1_aligned;
        aoti_torch_clone_preserve_strides(arg1_1, &arg1_1_aligned);
        arg1_1 = std::move(RAIIAtenTensorHandle(arg1_1_aligned));
    }
    auto arg1_1_size = arg1_1.sizes();
    int64_t s1 = arg1_1_size[0];
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {4L}, {1L}, "input"); }
    // Reuse under another name.
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    auto buf1 = std::move(buf0);  // reuse
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf1.data_ptr()));
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 1, int_array_0, int_array_1, 0L)); buf1.reset();  // reuse
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf2, 1, int_array_0, int_array_1, 0L));  // alias
    // The old handle is deleted on purpose.
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf4_handle));
    AtenTensorHandle buf4_handle_restrided;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_as_strided(buf4_handle, int_array_0, int_array_1, &buf4_handle_restrided));
    wrap_with_raii_handle_if_needed(buf4_handle);
    RAIIAtenTensorHandle buf4(buf4_handle_restrided);
    // Blocks of a pool, and the pool is freed before them and after they were moved.
    AtenTensorHandle pool1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool1_handle));
    RAIIAtenTensorHandle pool1(pool1_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, 0, cached_torch_dtype_float32, 1, int_array_0, int_array_1, &tmp_tensor_handle_0));
    auto buf5 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    auto buf6 = std::move(buf5);  // reuse
    cpp_fused_add_0((const float*)(buf6.data_ptr()), (float*)(buf3.data_ptr()));
    pool1.reset(); buf5.reset(); buf6.reset();
    // A custom operator.
    AtenTensorHandle buf7_handle;  // output buffer
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 0, 1, std::array<int64_t, 1>{3}.data(), 3, std::array<AtenTensorHandle, 3>{arg3_1, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf4, 1, int_array_0, int_array_1, 0L)), buf7}.data()));
    // An optional argument.
    AtenTensorHandle var_0 = buf7.get();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_copy_out(buf4, buf7, &var_0));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_copy_out(buf4, buf7, &temporary_reference(buf7.get())));
    // Branches on the inner copies of outer tensors.
    RAIIAtenTensorHandle buf8;
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    if (arg0_1_scalar) {
        AtenTensorHandle true_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg3_1, &true_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle true_graph_0_arg0_1(true_graph_0_arg0_1_handle);
        AtenTensorHandle true_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(true_graph_0_arg0_1, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        true_graph_0_arg0_1.reset();
        buf8.reset();
        buf8 = std::move(true_graph_0_buf0);
    } else {
        AtenTensorHandle false_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg3_1, &false_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle false_graph_0_arg0_1(false_graph_0_arg0_1_handle);
        buf8.reset();
        buf8 = std::move(false_graph_0_arg0_1);
    }
    arg3_1.reset();
    // Two branches that exclude each other, and two that may.
    if (arg0_1_scalar) {
        buf2.reset();
    }
    if (!arg0_1_scalar) {
        cpp_fused_add_0((const float*)(buf2.data_ptr()), (float*)(buf4.data_ptr()));
    }
    if (s1 > 4) {
        buf3.reset();
    }
    if (s1 <= 4) {
        cpp_fused_add_0((const float*)(buf3.data_ptr()), (float*)(buf4.data_ptr()));
    }
    // A loop that replaces what it carries.
    AtenTensorHandle buf9_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf8, &buf9_handle));
    RAIIAtenTensorHandle buf9(buf9_handle);
    RAIIAtenTensorHandle buf9_cond_result;
    while (1) {
        AtenTensorHandle cond_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf9, &cond_arg0_1_handle));
        RAIIAtenTensorHandle cond_arg0_1(cond_arg0_1_handle);
        AtenTensorHandle cond_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &cond_buf0_handle));
        RAIIAtenTensorHandle cond_buf0(cond_buf0_handle);
        cond_arg0_1.reset();
        buf9_cond_result.reset();
        buf9_cond_result = std::move(cond_buf0);
        bool buf9_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf9_cond_result, &buf9_cond_result_scalar));
        if (!buf9_cond_result_scalar) break;
        AtenTensorHandle body_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf9, &body_arg0_1_handle));
        RAIIAtenTensorHandle body_arg0_1(body_arg0_1_handle);
        AtenTensorHandle body_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &body_buf0_handle));
        RAIIAtenTensorHandle body_buf0(body_buf0_handle);
        cpp_fused_add_0((const float*)(body_arg0_1.data_ptr()), (float*)(body_buf0.data_ptr()));
        body_arg0_1.reset();
        buf9.reset();
        buf9 = std::move(body_buf0);
    }
    // Outputs: a tensor, the same tensor again, a copy of a weight, a scalar, nothing, a view.
    output_handles[0] = buf9.release();
    output_handles[1] = output_handles[0];
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(w, &output_handles[2]));
    RAIIAtenTensorHandle scalar_to_tensor_0 = scalar_to_tensor_handle(s0);
    output_handles[3] = scalar_to_tensor_0.release();
    auto var_1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf8, 1, int_array_0, int_array_1, 0L));
    output_handles[5] = var_1.release();
    AtenTensorHandle buf10_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf8, &buf10_handle));
    output_handles[6] = buf10_handle;
    if (arg0_1_scalar) {
        output_handles[7] = arg0_1.release();
    } else {
        output_handles[7] = arg1_1.release();
    }
}

void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle>& output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    [[maybe_unused]] auto& w = constants_->at(0);
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(w, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    output_handles[0] = buf0.release();
}

std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor, bool initialization) {
    std::unordered_map<std::string, AtenTensorHandle> folded_constants_map;
    std::vector<AtenTensorHandle> output_handles(1);
    output_handles[0] = constants_->at(1);
    _const_run_impl(output_handles, stream, proxy_executor);
    folded_constants_map["_FOLDED_CONST_add"] = output_handles[0];
    return folded_constants_map;
}

// Switched off.
void suppressed(RAIIAtenTensorHandle& arg0_1, RAIIAtenTensorHandle& buf0) {
    arg0_1.reset();
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));  // NOLINT(aoti-handle-lifetime)
}
}
