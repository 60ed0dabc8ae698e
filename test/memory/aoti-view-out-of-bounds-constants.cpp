// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Constants, and tensors on the stack.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
#include <torch/csrc/inductor/aoti_runtime/arrayref_tensor.h>
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string &device_str, std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1, 1, 2, device_str, std::move(cubin_dir), true) {
    constants_info_[0].name = "l_weight";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 2048;
    constants_info_[0].from_folded = false;
    constants_info_[0].shape = {32, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].name = "folded";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 64;
    constants_info_[1].from_folded = true;
    constants_info_[1].shape = {4, 4};
    constants_info_[1].stride = {4, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto l_weight = constants_->at(0);
    auto folded = constants_->at(1);
    static constexpr int64_t int_array_0[] = {16L, 32L};
    static constexpr int64_t int_array_1[] = {1L, 16L};
    auto buf0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(l_weight, 2, int_array_0, int_array_1, 0L));
    auto buf1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(l_weight, 2, int_array_0, int_array_1, 16L));
    // CHECK-MESSAGES: :[[@LINE-1]]:49: error: view of 'l_weight' needs 528 elements from the start of the constant's data, which has 512; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset [aoti-view-out-of-bounds]
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(folded, 2, int_array_0, int_array_1, 0L));
    float buf3_storage[128];
    static constexpr int64_t int_array_2[] = {4L, 32L};
    static constexpr int64_t int_array_3[] = {32L, 1L};
    ArrayRefTensor<float> buf3(buf3_storage, int_array_2, int_array_3, cached_torch_device_type_cpu, this->device_idx_);
    float buf4_storage[96];
    ArrayRefTensor<float> buf4(buf4_storage, int_array_2, int_array_3, cached_torch_device_type_cpu, this->device_idx_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: tensor 'buf4' needs 128 elements from the start of its array on the stack, which has 96; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
    static constexpr int64_t int_array_4[] = {32L, 4L};
    static constexpr int64_t int_array_5[] = {1L, 32L};
    auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(borrow_arrayref_tensor_as_tensor(buf3), 2, int_array_4, int_array_5, 0L));
    auto buf6 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(borrow_arrayref_tensor_as_tensor(buf3), 2, int_array_4, int_array_5, 1L));
    // CHECK-MESSAGES: :[[@LINE-1]]:49: error: view of 'buf3' needs 129 elements from the start of its array on the stack, which has 128; nothing checks this at run time, so that reads return foreign memory and writes corrupt it: correct its sizes, strides or offset, or make room for it [aoti-view-out-of-bounds]
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
