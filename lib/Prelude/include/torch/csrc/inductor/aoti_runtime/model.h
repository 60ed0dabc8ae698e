// The model class whose members the generated code defines.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/model_base.h>
struct AOTInductorArrayRefTensor;
namespace torch::aot_inductor {
class AOTInductorModel : public AOTInductorModelBase<AOTInductorModel> {
public:
  AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string &device_str, std::optional<std::string> cubin_dir);
  AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string &device_str, std::optional<std::string> cubin_dir, bool include_weights);
  std::unordered_map<std::string, AtenTensorHandle> const_run_impl(DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor, bool initialization = false);
  void _const_run_impl(std::vector<AtenTensorHandle> &output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  void run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  template <class Inputs, class Outputs> Outputs run_impl_minimal_arrayref_interface(const Inputs &inputs, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  void run_impl_minimal_arrayref_interface_v2_raw(const AOTInductorArrayRefTensor *c_inputs, AOTInductorArrayRefTensor *c_outputs, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  static std::unique_ptr<AOTInductorModel> Create(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string &device_str, std::optional<std::string> cubin_dir);

private:
  std::unique_ptr<AOTInductorModelKernelsBase> kernels_;
};
} // namespace torch::aot_inductor
