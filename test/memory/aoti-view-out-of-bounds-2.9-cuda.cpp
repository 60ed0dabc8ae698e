// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// As torch 2.9 writes it, with a subgraph. Suppression.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(ss.str());
    }
    if (arg0_1_size[0] > 64) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 64, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(ss.str());
    }
    if (16 != arg0_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 1, expected: 16, but got: " << arg0_1_size[1] << "\n";
        throw std::runtime_error(ss.str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    static constexpr int64_t int_array_0[] = {16L, 1L};
    const int64_t int_array_1[] = {s77, 16L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_1, int_array_0, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    RAIIAtenTensorHandle buf1;
    bool arg1_1_scalar = s77 > 8;
    if (arg1_1_scalar) {
        // subgraph: true_graph_0
        AtenTensorHandle true_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf0, &true_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle true_graph_0_arg0_1(true_graph_0_arg0_1_handle);
        const int64_t int_array_2[] = {16L, s77};
        static constexpr int64_t int_array_3[] = {1L, 16L};
        auto view = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(true_graph_0_arg0_1, 2, int_array_2, int_array_3, 0L));
        auto wrong = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(true_graph_0_arg0_1, 2, int_array_2, int_array_3, 16L));
        // CHECK-MESSAGES: :[[@LINE-1]]:54: error: for s77 = 2 the view of 'true_graph_0_arg0_1' needs 48 elements from the start of its storage, which has 32; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
        int64_t selector;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg0_1, &selector));
        if (selector == 0) {
            auto inner = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(true_graph_0_arg0_1, 2, int_array_2, int_array_3, 1L));
            // CHECK-MESSAGES: :[[@LINE-1]]:58: error: for s77 = 2 the view of 'true_graph_0_arg0_1' needs 33 elements from the start of its storage, which has 32; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
        }
        buf1.reset();
        buf1 = std::move(wrong);
    } else {
        buf1.reset();
        buf1 = std::move(buf0);
    }
    // NOLINTNEXTLINE(aoti-view-out-of-bounds)
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_1, int_array_0, 1L));
    auto buf3 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_1, int_array_0, 1L)); // NOLINT
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
