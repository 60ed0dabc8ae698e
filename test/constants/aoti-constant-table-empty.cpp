// RUN: %check_aoti %s aoti-constant-table
//
// A table without entries, while the count and the model agree: reported once, where the entries belong.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1, 1, 1, device_str, std::move(cubin_dir), true) {
    constants_info_[0].name = "w";
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'constants_info_[0]' gets no dtype: its data is taken for uint8 when the model is loaded; compile the model again, or add the line [aoti-constant-table]
    // CHECK-MESSAGES: :[[@LINE-2]]:5: error: 'inputs_info_' is never filled, but the model declares 1 input: a null name is read when the model is loaded or asked for its names; compile the model again, or add the entries here [aoti-constant-table]
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 64;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16};
    constants_info_[0].stride = {1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    this->kernels_ = std::make_unique<AOTInductorModelKernelsBase>();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'outputs_info_' is never filled, but the model declares 1 output{{.*}} [aoti-constant-table]
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto& w = constants_->at(0);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
