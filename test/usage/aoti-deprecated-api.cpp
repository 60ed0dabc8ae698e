// RUN: %check_aoti %s aoti-deprecated-api
//
// A server that runs libraries of the old API.

#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_mps.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_xpu.h>
#include <memory>
#include <string>

namespace server {

class Host {
public:
  explicit Host(const std::string &path) : runner_(path) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'AOTIModelContainerRunnerCpu' runs a bare library of the old API: it does not read packages, does not compare the machine with the one that the library was built for, and knows nothing of the files beside it; compile the model to a package and load that with 'torch::inductor::AOTIModelPackageLoader' (torch/csrc/inductor/aoti_package/model_package_loader.h) [aoti-deprecated-api]

private:
  torch::inductor::AOTIModelContainerRunnerCpu runner_;
};

std::unique_ptr<torch::inductor::AOTIModelContainerRunner> make(const std::string &path, bool card) {
  if (card)
    return std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>(path, 1, "cuda:0");
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'AOTIModelContainerRunnerCuda' runs a bare library
  return std::unique_ptr<torch::inductor::AOTIModelContainerRunner>(new torch::inductor::AOTIModelContainerRunnerCpu(path));
  // CHECK-MESSAGES: :[[@LINE-1]]:73: warning: 'AOTIModelContainerRunnerCpu' runs a bare library
}

void others(const std::string &path) {
  torch::inductor::AOTIModelContainerRunnerXpu first(path);
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'AOTIModelContainerRunnerXpu' runs a bare library of the old API
  torch::inductor::AOTIModelContainerRunnerMps second(path);
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'AOTIModelContainerRunnerMps' runs a bare library of the old API
}

using torch::inductor::AOTIModelContainerRunnerCuda;

template <class T>
void runAll(const T &inputs) {
  AOTIModelContainerRunnerCuda runner("model.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'AOTIModelContainerRunnerCuda' runs a bare library
  runner.run(inputs);
}

class Traced : public AOTIModelContainerRunnerCuda {
public:
  Traced() : AOTIModelContainerRunnerCuda("model.so") {}
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'AOTIModelContainerRunnerCuda' runs a bare library
};

void main(const std::vector<at::Tensor> &inputs) {
  runAll(inputs);
  torch::inductor::AOTIModelContainerRunnerCpu kept("model.so"); // NOLINT(aoti-deprecated-api)
}

} // namespace server
