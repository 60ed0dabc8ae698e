// RUN: %check_aoti %s aoti-constant-table
//
// Statements of the constructor under the index of another entry, or of none.

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
                           2,
                           3,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[0].name = "arg1_1";
    // CHECK-NOTES: :[[@LINE-1]]:18: error: 'inputs_info_[0].name' is set twice, so the other value is lost, while 'inputs_info_[1]' gets no name; the index should be 1 [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'inputs_info_[0]' is set here, too
    inputs_info_[2].name = "arg2_1";
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
    constants_info_[7].device_type = cached_torch_device_type_cpu;
    // CHECK-NOTES: :[[@LINE-1]]:21: error: 'constants_info_[7].device_type' lies outside of the table and memory behind it is overwritten when the model is loaded, while 'constants_info_[1]' gets no device_type; the index should be 1 [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-24]]:28: note: 3 constants declared here
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
    constants_info_[1].shape = {8, 32};
    // CHECK-NOTES: :[[@LINE-1]]:21: error: 'constants_info_[1].shape' is set twice, so the other value is lost, while 'constants_info_[2]' gets no shape; the index should be 2 [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-13]]:5: note: 'constants_info_[1]' is set here, too
    constants_info_[2].stride = {32, 1};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "l2.weight";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = R"([1, {"type": null}])";
    out_spec_ = R"([1, {"type": null}])";
    outputs_info_[0].name = "output0";
    outputs_info_[4].name = "output1";
    // CHECK-NOTES: :[[@LINE-1]]:19: error: 'outputs_info_[4].name' lies outside of the table and memory behind it is overwritten when the model is loaded, while 'outputs_info_[1]' gets no name; the index should be 1 [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-54]]:28: note: 2 outputs declared here
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles, // array of input AtenTensorHandle; handles
                        // are stolen; the array itself is borrowed
    AtenTensorHandle*
        output_handles, // array for writing output AtenTensorHandle; handles
                        // will be stolen by the caller; the array itself is
                        // borrowed
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    [[maybe_unused]] auto& l_weight = constants_->at(0);
    [[maybe_unused]] auto& l_bias = constants_->at(1);
    [[maybe_unused]] auto& l2_weight = constants_->at(2);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    output_handles[0] = arg0_1.release();
    output_handles[1] = arg1_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
