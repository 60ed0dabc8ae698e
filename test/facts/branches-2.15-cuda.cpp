// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// A branch on a card as torch 2.15 writes it: the index of the branch is read by the host, the first branch is the false one.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
static bool _check_aoti_runtime_check_inputs_env() { return false; }
// CHECK: inputs (2)
// CHECK: 0 arg4_1 ? ? [] []
// CHECK: 1 arg5_1 ? ? [s77, 8] [8, 1]
// CHECK: outputs (1)
// CHECK: 0 buf1 float32 cuda [s77, 8] [8, 1] line
// CHECK: run_impl, line [[#@LINE+1]]: 2 buffers, 0 launches, 3 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg4_1 = std::move(inputs[0]);
    auto arg5_1 = std::move(inputs[1]);
    auto arg5_1_size = arg5_1.sizes();
    int64_t s77 = arg5_1_size[0];
    inputs.clear();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg4_1, {}, {}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg5_1, {s77, 8L}, {8L, 1L}, "input"); }
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    RAIIAtenTensorHandle buf1;
    int64_t arg4_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg4_1, &arg4_1_scalar));
    if (arg4_1_scalar == 0) {
        // subgraph: false_graph_0
        AtenTensorHandle false_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg5_1, &false_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle false_graph_0_arg0_1(false_graph_0_arg0_1_handle);
        const int64_t int_array_0[] = {s77, 8L};
        static constexpr int64_t int_array_1[] = {8L, 1L};
        AtenTensorHandle false_graph_0_buf0_handle;
        // CHECK: buffers
        // CHECK: [[#@LINE+1]] false_graph_0_buf0 allocation float32 cuda [s77, 8] [8, 1] 32*s77 used {{.*}}, buf1 from [[#@LINE+5]], output 0 at
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &false_graph_0_buf0_handle));
        RAIIAtenTensorHandle false_graph_0_buf0(false_graph_0_buf0_handle);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(false_graph_0_buf0, false_graph_0_arg0_1, false_graph_0_arg0_1));
        buf1.reset();
        buf1 = std::move(false_graph_0_buf0);
    } else {
        // subgraph: true_graph_0
        AtenTensorHandle true_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg5_1, &true_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle true_graph_0_arg0_1(true_graph_0_arg0_1_handle);
        const int64_t int_array_4[] = {s77, 8L};
        static constexpr int64_t int_array_5[] = {8L, 1L};
        AtenTensorHandle true_graph_0_buf0_handle;
        // CHECK: [[#@LINE+1]] true_graph_0_buf0 allocation float32 cuda [s77, 8] [8, 1] 32*s77 used {{.*}}, buf1 from [[#@LINE+5]], output 0 at
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_4, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(true_graph_0_buf0, true_graph_0_arg0_1, true_graph_0_arg0_1));
        buf1.reset();
        buf1 = std::move(true_graph_0_buf0);
    }
    arg4_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf1, {s77, 8L}, {8L, 1L}, "torch.ops.cond", cached_torch_dtype_float32, "torch.float32"); }
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: operations
// CHECK: item {{.*}}aoti_torch_item_int64 reads arg4_1
// CHECK: if arg4_1_scalar == 0 (line
// CHECK-NEXT: cuda shim run aoti_torch_cuda_mm_out writes false_graph_0_buf0; reads false_graph_0_arg0_1, false_graph_0_arg0_1
// CHECK-NEXT: if not arg4_1_scalar == 0 (line
// CHECK-NEXT: cuda shim run aoti_torch_cuda_mm_out writes true_graph_0_buf0; reads true_graph_0_arg0_1, true_graph_0_arg0_1
// CHECK: known: 2 of 2 buffers, 0 of 0 launches, 3 of 3 shim calls
