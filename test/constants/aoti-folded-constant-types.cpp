// RUN: %check_aoti %s aoti-folded-constant
//
// Constants whose type and mark disagree, where nothing else tells which of the two is wrong.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
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
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::FoldedConstant);
    // CHECK-NOTES: :[[@LINE-1]]:31: warning: 'w' is of the type 'FoldedConstant' and is not marked as computed at load: the runtime loads it by the mark and updates it by the type, so that it is taken for two kinds of constants; compile the model again, or correct the one that is wrong [aoti-folded-constant]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the mark
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    constants_info_[1].name = "b";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 64;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[1].shape = {16};
    constants_info_[1].stride = {1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "b";
    constants_info_[2].name = "_FOLDED_CONST_add";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 1024;
    constants_info_[2].from_folded = true;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::FoldedConstant);
    constants_info_[2].shape = {16, 16};
    constants_info_[2].stride = {16, 1};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "_FOLDED_CONST_add";
    constants_info_[3].name = "_FOLDED_CONST_mul";
    constants_info_[3].dtype = cached_torch_dtype_float32;
    constants_info_[3].device_type = cached_torch_device_type_cpu;
    constants_info_[3].offset = 0;
    constants_info_[3].data_size = 64;
    constants_info_[3].from_folded = true;
    constants_info_[3].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    // CHECK-NOTES: :[[@LINE-1]]:31: warning: '_FOLDED_CONST_mul' is of the type 'Buffer' and is marked as computed at load: {{.*}} [aoti-folded-constant]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: the mark
    constants_info_[3].shape = {16};
    constants_info_[3].stride = {1};
    constants_info_[3].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[3].original_fqn = "_FOLDED_CONST_mul";
    constants_info_[4].name = "_FOLDED_CONST_exp";
    constants_info_[4].dtype = cached_torch_dtype_float32;
    constants_info_[4].device_type = cached_torch_device_type_cpu;
    constants_info_[4].offset = 0;
    constants_info_[4].data_size = 64;
    constants_info_[4].from_folded = true;
    constants_info_[4].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::FoldedConstant);
    constants_info_[4].shape = {16};
    constants_info_[4].stride = {1};
    constants_info_[4].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[4].original_fqn = "_FOLDED_CONST_exp";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = "[1]";
    out_spec_ = "[1]";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor,
    bool initialization
) {
    std::unordered_map<std::string, AtenTensorHandle> folded_constants_map;
    folded_constants_map.reserve(3);
    std::vector<AtenTensorHandle> output_handles(3);
    output_handles[0] = constants_->at(2);
    output_handles[1] = constants_->at(3);
    output_handles[2] = constants_->at(4);
    _const_run_impl(output_handles, stream, proxy_executor);
    folded_constants_map["_FOLDED_CONST_add"] = output_handles[0];
    folded_constants_map["_FOLDED_CONST_mul"] = output_handles[1];
    folded_constants_map["_FOLDED_CONST_exp"] = output_handles[2];
    return folded_constants_map;
}

void AOTInductorModel::_const_run_impl(
    std::vector<AtenTensorHandle>& output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    [[maybe_unused]] auto& w = constants_->at(0);
    [[maybe_unused]] auto& b = constants_->at(1);
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    static constexpr int64_t int_array_2[] = {16L, };
    static constexpr int64_t int_array_3[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
    output_handles[2] = buf2.release();
} // AOTInductorModel::_const_run_impl

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
    [[maybe_unused]] auto& _FOLDED_CONST_add = constants_->at(2);
    [[maybe_unused]] auto& _FOLDED_CONST_mul = constants_->at(3);
    [[maybe_unused]] auto& _FOLDED_CONST_exp = constants_->at(4);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
