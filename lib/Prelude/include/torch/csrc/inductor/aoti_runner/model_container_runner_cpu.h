#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
namespace torch::inductor {
class AOTIModelContainerRunnerCpu : public AOTIModelContainerRunner {
public:
  AOTIModelContainerRunnerCpu(const std::string &model_so_path, size_t num_models = 1,
                              const bool run_single_threaded = false);
  ~AOTIModelContainerRunnerCpu() override;
};
} // namespace torch::inductor
