// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Views of what is one of two tensors, depending on a branch or on the round of a loop.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg1_1_size = arg1_1.sizes();
    int64_t s77 = arg1_1_size[0];
    inputs.clear();
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    static constexpr int64_t int_array_2[] = {4L, 16L};
    static constexpr int64_t int_array_3[] = {128L};
    static constexpr int64_t int_array_4[] = {1L};
    const int64_t int_array_5[] = {s77, 16L};
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    RAIIAtenTensorHandle buf2;
    if (arg0_1_scalar) {
        // subgraph: true_graph_0
        AtenTensorHandle true_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        buf2.reset();
        buf2 = std::move(true_graph_0_buf0);
    } else {
        // subgraph: false_graph_0
        AtenTensorHandle false_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &false_graph_0_buf0_handle));
        RAIIAtenTensorHandle false_graph_0_buf0(false_graph_0_buf0_handle);
        buf2.reset();
        buf2 = std::move(false_graph_0_buf0);
    }
    // Fits one of the two only.
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf2, 1, int_array_3, int_array_4, 0L));
    // CHECK-NOTES: :[[@LINE-1]]:49: error: view of 'buf2' needs 128 elements from the start of its storage, which has 64; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-8]]:37: note: allocated here with 64 elements
    // CHECK-NOTES: :[[@LINE-9]]:37: flow: the memory of 'false_graph_0_buf0' comes from here
    // CHECK-NOTES: :[[@LINE-4]]:49: flow: view of 'buf2' reaches outside of it here
    // The sizes for which it would be wrong may never come here.
    auto buf4 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf2, 2, int_array_5, int_array_1, 0L));
    // Where another test decides, both may go together.
    if (arg0_1_scalar) {
        auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf2, 1, int_array_3, int_array_4, 0L));
    }
    // A loop whose second round has a smaller tensor than the first.
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    while (1) {
        bool buf7_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &buf7_scalar));
        if (!buf7_scalar) break;
        auto buf8 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 1, int_array_3, int_array_4, 0L));
        // CHECK-NOTES: :[[@LINE-1]]:53: error: view of 'buf6' needs 128 elements from the start of its storage, which has 64; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
        // CHECK-NOTES: :[[@LINE+4]]:37: note: allocated here with 64 elements
        // CHECK-NOTES: :[[@LINE+3]]:37: flow: the memory of 'while_loop_body_graph_0_buf0' comes from here
        // CHECK-NOTES: :[[@LINE-4]]:53: flow: view of 'buf6' reaches outside of it here
        AtenTensorHandle while_loop_body_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &while_loop_body_graph_0_buf0_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_buf0(while_loop_body_graph_0_buf0_handle);
        buf6.reset();
        buf6 = std::move(while_loop_body_graph_0_buf0);
    }
    output_handles[0] = buf6.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
