// RUN: %check_aoti %s aoti-constant-table
//
// The interface of array references, as torch 2.15 writes it.

#include <torch/csrc/inductor/aoti_include/array_ref.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
};
}  // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1,
                           1,
                           3,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "l_weight";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 2048;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {32, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "l.weight";
    constants_info_[1].name = "l_bias";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 128;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[1].shape = {32};
    constants_info_[1].stride = {1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "l.bias";
    constants_info_[2].name = "l2_weight";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 1024;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[2].shape = {8, 32};
    constants_info_[2].stride = {32, 1};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "l2.weight";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = R"([1, {"type": null}])";
    out_spec_ = R"([1, {"type": null}])";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

void AOTInductorModel::run_impl_minimal_arrayref_interface_v2_raw(
    const AOTInductorArrayRefTensor* c_inputs,
    AOTInductorArrayRefTensor* c_outputs,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto arg0_1 = torch::aot_inductor::c_to_arrayref_tensor<float>(c_inputs[0]);
    auto arg1_1 = torch::aot_inductor::c_to_arrayref_tensor<float>(c_inputs[1]);
    // CHECK-MESSAGES: :[[@LINE-1]]:77: error: input 1 is read, but the model has 1 input: the handle is whatever stands behind the others, and each run crashes or computes with another tensor; compile the model again, or correct the index [aoti-constant-table]
    auto l_weight = constants_->at(0);
    auto l_bias = constants_->at(2);
    // CHECK-MESSAGES: :[[@LINE-1]]:34: error: 'l_bias' is bound to constant 2, which is 'l2_weight'; 'l_bias' is constant 1: the model computes with another weight and gives wrong results or crashes; compile the model again, or correct the index [aoti-constant-table]
    auto l2_weight = constants_->at(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:37: error: 'l2_weight' is bound to constant 1, which is 'l_bias'; 'l2_weight' is constant 2: the model computes with another weight and gives wrong results or crashes; compile the model again, or correct the index [aoti-constant-table]
    torch::aot_inductor::arrayref_tensor_to_c(arg0_1, c_outputs[0]);
    torch::aot_inductor::arrayref_tensor_to_c(arg0_1, c_outputs[1]);
    // CHECK-MESSAGES: :[[@LINE-1]]:65: error: output 1 is used, but the model has 1 output: memory behind the array of handles is touched at each run; compile the model again, or correct the index [aoti-constant-table]
}
} // namespace torch::aot_inductor
