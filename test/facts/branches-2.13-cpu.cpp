// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// A buffer that a branch makes, and the branch of each operation; a loop that carries a tensor from one round to the next.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_sin_0(const float* in_ptr0, float* out_ptr0);
extern "C" void cpp_fused_lt_1(const float* in_ptr0, bool* out_ptr0);
extern "C" void cpp_fused_add_2(float* in_out_ptr0);
namespace torch::aot_inductor {
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
// CHECK: outputs (2)
// CHECK: 0 buf1 float32 cpu [8] [1] line
// CHECK: 1 buf2
// CHECK: run_impl, line [[#@LINE+1]]: 4 buffers, 4 launches, 2 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {8L}, {1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {}, {}, "input"); }
    static constexpr int64_t int_array_0[] = {8L};
    static constexpr int64_t int_array_1[] = {1L};
    static constexpr int64_t *int_array_2=nullptr;
    RAIIAtenTensorHandle buf1;
    bool arg1_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg1_1, &arg1_1_scalar));
    if (arg1_1_scalar) {
        // subgraph: true_graph_0
        AtenTensorHandle true_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &true_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle true_graph_0_arg0_1(true_graph_0_arg0_1_handle);
        AtenTensorHandle true_graph_0_buf0_handle;
        // CHECK: buffers
        // CHECK: [[#@LINE+1]] true_graph_0_buf0 allocation float32 cpu [8] [1] 32 used {{.*}}buf1 from {{[0-9]+}}
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        cpp_fused_sin_0((const float*)(true_graph_0_arg0_1.data_ptr()), (float*)(true_graph_0_buf0.data_ptr()));
        buf1.reset();
        buf1 = std::move(true_graph_0_buf0);
    } else {
        // subgraph: false_graph_0
        AtenTensorHandle false_graph_0_buf0_handle;
        // CHECK: [[#@LINE+1]] false_graph_0_buf0 allocation float32 cpu [8] [1] 32
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &false_graph_0_buf0_handle));
        RAIIAtenTensorHandle false_graph_0_buf0(false_graph_0_buf0_handle);
        cpp_fused_sin_0((const float*)(arg0_1.data_ptr()), (float*)(false_graph_0_buf0.data_ptr()));
        buf1.reset();
        buf1 = std::move(false_graph_0_buf0);
    }
    // The inputs of a loop share their memory with what is carried.
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf1, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    while (1) {
        AtenTensorHandle cond_buf0_handle;
        // CHECK: [[#@LINE+1]] cond_buf0 allocation bool cpu [] [] 1
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_2, int_array_2, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &cond_buf0_handle));
        RAIIAtenTensorHandle cond_buf0(cond_buf0_handle);
        cpp_fused_lt_1((const float*)(buf2.data_ptr()), (bool*)(cond_buf0.data_ptr()));
        bool cond_buf0_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(cond_buf0, &cond_buf0_scalar));
        if (!cond_buf0_scalar) break;
        AtenTensorHandle body_buf0_handle;
        // CHECK: [[#@LINE+1]] body_buf0 allocation float32 cpu [8] [1] 32 used {{.*}}body_buf1 from {{.*}}buf2 from
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &body_buf0_handle));
        RAIIAtenTensorHandle body_buf0(body_buf0_handle);
        auto body_buf1 = std::move(body_buf0);  // reuse
        cpp_fused_add_2((float*)(body_buf1.data_ptr()));
        buf2.reset();
        buf2 = std::move(body_buf1);
    }
    output_handles[0] = buf1.release();
    output_handles[1] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: operations
// CHECK: item aoti_torch_item_bool reads arg1_1
// CHECK: if arg1_1_scalar (line
// CHECK-NEXT: cpu cpu kernel cpp_fused_sin_0 writes true_graph_0_buf0; reads true_graph_0_arg0_1
// CHECK-NEXT: if not arg1_1_scalar (line
// CHECK-NEXT: cpu cpu kernel cpp_fused_sin_0 writes false_graph_0_buf0; reads arg0_1
// CHECK-NEXT: while 1 (line
// CHECK-NEXT: cpu cpu kernel cpp_fused_lt_1 writes cond_buf0; reads buf2
// CHECK-NEXT: item aoti_torch_item_bool reads cond_buf0
// CHECK-NEXT: cpu cpu kernel cpp_fused_add_2 updates body_buf1
// CHECK: known: 4 of 4 buffers, 4 of 4 launches, 2 of 2 shim calls
