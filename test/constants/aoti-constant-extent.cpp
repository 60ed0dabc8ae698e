// RUN: %check_aoti %s aoti-constant-extent
//
// Constants that reach past their data.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(float64);
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
                           11,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "off";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    constants_info_[0].offset = 4;
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: constant 'off' reaches to byte 80 of 64: the offset 4 counts elements, here 16 bytes of 'float32', and takes its 64 bytes 16 past the end; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the offset [aoti-constant-extent]
    constants_info_[0].data_size = 64;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {4, 4};
    constants_info_[0].stride = {4, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "off";
    constants_info_[1].name = "short";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 2048;
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: constant 'short' needs 4096 bytes for the shape {64, 16} of 'float32' but has a data_size of 2048 bytes; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the data_size [aoti-constant-extent]
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[1].shape = {64, 16};
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "short";
    constants_info_[2].name = "spread";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 2048;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[2].shape = {32, 16};
    constants_info_[2].stride = {64, 1};
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: constant 'spread' reaches to byte 8000 of 2048: the stride {64, 1} spreads its 512 elements of 'float32' over 8000 bytes; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the stride [aoti-constant-extent]
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "spread";
    constants_info_[3].name = "zero";
    constants_info_[3].dtype = cached_torch_dtype_float32;
    constants_info_[3].device_type = cached_torch_device_type_cpu;
    constants_info_[3].offset = 0;
    constants_info_[3].data_size = 0;
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: constant 'zero' has a data_size of 0 bytes but 32 elements of 'float32', which need 128 bytes; it is loaded as uninitialised memory, without an error; compile the model again, or correct the data_size [aoti-constant-extent]
    constants_info_[3].from_folded = false;
    constants_info_[3].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[3].shape = {32};
    constants_info_[3].stride = {1};
    constants_info_[3].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[3].original_fqn = "zero";
    constants_info_[4].name = "bytes";
    constants_info_[4].dtype = cached_torch_dtype_float32;
    constants_info_[4].device_type = cached_torch_device_type_cpu;
    constants_info_[4].offset = 64;
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: constant 'bytes' reaches to byte 320 of 128: the offset 64 counts elements, here 256 bytes of 'float32', and takes its 64 bytes 192 past the end; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the offset [aoti-constant-extent]
    constants_info_[4].data_size = 128;
    constants_info_[4].from_folded = false;
    constants_info_[4].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[4].shape = {16};
    constants_info_[4].stride = {1};
    constants_info_[4].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[4].original_fqn = "bytes";
    constants_info_[5].name = "wide";
    constants_info_[5].dtype = cached_torch_dtype_float32;
    constants_info_[5].device_type = cached_torch_device_type_cpu;
    constants_info_[5].offset = 0;
    constants_info_[5].data_size = 64;
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: constant 'wide' needs 73786976294838206464 bytes for the shape {4294967296, 4294967296} of 'float32' but has a data_size of 64 bytes; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the data_size [aoti-constant-extent]
    constants_info_[5].from_folded = false;
    constants_info_[5].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[5].shape = {4294967296, 4294967296};
    constants_info_[5].stride = {4294967296, 1};
    constants_info_[5].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[5].original_fqn = "wide";
    constants_info_[6].name = "before";
    constants_info_[6].dtype = cached_torch_dtype_float32;
    constants_info_[6].device_type = cached_torch_device_type_cpu;
    constants_info_[6].offset = -2;
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: constant 'before' begins 8 bytes before its data, because its offset is negative; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the offset [aoti-constant-extent]
    constants_info_[6].data_size = 64;
    constants_info_[6].from_folded = false;
    constants_info_[6].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[6].shape = {4};
    constants_info_[6].stride = {1};
    constants_info_[6].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[6].original_fqn = "before";
    constants_info_[7].name = "half";
    constants_info_[7].dtype = cached_torch_dtype_float16;
    constants_info_[7].device_type = cached_torch_device_type_cpu;
    constants_info_[7].offset = 0;
    constants_info_[7].data_size = 16;
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: constant 'half' needs 18 bytes for the shape {9} of 'float16' but has a data_size of 16 bytes; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the data_size [aoti-constant-extent]
    constants_info_[7].from_folded = false;
    constants_info_[7].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[7].shape = {9};
    constants_info_[7].stride = {1};
    constants_info_[7].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[7].original_fqn = "half";
    constants_info_[8].name = "scalar";
    constants_info_[8].dtype = cached_torch_dtype_float64;
    constants_info_[8].device_type = cached_torch_device_type_cpu;
    constants_info_[8].offset = 0;
    constants_info_[8].data_size = 4;
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: constant 'scalar' needs 8 bytes for the shape {} of 'float64' but has a data_size of 4 bytes; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the data_size [aoti-constant-extent]
    constants_info_[8].from_folded = false;
    constants_info_[8].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[8].shape = {};
    constants_info_[8].stride = {};
    constants_info_[8].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[8].original_fqn = "scalar";
    constants_info_[9].name = "one_stride";
    constants_info_[9].dtype = cached_torch_dtype_float32;
    constants_info_[9].device_type = cached_torch_device_type_cpu;
    constants_info_[9].offset = 0;
    constants_info_[9].data_size = 64;
    constants_info_[9].from_folded = false;
    constants_info_[9].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[9].shape = {1, 1, 8};
    constants_info_[9].stride = {9, 9, 3};
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: constant 'one_stride' reaches to byte 88 of 64: the stride {9, 9, 3} spreads its 8 elements of 'float32' over 88 bytes; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the stride [aoti-constant-extent]
    constants_info_[9].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[9].original_fqn = "one.stride";
    constants_info_[10].name = "backwards";
    constants_info_[10].dtype = cached_torch_dtype_float32;
    constants_info_[10].device_type = cached_torch_device_type_cpu;
    constants_info_[10].offset = 0;
    constants_info_[10].data_size = 64;
    constants_info_[10].from_folded = false;
    constants_info_[10].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[10].shape = {4};
    constants_info_[10].stride = {-1};
    // CHECK-MESSAGES: :[[@LINE-1]]:34: error: constant 'backwards' begins 12 bytes before its data, because its stride is negative; the package loads without an error and the model reads other weights or memory behind them: wrong results or a crash; compile the model again, or correct the stride [aoti-constant-extent]
    constants_info_[10].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[10].original_fqn = "backwards";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = R"([1, {"type": null}])";
    out_spec_ = R"([1, {"type": null}])";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles, // array of input AtenTensorHandle; handles
                        // are stolen; the array itself is borrowed
    AtenTensorHandle*
        output_handles, // array for writing output AtenTensorHandle; handles
                        // will be stolen by the caller; the array itself is
                        // borrowed
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
