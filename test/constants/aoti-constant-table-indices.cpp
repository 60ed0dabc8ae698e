// RUN: %check_aoti %s aoti-constant-table
//
// Indices in the functions of the model.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
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
    inputs_info_[1].name = "arg1_1";
    inputs_info_[2].name = "arg2_1";
    constants_info_[0].name = "l_weight";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cuda;
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
    constants_info_[1].device_type = cached_torch_device_type_cuda;
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
    constants_info_[2].device_type = cached_torch_device_type_cuda;
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
    outputs_info_[1].name = "output1";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

AOTI_NOINLINE static void check_input_0(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    ConstantHandle arg9_1 = ConstantHandle(input_handles[9]);
    // CHECK-NOTES: :[[@LINE-1]]:58: error: input 9 is read, but the model has 3 inputs: the handle is whatever stands behind the others, and each run crashes or computes with another tensor; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-57]]:28: note: 3 inputs declared here
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
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    // CHECK-NOTES: :[[@LINE-1]]:73: error: 'run_impl' takes over 2 input handles, but the model has 3 inputs: the last ones are neither read nor freed, and reading them leaves the vector; compile the model again, or take over 3 [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-73]]:28: note: 3 inputs declared here
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[2]);
    // CHECK-NOTES: :[[@LINE-1]]:36: error: 'arg1_1' is taken from input 2, which is 'arg2_1'; 'arg1_1' is input 1: inputs are exchanged and each run gives wrong results or crashes; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-70]]:5: note: input 1 is named here
    // CHECK-NOTES: :[[@LINE-70]]:5: note: input 2 is named here
    auto arg2_1 = std::move(inputs[3]);
    // CHECK-NOTES: :[[@LINE-1]]:36: error: input 3 is read, but the model has 3 inputs: the handle is whatever stands behind the others, and each run crashes or computes with another tensor; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-81]]:28: note: 3 inputs declared here
    auto again = std::move(inputs[0]);
    // An index of the table, taken twice: that is about who owns the handle,
    // and aoti-handle-lifetime says it.
    [[maybe_unused]] auto& l_weight = constants_->at(0);
    [[maybe_unused]] auto& l_bias = constants_->at(3);
    // CHECK-NOTES: :[[@LINE-1]]:52: error: constant 3 is taken, but the model has 3 constants: each run ends with std::out_of_range; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-86]]:28: note: 3 constants declared here
    [[maybe_unused]] auto& l2_weight = constants_->at(1);
    // CHECK-NOTES: :[[@LINE-1]]:55: error: 'l2_weight' is bound to constant 1, which is 'l_bias'; 'l2_weight' is constant 2: the model computes with another weight and gives wrong results or crashes; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-60]]:5: note: 'l2_weight' is constant 2
    // CHECK-NOTES: :[[@LINE-72]]:5: note: constant 1 is 'l_bias'
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    output_handles[0] = arg0_1.release();
    output_handles[0] = arg1_1.release();
    // So is an output that is set twice.
    //
    output_handles[2] = arg2_1.release();
    // CHECK-NOTES: :[[@LINE-1]]:20: error: output 2 is written, but the model has 2 outputs: memory behind the array of handles is touched at each run; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-100]]:28: note: 2 outputs declared here
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(l_weight, &output_handles[-1]));
    // CHECK-NOTES: :[[@LINE-1]]:76: error: output -1 is written, but the model has 2 outputs: memory before the array of handles is touched at each run; compile the model again, or correct the index [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE-103]]:28: note: 2 outputs declared here
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
