// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// A loop as torch 2.15 writes it: both subgraphs are blocks of the function, the inputs of each are further handles of what the loop carries, and
// what comes out is asserted with its dtype.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DEVICE(cpu);
extern "C"  void  cpp_fused_gt_0(const int64_t* in_ptr0,
                       bool* out_ptr0);
extern "C"  void  cpp_fused_sub_tanh_1(float* in_out_ptr0,
                       const int64_t* in_ptr0,
                       int64_t* out_ptr1);
namespace torch::aot_inductor {
static bool _check_aoti_runtime_check_inputs_env() { return false; }
// What is carried has several sources; the assertions behind the loop say what they agree on.
// CHECK: outputs (2)
// CHECK: 0 buf1 int64 ? [] [] line
// CHECK: 1 buf2 float32 ? [4, 12] [12, 1] line
// CHECK: kernels (2)
// CHECK: cpu cpp_fused_gt_0 const int64_t* in_ptr0, bool* out_ptr0
// CHECK: cpu cpp_fused_sub_tanh_1 float* in_out_ptr0, const int64_t* in_ptr0, int64_t* out_ptr1
// CHECK: run_impl, line [[#@LINE+1]]: 3 buffers, 2 launches, 1 shim call
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg2_1 = std::move(inputs[0]);
    auto arg3_1 = std::move(inputs[1]);
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {}, {}, "input", cached_torch_dtype_int64, "torch.int64"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg3_1, {4L, 12L}, {12L, 1L}, "input", cached_torch_dtype_float32, "torch.float32"); }
    RAIIAtenTensorHandle buf0_cond_result;
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg2_1, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg3_1, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    while (1) {
        // subgraph: while_loop_cond_graph_0
        AtenTensorHandle while_loop_cond_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf1, &while_loop_cond_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle while_loop_cond_graph_0_arg0_1(while_loop_cond_graph_0_arg0_1_handle);
        static constexpr int64_t *int_array_0=nullptr;
        AtenTensorHandle while_loop_cond_graph_0_buf0_handle;
        // CHECK: buffers
        // CHECK: [[#@LINE+1]] while_loop_cond_graph_0_buf0 allocation bool cpu [] [] 1 used {{.*}}buf0_cond_result from
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_0, int_array_0, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &while_loop_cond_graph_0_buf0_handle));
        RAIIAtenTensorHandle while_loop_cond_graph_0_buf0(while_loop_cond_graph_0_buf0_handle);
        cpp_fused_gt_0((const int64_t*)(while_loop_cond_graph_0_arg0_1.data_ptr()), (bool*)(while_loop_cond_graph_0_buf0.data_ptr()));
        while_loop_cond_graph_0_arg0_1.reset();
        buf0_cond_result.reset();
        buf0_cond_result = std::move(while_loop_cond_graph_0_buf0);
        bool buf0_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf0_cond_result, &buf0_cond_result_scalar));
        if (!buf0_cond_result_scalar) break;
        // subgraph: while_loop_body_graph_0
        AtenTensorHandle while_loop_body_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf1, &while_loop_body_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_arg0_1(while_loop_body_graph_0_arg0_1_handle);
        static constexpr int64_t int_array_1[] = {4L, 12L};
        static constexpr int64_t int_array_2[] = {12L, 1L};
        AtenTensorHandle while_loop_body_graph_0_buf0_handle;
        // CHECK: [[#@LINE+1]] while_loop_body_graph_0_buf0 allocation float32 cpu [4, 12] [12, 1] 192 used {{.*}}while_loop_body_graph_0_buf1 from {{.*}}buf2 from
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_1, int_array_2, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &while_loop_body_graph_0_buf0_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_buf0(while_loop_body_graph_0_buf0_handle);
        auto while_loop_body_graph_0_buf1 = std::move(while_loop_body_graph_0_buf0);  // reuse
        AtenTensorHandle while_loop_body_graph_0_buf2_handle;
        // CHECK: [[#@LINE+1]] while_loop_body_graph_0_buf2 allocation int64 cpu [] [] 8
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_0, int_array_0, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &while_loop_body_graph_0_buf2_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_buf2(while_loop_body_graph_0_buf2_handle);
        cpp_fused_sub_tanh_1((float*)(while_loop_body_graph_0_buf1.data_ptr()), (const int64_t*)(while_loop_body_graph_0_arg0_1.data_ptr()), (int64_t*)(while_loop_body_graph_0_buf2.data_ptr()));
        buf1.reset();
        buf1 = std::move(while_loop_body_graph_0_buf2);
        buf2.reset();
        buf2 = std::move(while_loop_body_graph_0_buf1);
    }
    arg2_1.reset();
    arg3_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf1, {}, {}, "torch.ops.while_loop", cached_torch_dtype_int64, "torch.int64"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf2, {4L, 12L}, {12L, 1L}, "torch.ops.while_loop", cached_torch_dtype_float32, "torch.float32"); }
    output_handles[0] = buf1.release();
    output_handles[1] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: operations
// CHECK: while 1 (line
// CHECK-NEXT: cpu cpu kernel cpp_fused_gt_0 writes while_loop_cond_graph_0_buf0; reads while_loop_cond_graph_0_arg0_1
// CHECK-NEXT: item aoti_torch_item_bool reads buf0_cond_result
// CHECK-NEXT: cpu cpu kernel cpp_fused_sub_tanh_1 writes while_loop_body_graph_0_buf2; updates while_loop_body_graph_0_buf1; reads while_loop_body_graph_0_arg0_1
// CHECK: known: 3 of 3 buffers, 2 of 2 launches, 1 of 1 shim calls
