// RUN: %check_aoti %s aoti-device-index-literal
//
// The class of a model that is linked statically has a name of its own.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
class AOTInductorModelmine : public AOTInductorModelBase<AOTInductorModelmine> {
public:
    AOTInductorModelmine(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string& device_str, std::optional<std::string> cubin_dir);
    void run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
};
AOTInductorModelmine::AOTInductorModelmine(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string& device_str, std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1, 1, 0, device_str, std::move(cubin_dir), false) {
    inputs_info_[0].name = "arg0_1";
    outputs_info_[0].name = "output0";
}
void AOTInductorModelmine::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AOTICudaStreamGuard stream_guard(stream, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'AOTICudaStreamGuard' selects the literal device cuda:0{{.*}} [aoti-device-index-literal]
    output_handles[0] = arg0_1.release();
}
} // namespace torch::aot_inductor
