// RUN: %check_aoti %s aoti-deprecated-api
//
// The loader of packages gives access to the runner of a model; other classes may have the same name.

#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <memory>

namespace other {
struct AOTIModelContainerRunnerCpu {
  explicit AOTIModelContainerRunnerCpu(const char *path);
};
} // namespace other

// torch._export.aot_compile stands in a comment.
const char *advice = "AOTIModelContainerRunnerCpu runner(\"model.so\")";

void run(const std::vector<at::Tensor> &inputs, torch::inductor::AOTIModelContainerRunnerCpu &given) {
  torch::inductor::AOTIModelPackageLoader loader("model.pt2");
  torch::inductor::AOTIModelContainerRunner *runner = loader.get_runner();
  runner->run(inputs);
  given.run(inputs);
  std::unique_ptr<torch::inductor::AOTIModelContainerRunner> none;
  other::AOTIModelContainerRunnerCpu fake("model.so");
}
