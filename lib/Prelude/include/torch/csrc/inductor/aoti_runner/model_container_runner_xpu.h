#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerXpu : public AOTIModelContainerRunner {
public:
  AOTIModelContainerRunnerXpu(const std::string &model_so_path, size_t num_models = 1,
                               const std::string &device_str = "xpu", const std::string &cubin_dir = "",
                               const bool run_single_threaded = false);
  template <class Stream>
  std::vector<at::Tensor> run_with_xpu_stream(const std::vector<at::Tensor> &inputs, const Stream &xpu_stream);
  ~AOTIModelContainerRunnerXpu() override;
};
} // namespace torch::inductor
