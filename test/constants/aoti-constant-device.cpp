// RUN: %check_aoti %s aoti-constant-device
//
// Constants on another device than the code that uses them, as torch 2.13 and newer write them.

#include <torch/csrc/inductor/aoti_include/cuda.h>
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
    : AOTInductorModelBase(1,
                           1,
                           6,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cpu;
    // CHECK-NOTES: :[[@LINE-1]]:38: error: constant 'w' is loaded on the CPU, but 'aoti_torch_cuda_mm_out' works on cuda and gets it: the call fails on every run (expected all tensors to be on the same device); compile the model again with the constant on cuda, or correct the device_type [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE+137]]:33: note: 'aoti_torch_cuda_mm_out' works on cuda
    // CHECK-NOTES: :[[@LINE-3]]:5: flow: 'w' is loaded on the CPU
    // CHECK-NOTES: :[[@LINE+123]]:32: flow: 'w' is taken here
    // CHECK-NOTES: :[[@LINE+134]]:33: flow: 'aoti_torch_cuda_mm_out' works on cuda
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    constants_info_[1].name = "table";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cuda;
    // CHECK-NOTES: :[[@LINE-1]]:38: error: constant 'table' is loaded on cuda, but 'cpp_fused_add_0' works on the CPU and gets its address: it takes a device pointer for one of the host (segmentation fault) on every run; compile the model again with the constant on the CPU, or correct the device_type [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE+125]]:5: note: 'cpp_fused_add_0' works on the CPU
    // CHECK-NOTES: :[[@LINE-3]]:5: flow: 'table' is loaded on cuda
    // CHECK-NOTES: :[[@LINE+108]]:36: flow: 'table' is taken here
    // CHECK-NOTES: :[[@LINE+122]]:5: flow: 'cpp_fused_add_0' works on the CPU
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 1024;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[1].shape = {16, 16};
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "table";
    constants_info_[2].name = "both";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 1024;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[2].shape = {16, 16};
    constants_info_[2].stride = {16, 1};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "both";
    constants_info_[3].name = "view_of";
    constants_info_[3].dtype = cached_torch_dtype_float32;
    constants_info_[3].device_type = cached_torch_device_type_cpu;
    // CHECK-NOTES: :[[@LINE-1]]:38: error: constant 'view_of' is loaded on the CPU, but 'call_triton_poi_fused_add_0' works on cuda and gets its address: it takes a host pointer for one of the device (illegal memory access) on every run; compile the model again with the constant on cuda, or correct the device_type [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE+112]]:5: note: 'call_triton_poi_fused_add_0' works on cuda
    // CHECK-NOTES: :[[@LINE-3]]:5: flow: 'view_of' is loaded on the CPU
    // CHECK-NOTES: :[[@LINE+83]]:38: flow: 'view_of' is taken here
    // CHECK-NOTES: :[[@LINE+109]]:5: flow: 'call_triton_poi_fused_add_0' works on cuda
    constants_info_[3].offset = 0;
    constants_info_[3].data_size = 1024;
    constants_info_[3].from_folded = false;
    constants_info_[3].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[3].shape = {16, 16};
    constants_info_[3].stride = {16, 1};
    constants_info_[3].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[3].original_fqn = "view_of";
    constants_info_[4].name = "kept";
    constants_info_[4].dtype = cached_torch_dtype_float32;
    constants_info_[4].device_type = cached_torch_device_type_cpu;
    constants_info_[4].offset = 0;
    constants_info_[4].data_size = 1024;
    constants_info_[4].from_folded = false;
    constants_info_[4].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[4].shape = {16, 16};
    constants_info_[4].stride = {16, 1};
    constants_info_[4].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[4].original_fqn = "kept";
    constants_info_[5].name = "filter";
    constants_info_[5].dtype = cached_torch_dtype_float32;
    constants_info_[5].device_type = cached_torch_device_type_cpu;
    // CHECK-NOTES: :[[@LINE-1]]:38: error: constant 'filter' is loaded on the CPU, but 'aoti_torch_cuda_convolution' has its other tensors on cuda and gets it: the call fails on every run (expected all tensors to be on the same device); compile the model again with the constant on cuda, or correct the device_type [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE+94]]:33: note: 'aoti_torch_cuda_convolution' has its other tensors on cuda
    // CHECK-NOTES: :[[@LINE-3]]:5: flow: 'filter' is loaded on the CPU
    // CHECK-NOTES: :[[@LINE+58]]:37: flow: 'filter' is taken here
    // CHECK-NOTES: :[[@LINE+91]]:33: flow: 'aoti_torch_cuda_convolution' has its other tensors on cuda
    constants_info_[5].offset = 0;
    constants_info_[5].data_size = 256;
    constants_info_[5].from_folded = false;
    constants_info_[5].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[5].shape = {4, 4, 2, 2};
    constants_info_[5].stride = {16, 4, 2, 1};
    constants_info_[5].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[5].original_fqn = "filter";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = "[1]";
    out_spec_ = "[1]";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    uint32_t grid_0 = ((xnumel + (128 - 1)) / (128));
    if (grid_0 == 0) return;
    if (kernels_.triton_poi_fused_add_0 == nullptr) {
        kernels_.triton_poi_fused_add_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    float var_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_float32(in_ptr1, &var_1));
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_3 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.triton_poi_fused_add_0, grid_0, 1, 1, 4, 0, kernel_args_, stream_);
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
    [[maybe_unused]] auto& w = constants_->at(0);
    [[maybe_unused]] auto& table = constants_->at(1);
    [[maybe_unused]] auto& both = constants_->at(2);
    [[maybe_unused]] auto& view_of = constants_->at(3);
    [[maybe_unused]] auto& kept = constants_->at(4);
    [[maybe_unused]] auto& filter = constants_->at(5);
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, w));
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    cpp_fused_add_0((const float*)(table.data_ptr()), (const float*)(both.data_ptr()), (float*)(buf1.data_ptr()));
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    call_triton_poi_fused_add_0(both, arg0_1, buf2, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: constant 'both' is loaded on the CPU, but 'call_triton_poi_fused_add_0' works on cuda and gets its address: it takes a host pointer for one of the device (illegal memory access) on every run; copy it to cuda in the model and compile it again [aoti-constant-device]
    // CHECK-NOTES: :[[@LINE-117]]:5: note: 'both' is loaded on the CPU
    // CHECK-NOTES: :[[@LINE-7]]:5: note: 'cpp_fused_add_0' works on the CPU
    // CHECK-NOTES: :[[@LINE-119]]:5: flow: 'both' is loaded on the CPU
    // CHECK-NOTES: :[[@LINE-23]]:35: flow: 'both' is taken here
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'call_triton_poi_fused_add_0' works on cuda
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    call_triton_poi_fused_add_0(wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(view_of, 2, int_array_0, int_array_1, 0L)), arg0_1, buf3, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // A copy works between devices.
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf4, kept, 0));
    static constexpr int64_t int_array_2[] = {1L, 1L};
    static constexpr int64_t int_array_3[] = {0L, 0L};
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_convolution(buf4, filter, nullptr, int_array_2, 2, int_array_3, 2, int_array_2, 2, 0, int_array_3, 2, 1L, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    output_handles[0] = buf5.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
