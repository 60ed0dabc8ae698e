// The pool of models behind the C interface.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
namespace torch::aot_inductor {
class AOTInductorModelContainer {
public:
  AOTInductorModelContainer(size_t num_models, const std::string &device_str, const std::optional<std::string> &cubin_dir = std::nullopt);
  AOTInductorModelContainer(size_t num_models, const std::string &device_str, const std::unordered_map<std::string, AtenTensorHandle> &constants, const std::optional<std::string> &cubin_dir = std::nullopt);
  ~AOTInductorModelContainer();
  void set_use_stream_affinity(bool use_stream_affinity);
  int64_t get_stream_affinity_model_index(DeviceStreamType stream);
  void run(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  void run_single_threaded(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  const std::unordered_map<std::string, AtenTensorHandle> extract_constants_map(bool use_inactive) const;
  const std::vector<AOTInductorConstantMapEntry> &extract_constants_map_entries(bool use_inactive);
  size_t num_constants() const;
  const char *constant_name(size_t idx) const;
  const char *constant_original_fqn(size_t idx) const;
  bool constant_from_folded(size_t idx) const;
  size_t constant_data_size(size_t idx) const;
  int32_t constant_type(size_t idx) const;
  int32_t constant_dtype(size_t idx) const;
  uint64_t constant_blob_size() const;
  bool did_call_load_constants() const;
  void update_constants_from_blob(const uint8_t *weight_blob_ptr);
  void run_const_fold(bool inactive_buffer, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  void update_constant_buffer(const std::unordered_map<std::string, AtenTensorHandle> &constants_map, bool use_inactive, bool validate_full_update, bool user_managed = false, bool allow_h2d_copy = false);
  void swap_constant_buffer();
  void free_inactive_constant_buffer();
  size_t num_inputs() const;
  size_t num_outputs() const;
  const char *input_name(size_t idx) const;
  const char *output_name(size_t idx) const;
  size_t num_models() const;
  const char *get_in_spec() const;
  const char *get_out_spec() const;
};
} // namespace torch::aot_inductor
