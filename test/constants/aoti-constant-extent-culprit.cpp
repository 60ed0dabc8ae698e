// RUN: %check_aoti %s aoti-constant-extent,aoti-view-out-of-bounds
//
// Where the strides, the weights of the same module or the views of a constant show that its shape is wrong, the finding stands there; and the views of a constant whose entry
// is wrong are not reported as well.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1, 1, 5, device_str, std::move(cubin_dir), true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "overlapping";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 2048;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {32, 17};
    // CHECK-MESSAGES: :[[@LINE-1]]:32: error: constant 'overlapping' needs 2052 bytes for the shape {32, 17} of 'float32' but has a data_size of 2048 bytes{{.*}}correct the shape [aoti-constant-extent]
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "overlapping";
    constants_info_[1].name = "l_weight";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 2048;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[1].shape = {33, 16};
    // CHECK-MESSAGES: :[[@LINE-1]]:32: error: constant 'l_weight' needs 2112 bytes{{.*}}correct the shape [aoti-constant-extent]
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "l.weight";
    constants_info_[2].name = "l_bias";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 128;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[2].shape = {32};
    constants_info_[2].stride = {1};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "l.bias";
    constants_info_[3].name = "viewed";
    constants_info_[3].dtype = cached_torch_dtype_float32;
    constants_info_[3].device_type = cached_torch_device_type_cpu;
    constants_info_[3].offset = 0;
    constants_info_[3].data_size = 1024;
    constants_info_[3].from_folded = false;
    constants_info_[3].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[3].shape = {9, 32};
    // CHECK-MESSAGES: :[[@LINE-1]]:32: error: constant 'viewed' needs 1152 bytes{{.*}}correct the shape [aoti-constant-extent]
    constants_info_[3].stride = {32, 1};
    constants_info_[3].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[3].original_fqn = "viewed";
    constants_info_[4].name = "cut";
    constants_info_[4].dtype = cached_torch_dtype_float32;
    constants_info_[4].device_type = cached_torch_device_type_cpu;
    constants_info_[4].offset = 0;
    constants_info_[4].data_size = 512;
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: constant 'cut' needs 1024 bytes{{.*}}correct the data_size [aoti-constant-extent]
    constants_info_[4].from_folded = false;
    constants_info_[4].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[4].shape = {8, 32};
    constants_info_[4].stride = {32, 1};
    constants_info_[4].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[4].original_fqn = "cut";
    outputs_info_[0].name = "output0";
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    // The index is wrong, and not the view.
    [[maybe_unused]] auto& l_weight = constants_->at(2);
    static constexpr int64_t int_array_2[] = {16L, 32L};
    static constexpr int64_t int_array_3[] = {1L, 16L};
    auto var_2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(l_weight, 2, int_array_2, int_array_3, 0L));
    [[maybe_unused]] auto& viewed = constants_->at(3);
    [[maybe_unused]] auto& cut = constants_->at(4);
    static constexpr int64_t int_array_0[] = {32L, 8L};
    static constexpr int64_t int_array_1[] = {1L, 32L};
    auto var_0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(viewed, 2, int_array_0, int_array_1, 0L));
    auto var_1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(cut, 2, int_array_0, int_array_1, 0L));
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
