// Base classes of a generated model: tables of inputs, outputs and constants.
#pragma once
#include <aoti_std/assoc.h>
#include <aoti_std/sync.h>
#include <torch/csrc/inductor/aoti_runtime/constant_type.h>
#include <torch/csrc/inductor/aoti_runtime/device_utils.h>
#ifdef USE_MPS
#include <torch/csrc/inductor/aoti_torch/c/shim_mps.h>
#endif
#ifdef USE_XPU
#include <torch/csrc/inductor/aoti_runtime/utils_xpu.h>
#endif
extern uint8_t _binary_constants_bin_start[];
extern uint8_t _binary_constants_bin_end[];
#define AOTI_CONST_ALIGNMENT 64
#define AOTI_CONST_GPU_ALIGNMENT 64
namespace torch::aot_inductor {
void setUsePinnedAsyncConstantsCopy(bool enabled);
bool usePinnedAsyncConstantsCopy();
void setPinnedAsyncConstantsCopyStageBufferBytes(size_t bytes);
size_t pinnedAsyncConstantsCopyStageBufferBytes();
void setPinnedAsyncConstantsCopyCpuThreads(size_t threads);
size_t pinnedAsyncConstantsCopyCpuThreads();
using ConstantMap = std::unordered_map<std::string, RAIIAtenTensorHandle>;
void parse_device_str(const std::string &device_str, int32_t &device_type, int32_t &device_idx);

template <class Model> class AOTInductorModelBase {
public:
  AOTInductorModelBase(size_t num_inputs, size_t num_outputs, size_t num_constants, const std::string &device_str, std::optional<std::string> cubin_dir, bool include_weights = true);
  ~AOTInductorModelBase();
  AOTInductorModelBase(AOTInductorModelBase &&) = delete;
  AOTInductorModelBase &operator=(AOTInductorModelBase &&) = delete;
  AOTInductorModelBase(const AOTInductorModelBase &) = delete;
  AOTInductorModelBase &operator=(const AOTInductorModelBase &) = delete;
  void run(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  void run_single_threaded(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor);
  std::unordered_map<std::string, AtenTensorHandle> run_const_fold(DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor, bool initialization = false);
  void update_constants_from_blob(const uint8_t *weight_blob_ptr);
  void load_constants(bool force = false);
  void set_constant_blob_releasable(bool releasable);
  std::shared_ptr<std::vector<ConstantHandle>> get_constants_array();
  int32_t get_device_type() const;
  int32_t get_device_idx() const;
  size_t num_inputs() const;
  size_t num_outputs() const;
  size_t num_constants() const;
  size_t num_folded_constants() const;
  const char *input_name(int64_t idx) const;
  const char *output_name(int64_t idx) const;
  const char *constant_name(int64_t idx) const;
  size_t constant_ndim(int64_t idx);
  const int64_t *constant_shape(int64_t idx) const;
  const int64_t *constant_stride(int64_t idx) const;
  int32_t constant_dtype(int64_t idx) const;
  int32_t constant_layout(int64_t idx) const;
  size_t constant_offset(int64_t idx) const;
  size_t constant_data_size(int64_t idx) const;
  const char *constant_original_fqn(int64_t idx) const;
  const uint8_t *opaque_metadata(int64_t idx) const;
  size_t opaque_metadata_size(int64_t idx);
  bool constant_from_folded(int64_t idx) const;
  int32_t constant_type(int64_t idx) const;
  int32_t constant_device_type(int64_t idx) const;
  const char *get_in_spec() const;
  const char *get_out_spec() const;
  uint64_t constant_blob_size() const;
  bool did_call_load_constants() const;
  void update_constants_array_from_map();
  void update_constants_map(std::shared_ptr<ConstantMap> constants_map, bool remap_constants_array = true);
  void update_constants_array(std::shared_ptr<std::vector<ConstantHandle>> constants_array);
  bool is_finished();
  void wait_for_completion();

protected:
  uint8_t *_get_constants_start();
  struct ParamInfo {
    const char *name = nullptr;
  };
  struct ConstInfo {
    const char *name = nullptr;
    std::vector<int64_t> shape;
    std::vector<int64_t> stride;
    int32_t dtype{};
    int32_t device_type{};
    int64_t offset{};
    size_t data_size{};
    int32_t layout{};
    std::vector<uint8_t> opaque_metadata;
    int64_t opaque_metadata_size{};
    const char *original_fqn = nullptr;
    bool from_folded{};
    int32_t type{};
  };
  std::vector<ParamInfo> inputs_info_;
  std::vector<ParamInfo> outputs_info_;
  std::vector<ConstInfo> constants_info_;
  std::string in_spec_;
  std::string out_spec_;
  std::shared_ptr<ConstantMap> constants_map_;
  std::shared_ptr<std::vector<ConstantHandle>> constants_;
  const std::optional<std::string> cubin_dir_;
  bool include_weights;
  int32_t device_type_{};
  int32_t device_idx_{};
};

class AOTInductorModelKernelsBase {
public:
  AOTInductorModelKernelsBase();
  AOTInductorModelKernelsBase(const AOTInductorModelKernelsBase &) = delete;
  AOTInductorModelKernelsBase(AOTInductorModelKernelsBase &&) noexcept = delete;
  AOTInductorModelKernelsBase &operator=(const AOTInductorModelKernelsBase &) = delete;
  AOTInductorModelKernelsBase &operator=(AOTInductorModelKernelsBase &&) noexcept = delete;
  virtual ~AOTInductorModelKernelsBase();
#if defined(USE_CUDA) || defined(USE_ROCM)
  std::vector<CUmodule> loaded_modules_;
#endif
};
} // namespace torch::aot_inductor
