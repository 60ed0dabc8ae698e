// RUN: %check_aoti %s aoti-constant-table
//
// Two inputs and two outputs of one name. The model's own name for an input tells which of the two is wrong.

#include <torch/csrc/inductor/aoti_include/cpu.h>
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
    : AOTInductorModelBase(3,
                           3,
                           1,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg1_1";
    // CHECK-NOTES: :[[@LINE-1]]:28: error: 'inputs_info_[0]' has the name 'arg1_1' of 'inputs_info_[1]': who looks inputs up by name finds only one of the two; compile the model again, or give each its own name [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE+1]]:28: note: the other input of this name
    inputs_info_[1].name = "arg1_1";
    inputs_info_[2].name = "user_given";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = "[1]";
    out_spec_ = "[1]";
    outputs_info_[0].name = "output0";
    outputs_info_[1].name = "output1";
    outputs_info_[2].name = "output0";
    // CHECK-NOTES: :[[@LINE-1]]:29: error: 'outputs_info_[2]' has the name 'output0' of 'outputs_info_[0]': who looks outputs up by name finds only one of the two; compile the model again, or give each its own name [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-4]]:29: note: the other output of this name
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    [[maybe_unused]] auto& w = constants_->at(0);
    output_handles[0] = arg0_1.release();
    output_handles[1] = arg1_1.release();
    output_handles[2] = arg2_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
