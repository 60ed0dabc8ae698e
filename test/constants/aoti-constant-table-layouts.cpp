// RUN: %check_aoti %s aoti-constant-table
//
// Layouts that the loader cannot make of the bytes of a constant.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
CACHE_TORCH_LAYOUT(_mkldnn);
CACHE_TORCH_LAYOUT(sparse_coo);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
};
}  // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1,
                           1,
                           5,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "packed";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 4096;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {1, 0};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout__mkldnn);
    constants_info_[0].opaque_metadata = {1L, 0L, 7L, 2L};
    constants_info_[0].original_fqn = "packed";
    constants_info_[1].name = "unpacked";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 4096;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[1].shape = {16, 16};
    constants_info_[1].stride = {1, 0};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'constants_info_[1]' has the layout 'strided' and the opaque_metadata of a tensor that mkldnn packed: its packed bytes are taken for plain numbers (wrong results without an error); compile the model again, or correct the layout [aoti-constant-table]
    // CHECK-NOTES: :[[@LINE+1]]:5: note: its packing
    constants_info_[1].opaque_metadata = {1L, 0L, 7L, 2L};
    constants_info_[1].original_fqn = "unpacked";
    constants_info_[2].name = "lost";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 4096;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[2].shape = {16, 16};
    constants_info_[2].stride = {1, 0};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout__mkldnn);
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'constants_info_[2]' has the layout '_mkldnn' and no opaque_metadata, without which its bytes cannot be unpacked: the model cannot be loaded; compile the model again, or correct the layout [aoti-constant-table]
    constants_info_[2].original_fqn = "lost";
    constants_info_[3].name = "sparse";
    constants_info_[3].dtype = cached_torch_dtype_float32;
    constants_info_[3].device_type = cached_torch_device_type_cpu;
    constants_info_[3].offset = 0;
    constants_info_[3].data_size = 4096;
    constants_info_[3].from_folded = false;
    constants_info_[3].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[3].shape = {16, 16};
    constants_info_[3].stride = {1, 0};
    constants_info_[3].layout = static_cast<int32_t>(cached_torch_layout_sparse_coo);
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'constants_info_[3]' has the layout 'sparse_coo', which no constant can have: its bytes are taken for a tensor in strides; compile the model again, or correct the layout [aoti-constant-table]
    constants_info_[3].original_fqn = "sparse";
    constants_info_[4].name = "w";
    constants_info_[4].dtype = cached_torch_dtype_float32;
    constants_info_[4].device_type = cached_torch_device_type_cpu;
    constants_info_[4].offset = 0;
    constants_info_[4].data_size = 1024;
    constants_info_[4].from_folded = false;
    constants_info_[4].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[4].shape = {16, 16};
    constants_info_[4].stride = {16, 1};
    constants_info_[4].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[4].original_fqn = "w";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = "[1]";
    out_spec_ = "[1]";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    [[maybe_unused]] auto& packed = constants_->at(0);
    [[maybe_unused]] auto& unpacked = constants_->at(1);
    [[maybe_unused]] auto& lost = constants_->at(2);
    [[maybe_unused]] auto& sparse = constants_->at(3);
    [[maybe_unused]] auto& w = constants_->at(4);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
