#pragma once
// Runs the library of one model. What it offers is the same for all devices.
#include <ATen/Tensor.h>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
namespace torch::inductor {
using TensorConstantMap = std::unordered_map<std::string, at::Tensor *>;
class AOTIModelContainerRunner {
public:
  AOTIModelContainerRunner(const AOTIModelContainerRunner &) = delete;
  AOTIModelContainerRunner &operator=(const AOTIModelContainerRunner &) = delete;
  virtual ~AOTIModelContainerRunner();
  std::vector<at::Tensor> run(const std::vector<at::Tensor> &inputs, void *stream_handle = nullptr);
  std::vector<at::Tensor> boxed_run(std::vector<at::Tensor> &&inputs, void *stream_handle = nullptr);
  std::unordered_map<std::string, std::string> getConstantNamesToOriginalFQNs() const;
  std::unordered_map<std::string, int32_t> getConstantNamesToDtypes() const;
  const std::unordered_map<std::string, at::Tensor> extract_constants_map(bool use_inactive) const;
  void update_inactive_constant_buffer(const TensorConstantMap &const_map);
  void update_constant_buffer(std::unordered_map<std::string, at::Tensor> &tensor_map, bool use_inactive,
                              bool validate_full_updates, bool user_managed = false);
  void update_constant_buffer(const TensorConstantMap &const_map, bool use_inactive, bool validate_full_updates,
                              bool user_managed = false);
  void run_const_fold(bool use_inactive, void *cuda_stream_handle = nullptr);
  void swap_constant_buffer();
  void free_inactive_constant_buffer();
  void update_constant_buffer_from_blob(const std::string &weights_path);
  std::vector<std::string> get_call_spec();

protected:
  AOTIModelContainerRunner();
  AOTIModelContainerRunner(const std::string &model_so_path, size_t num_models, const std::string &device_str,
                           const std::string &cubin_dir, const bool run_single_threaded);
};
} // namespace torch::inductor
