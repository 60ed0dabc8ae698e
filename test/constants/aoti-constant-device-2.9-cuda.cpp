// RUN: %check_aoti %s aoti-constant-device
//
// Torch before 2.10 loads all constants on the model's own device.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_include/cuda.h>
[[maybe_unused]] static const auto data_size = &AOTInductorModelContainerGetConstantDataSize;
[[maybe_unused]] static const auto container_delete = &AOTInductorModelContainerDelete;
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_LAYOUT(strided);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
extern "C" void cpp_fused_add_0(const float* in_ptr0, const float* in_ptr1, float* out_ptr0);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
};
}  // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(2,
                           1,
                           2,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = static_cast<int32_t>(cached_torch_dtype_float32);
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    constants_info_[1].name = "t";
    constants_info_[1].dtype = static_cast<int32_t>(cached_torch_dtype_float32);
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 1024;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[1].shape = {16, 16};
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "t";
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
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    [[maybe_unused]] auto& w = constants_->at(0);
    [[maybe_unused]] auto& t = constants_->at(1);
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, arg0_1, w));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: constant 'w' is loaded on cuda, but 'aoti_torch_cpu_mm_out' works on the CPU and gets it: the call fails or takes a device pointer for one of the host (segmentation fault) on every run; the runtime of torch before 2.10 has one device for all constants: compile the model with a newer one, or make the constant an input [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE-48]]:5: note: 'w' is loaded on cuda, as all constants are before torch 2.10
    // CHECK-NOTES: :[[@LINE+9]]:33: note: 'aoti_torch_cuda_mm_out' works on cuda
    // CHECK-NOTES: :[[@LINE-50]]:5: flow: 'w' is loaded on cuda, as all constants are before torch 2.10
    // CHECK-NOTES: :[[@LINE-12]]:32: flow: 'w' is taken here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'aoti_torch_cpu_mm_out' works on the CPU
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf1, buf0, 0));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, w));
    cpp_fused_add_0((const float*)(t.data_ptr()), (const float*)(buf0.data_ptr()), (float*)(buf0.data_ptr()));
    // CHECK-NOTES: :[[@LINE-1]]:5: error: constant 't' is loaded on cuda, but 'cpp_fused_add_0' works on the CPU and gets its address: it takes a device pointer for one of the host (segmentation fault) on every run; the runtime of torch before 2.10 has one device for all constants: compile the model with a newer one, or make the constant an input [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE-51]]:5: note: 't' is loaded on cuda, as all constants are before torch 2.10
    // CHECK-NOTES: :[[@LINE+4]]:5: note: 'cpp_fused_add_0' works on the CPU
    // CHECK-NOTES: :[[@LINE-53]]:5: flow: 't' is loaded on cuda, as all constants are before torch 2.10
    // CHECK-NOTES: :[[@LINE-24]]:32: flow: 't' is taken here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'cpp_fused_add_0' works on the CPU
    cpp_fused_add_0((const float*)(t.data_ptr()), (const float*)(t.data_ptr()), (float*)(buf0.data_ptr()));
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
