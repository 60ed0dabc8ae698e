
#include <torch/csrc/inductor/aoti_include/cuda.h>

#define CUDA_DRIVER_CHECK(EXPR)                      \
do {                                                 \
    CUresult code = EXPR;                            \
    if (code != CUDA_SUCCESS) {                      \
        throw std::runtime_error("CUDA driver error"); \
    }                                                \
} while (0);

static inline CUfunction loadKernel(
        std::string filePath,
        const std::string& funcName,
        uint32_t sharedMemBytes,
        const std::optional<std::string>& cubinDir = std::nullopt) {
    CUmodule mod;
    CUfunction func;
    CUDA_DRIVER_CHECK(cuModuleLoad(&mod, filePath.c_str()));
    CUDA_DRIVER_CHECK(cuModuleGetFunction(&func, mod, funcName.c_str()));
    return func;
}

static inline void launchKernel(
        CUfunction func,
        uint32_t gridX,
        uint32_t gridY,
        uint32_t gridZ,
        uint32_t numWarps,
        uint32_t sharedMemBytes,
        void* args[],
        cudaStream_t stream) {
    CUDA_DRIVER_CHECK(cuLaunchKernel(
        func, gridX, gridY, gridZ, 32*numWarps, 1, 1, sharedMemBytes, stream, args, nullptr));
}
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_mul_0{nullptr};
};
}  // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1,
                           2,
                           2,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "tokens";
    constants_info_[0].name = "embed_weight";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cuda;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 25600;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {100, 64};
    constants_info_[0].stride = {64, 1};
    constants_info_[0].layout = cached_torch_layout_strided;
    constants_info_[0].original_fqn = "embed.weight";
    constants_info_[1].name = "scale";
    constants_info_[1].dtype = cached_torch_dtype_float32;
    constants_info_[1].device_type = cached_torch_device_type_cuda;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 64;
    constants_info_[1].from_folded = false;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Buffer);
    constants_info_[1].shape = {64};
    constants_info_[1].stride = {1};
    constants_info_[1].layout = cached_torch_layout_strided;
    constants_info_[1].original_fqn = "scale";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    outputs_info_[0].name = "output0";
    outputs_info_[1].name = "output1";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}
} // namespace torch::aot_inductor
using namespace torch::aot_inductor;

template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_mul_0(
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
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_mul_0 == nullptr) {
        kernels_.triton_poi_fused_mul_0 = loadKernel("/tmp/build/quickstart.cubin", "triton_poi_fused_mul_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_3 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.triton_poi_fused_mul_0, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_);
}

namespace torch::aot_inductor {

void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto tokens = std::move(inputs[0]);
    [[maybe_unused]] auto& embed_weight = constants_->at(0);
    [[maybe_unused]] auto& scale = constants_->at(1);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    int32_t var_0 = cached_torch_dtype_int64;
    auto var_1 = cached_torch_device_type_cuda;
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_randperm(64L, &var_0, nullptr, &var_1, 0, nullptr, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    static constexpr int64_t int_array_0[] = {64L};
    static constexpr int64_t int_array_1[] = {1L};
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    call_triton_poi_fused_mul_0(scale, buf0, buf1, 64L, this->device_idx_, stream, kernels, this->cubin_dir_);
    aoti_torch_print_tensor_handle(buf1, "after_launch - triton_poi_fused_mul_0 - buf1");
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    aoti_torch_proxy_executor_call_function(proxy_executor, 0, 0, nullptr, 3, std::array<AtenTensorHandle, 3>{tokens, embed_weight, buf2}.data());
    static constexpr int64_t int_array_2[] = {8L, 8L};
    static constexpr int64_t int_array_3[] = {16L, 1L};
    auto var_2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 2, int_array_2, int_array_3, 0L));
    output_handles[0] = buf2.release();
    output_handles[1] = var_2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
