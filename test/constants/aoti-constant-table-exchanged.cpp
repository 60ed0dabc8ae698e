// RUN: %check_aoti %s aoti-constant-table
//
// Two inputs that are exchanged.

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
    : AOTInductorModelBase(2,
                           2,
                           0,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = R"([1, {"type": null}])";
    out_spec_ = R"([1, {"type": null}])";
    outputs_info_[0].name = "output0";
    outputs_info_[1].name = "output1";
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
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[1]);
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: 'arg0_1' is taken from input 1, which is 'arg1_1'; 'arg0_1' is input 0: inputs are exchanged and each run gives wrong results or crashes; compile the model again, or correct the index [aoti-constant-table]
    auto arg1_1 = std::move(inputs[0]);
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: 'arg1_1' is taken from input 0, which is 'arg0_1'; 'arg1_1' is input 1: inputs are exchanged and each run gives wrong results or crashes; compile the model again, or correct the index [aoti-constant-table]
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    output_handles[0] = arg0_1.release();
    output_handles[1] = arg1_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
