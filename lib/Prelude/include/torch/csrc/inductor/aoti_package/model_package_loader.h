#pragma once
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
#include <cstdint>
namespace torch::inductor {
/// Loads a model of a `.pt2` package.
class AOTIModelPackageLoader {
public:
  AOTIModelPackageLoader(const std::string &model_package_path, const std::string &model_name = "model",
                         const bool run_single_threaded = false, const size_t num_runners = 1,
                         const int8_t device_index = -1, const bool use_stream_affinity = false);
  ~AOTIModelPackageLoader();
  AOTIModelContainerRunner *get_runner();
  std::unordered_map<std::string, std::string> get_metadata();
  std::vector<at::Tensor> run(const std::vector<at::Tensor> &inputs, void *stream_handle = nullptr);
  std::vector<at::Tensor> boxed_run(std::vector<at::Tensor> &&inputs, void *stream_handle = nullptr);
  std::vector<std::string> get_call_spec();
  void load_constants(std::unordered_map<std::string, at::Tensor> &constants_map, bool use_inactive,
                      bool check_full_update, bool user_managed = false, bool allow_h2d_copy = false);
  std::vector<std::string> get_constant_fqns();
  void update_constant_buffer(std::unordered_map<std::string, at::Tensor> &tensor_map, bool use_inactive,
                              bool validate_full_updates, bool user_managed = false);
  static std::unordered_map<std::string, std::string> load_metadata_from_package(const std::string &model_package_path,
                                                                                  const std::string &model_name);
};
} // namespace torch::inductor
