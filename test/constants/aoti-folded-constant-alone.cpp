// RUN: %check_aoti %s aoti-folded-constant
//
// Without the functions, an entry can contradict itself; where its type and its name disagree, nothing is certain.

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
    : AOTInductorModelBase(1,
                           1,
                           3,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = true;
    // CHECK-NOTES: :[[@LINE-1]]:38: error: 'w' is marked as computed at load, but is of the type 'Parameter': its bytes are not read from the weights, so every constant behind it is read from a shifted place, and the model crashes when it uses this one; compile the model again, or set 'from_folded' to false [aoti-folded-constant]
    // CHECK-NOTES: :[[@LINE+1]]:5: note: its type is told here
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    constants_info_[1].name = "_FOLDED_CONST_add";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 1024;
    constants_info_[1].from_folded = false;
    // CHECK-NOTES: :[[@LINE-1]]:38: error: '_FOLDED_CONST_add' is not marked as computed at load, but is of the type 'FoldedConstant': the loader reads 1024 bytes for it from the weights, which hold none, so every constant behind it is read from a shifted place (wrong results without an error); compile the model again, or set 'from_folded' to true [aoti-folded-constant]
    // CHECK-NOTES: :[[@LINE+1]]:5: note: its type is told here
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::FoldedConstant);
    constants_info_[1].shape = {16, 16};
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "_FOLDED_CONST_add";
    constants_info_[2].name = "b";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 64;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::FoldedConstant);
    // CHECK-NOTES: :[[@LINE-1]]:31: warning: 'b' is of the type 'FoldedConstant' and is not marked as computed at load: {{.*}} [aoti-folded-constant]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the mark
    constants_info_[2].shape = {16};
    constants_info_[2].stride = {1};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "b";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = "[1]";
    out_spec_ = "[1]";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
