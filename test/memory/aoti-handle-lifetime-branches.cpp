// RUN: %check_aoti %s aoti-handle-lifetime
//
// Branches and loops, as torch 2.13 and 2.15 write them for `cond` and `while_loop` on the CPU.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};

static RAIIAtenTensorHandle make() {
    AtenTensorHandle result;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &result));
    return RAIIAtenTensorHandle(result);
}

// One branch assigns nothing.
void cond(RAIIAtenTensorHandle& arg0_1, RAIIAtenTensorHandle& arg1_1, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf1;
    RAIIAtenTensorHandle buf2;
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    if (arg0_1_scalar) {
        auto true_graph_0_buf0 = make();
        auto true_graph_0_buf1 = make();
        buf1.reset();
        buf1 = std::move(true_graph_0_buf0);
        buf2.reset();
        buf2 = std::move(true_graph_0_buf1);
    } else {
        auto false_graph_0_buf0 = make();
        buf1.reset();
        buf1 = std::move(false_graph_0_buf0);
    }
    output_handles[0] = buf1.release();
    output_handles[1] = buf2.release();
    // CHECK-NOTES: :[[@LINE-1]]:25: error: when 'arg0_1_scalar' does not hold, 'buf2' is used without a tensor: nothing was assigned to it on this way, and the run crashes; assign it in each branch [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-18]]:5: note: 'buf2' is declared here without a tensor
    // CHECK-NOTES: :[[@LINE-16]]:9: note: it happens when this condition does not hold
    // CHECK-NOTES: :[[@LINE-20]]:5: flow: 'buf2' is declared here without a tensor
    // CHECK-NOTES: :[[@LINE-5]]:25: flow: 'buf2' is used here
}

// A switch of several branches: the second one moves the same result twice.
void cases(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf1;
    RAIIAtenTensorHandle buf2;
    int64_t arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg0_1, &arg0_1_scalar));
    if (arg0_1_scalar == 0) {
        auto branch_0_buf0 = make();
        auto branch_0_buf1 = make();
        buf1.reset();
        buf1 = std::move(branch_0_buf0);
        buf2.reset();
        buf2 = std::move(branch_0_buf1);
    } else if (arg0_1_scalar == 1) {
        auto branch_1_buf0 = make();
        buf1.reset();
        buf1 = std::move(branch_1_buf0);
        buf2.reset();
        buf2 = std::move(branch_1_buf0);
        // CHECK-NOTES: :[[@LINE-1]]:16: error: 'branch_1_buf0' is used after it was moved from: it holds no tensor any more, so that the run crashes; use it before that, or the handle that has the tensor now [aoti-handle-lifetime]
        // CHECK-NOTES: :[[@LINE-4]]:16: note: 'branch_1_buf0' is moved from here
        // CHECK-NOTES: :[[@LINE-5]]:16: flow: 'branch_1_buf0' is moved from here
        // CHECK-NOTES: :[[@LINE-4]]:16: flow: 'branch_1_buf0' is used here
    } else {
        auto branch_2_buf0 = make();
        buf1.reset();
        buf2.reset();
        buf2 = std::move(branch_2_buf0);
    }
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()));
    // CHECK-NOTES: :[[@LINE-1]]:36: error: when 'arg0_1_scalar == 1' does not hold and when 'arg0_1_scalar == 0' does not hold, 'buf1' is passed to 'cpp_fused_add_0' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-6]]:9: note: 'buf1' is reset here
    // CHECK-NOTES: :[[@LINE-19]]:16: note: it happens when this condition does not hold
    // CHECK-NOTES: :[[@LINE-27]]:9: note: it happens when this condition does not hold
    // CHECK-NOTES: :[[@LINE-9]]:9: flow: 'buf1' is reset here
    // CHECK-NOTES: :[[@LINE-6]]:36: flow: 'buf1' is passed to 'cpp_fused_add_0' here
    output_handles[0] = buf2.release();
}

