#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCuda : public AOTIModelContainerRunner {
public:
  AOTIModelContainerRunnerCuda(const std::string &model_so_path, size_t num_models = 1,
                               const std::string &device_str = "cuda", const std::string &cubin_dir = "",
                               const bool run_single_threaded = false);
  template <class Stream>
  std::vector<at::Tensor> run_with_cuda_stream(const std::vector<at::Tensor> &inputs, const Stream &cuda_stream);
  ~AOTIModelContainerRunnerCuda() override;
};
} // namespace torch::inductor
