// RUN: %check_aoti %s aoti-constant-device
//
// Constants that lie where they are used, as torch 2.13 and newer write them in a model of two devices.

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
    : AOTInductorModelBase(2,
                           1,
                           5,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cuda;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    constants_info_[1].name = "t";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cpu;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 1024;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[1].shape = {16, 16};
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "t";
    constants_info_[2].name = "number";
    constants_info_[2].dtype = cached_torch_dtype_float32;
    constants_info_[2].device_type = cached_torch_device_type_cpu;
    constants_info_[2].offset = 0;
    constants_info_[2].data_size = 64;
    constants_info_[2].from_folded = false;
    constants_info_[2].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[2].shape = {};
    constants_info_[2].stride = {};
    constants_info_[2].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[2].original_fqn = "number";
    constants_info_[3].name = "kept";
    constants_info_[3].dtype = cached_torch_dtype_float32;
    constants_info_[3].device_type = cached_torch_device_type_cpu;
    constants_info_[3].offset = 0;
    constants_info_[3].data_size = 1024;
    constants_info_[3].from_folded = false;
    constants_info_[3].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[3].shape = {16, 16};
    constants_info_[3].stride = {16, 1};
    constants_info_[3].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[3].original_fqn = "kept";
    constants_info_[4].name = "filter";
    constants_info_[4].dtype = cached_torch_dtype_float32;
    constants_info_[4].device_type = cached_torch_device_type_cuda;
    constants_info_[4].offset = 0;
    constants_info_[4].data_size = 256;
    constants_info_[4].from_folded = false;
    constants_info_[4].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[4].shape = {4, 4, 2, 2};
    constants_info_[4].stride = {16, 4, 2, 1};
    constants_info_[4].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[4].original_fqn = "filter";
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
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    [[maybe_unused]] auto& w = constants_->at(0);
    [[maybe_unused]] auto& t = constants_->at(1);
    [[maybe_unused]] auto& number = constants_->at(2);
    [[maybe_unused]] auto& kept = constants_->at(3);
    [[maybe_unused]] auto& filter = constants_->at(4);
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, arg0_1, t));
    cpp_fused_add_0((const float*)(t.data_ptr()), (const float*)(buf0.data_ptr()), (float*)(buf0.data_ptr()));
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, w));
    // All that it gets is on the host: the shim is the wrong one, which is said elsewhere.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, buf0, t));
    // The host reads the number.
    call_triton_poi_fused_add_0(w, number, buf1, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf2, kept, 0));
    static constexpr int64_t int_array_2[] = {1L, 1L};
    static constexpr int64_t int_array_3[] = {0L, 0L};
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_convolution(buf2, filter, nullptr, int_array_2, 2, int_array_3, 2, int_array_2, 2, 0, int_array_3, 2, 1L, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    // It depends on the path.
    RAIIAtenTensorHandle either;
    bool flag = buf1.data_ptr() != nullptr;
    if (flag) {
        either = std::move(buf2);
    } else {
        AtenTensorHandle same_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_tensor_handle(t, &same_handle));
        either = RAIIAtenTensorHandle(same_handle);
    }
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg1_1, either));
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