// An output of one branch only.
void outputs(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    auto buf0 = make();
    auto buf1 = make();
    if (arg0_1_scalar) {
        output_handles[0] = buf0.release();
        // CHECK-NOTES: :[[@LINE-1]]:9: error: when 'arg0_1_scalar' does not hold, output 0 is not set: the caller gets no tensor for it, while other branches set it; set it in each of them [aoti-handle-lifetime]
        // CHECK-NOTES: :[[@LINE-2]]:9: note: the tensor is given to the caller here
        // CHECK-NOTES: :[[@LINE-4]]:9: note: it happens when this condition does not hold
        // CHECK-NOTES: :[[@LINE-4]]:9: flow: the tensor is given to the caller here
        // CHECK-NOTES: :[[@LINE-5]]:9: flow: the output is set here, on other ways only
    }
    if (!arg0_1_scalar) {
        output_handles[1] = buf1.release();
    } else {
        output_handles[1] = arg0_1.release();
    }
}

// The next round finds a tensor that the first one took away.
void loop(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    RAIIAtenTensorHandle buf2_cond_result;
    while (1) {
        AtenTensorHandle cond_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &cond_arg0_1_handle));
        RAIIAtenTensorHandle cond_arg0_1(cond_arg0_1_handle);
        auto cond_buf0 = make();
        buf2_cond_result.reset();
        buf2_cond_result = std::move(cond_buf0);
        bool buf2_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf2_cond_result, &buf2_cond_result_scalar));
        if (!buf2_cond_result_scalar) break;
        AtenTensorHandle body_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf4, &body_arg0_1_handle));
        // CHECK-NOTES: :[[@LINE-1]]:67: error: in a later round of the loop, 'buf4' is passed to 'aoti_torch_assign_tensors_out' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
        // CHECK-NOTES: :[[@LINE+8]]:9: note: 'buf4' is reset here
        // CHECK-NOTES: :[[@LINE-14]]:12: note: it happens in a later round of this loop
        // CHECK-NOTES: :[[@LINE+6]]:9: flow: 'buf4' is reset here
        // CHECK-NOTES: :[[@LINE-5]]:67: flow: 'buf4' is passed to 'aoti_torch_assign_tensors_out' here
        RAIIAtenTensorHandle body_arg0_1(body_arg0_1_handle);
        auto body_buf0 = make();
        buf3.reset();
        buf3 = std::move(body_buf0);
        buf4.reset();
    }
    output_handles[0] = buf3.release();
}

// A check that is switched off is not where it fails.
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
void checks(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    auto buf2 = make();
    buf0.reset();
    buf1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf0, {4L}, {1L}, "torch.ops.higher_order.cond"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf1, {4L}, {1L}, "torch.ops.higher_order.cond"); }
    // CHECK-NOTES: :[[@LINE-1]]:70: error: 'buf1' is passed to 'assert_size_stride' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-4]]:5: note: 'buf1' is reset here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: 'buf1' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:70: flow: 'buf1' is passed to 'assert_size_stride' here
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf2.data_ptr()));
    // CHECK-NOTES: :[[@LINE-1]]:36: error: 'buf0' is passed to 'cpp_fused_add_0' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-10]]:5: note: 'buf0' is reset here
    // CHECK-NOTES: :[[@LINE-11]]:5: flow: 'buf0' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:36: flow: 'buf0' is passed to 'cpp_fused_add_0' here
    output_handles[0] = buf2.release();
}

// Reset in one branch, used in the same branch of the same condition.
void again(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    auto buf0 = make();
    auto buf1 = make();
    if (arg0_1_scalar) {
        buf0.reset();
    }
    if (arg0_1_scalar) {
        cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
        // CHECK-NOTES: :[[@LINE-1]]:40: error: when 'arg0_1_scalar' holds, 'buf0' is passed to 'cpp_fused_add_0' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
        // CHECK-NOTES: :[[@LINE-5]]:9: note: 'buf0' is reset here
        // CHECK-NOTES: :[[@LINE-7]]:9: note: it happens when this condition holds
        // CHECK-NOTES: :[[@LINE-7]]:9: flow: 'buf0' is reset here
        // CHECK-NOTES: :[[@LINE-5]]:40: flow: 'buf0' is passed to 'cpp_fused_add_0' here
    }
    output_handles[0] = buf1.release();
}
}
