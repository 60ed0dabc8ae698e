// RUN: %check_aoti %s aoti-device-type-mismatch
//
// What looks alike and is right, or cannot be told.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
extern "C" AOTITorchError aoti_torch_cuda_mm_out_mixed(AtenTensorHandle out, AtenTensorHandle self, AtenTensorHandle mat2);
extern "C" AOTITorchError aoti_torch_cuda_topk(AtenTensorHandle self, AtenTensorHandle rows, AtenTensorHandle* ret0);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0, const int64_t ks0);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_mul_0{nullptr};
};
}  // namespace

template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_mul_0(
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
    if (kernels_.triton_poi_fused_add_mul_0 == nullptr) {
        kernels_.triton_poi_fused_add_mul_0 = loadKernel("/tmp/build/c0.cubin", "triton_poi_fused_add_mul_0", 0, cubin_dir_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    float var_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_float32(in_ptr1, &var_1));
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_3 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.triton_poi_fused_add_mul_0, grid_0, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    [[maybe_unused]] auto& w = constants_->at(0);
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, nullptr, nullptr, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    // The helper reads its second tensor as a number.
    call_triton_poi_fused_add_mul_0(arg0_1, buf2, buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Pinned memory of the host can be read by kernels.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided_pinned(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    call_triton_poi_fused_add_mul_0(buf3, buf2, buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Each device has its own code.
    cpp_fused_add_0((const float*)(buf3.data_ptr()), (float*)(buf0.data_ptr()), 128L);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, buf3, buf0));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg0_1, w));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf1, buf0, 0));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf0, buf1, 0));
    // A number on the host is a factor.
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mul_Tensor(buf1, buf2, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    // Indices and masks may be on the host.
    std::array<AtenTensorHandle, 1> var_0{buf0};
    AtenTensorHandle buf5_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_index_Tensor(buf1, var_0.data(), 1, &buf5_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_index_put_out(buf1, buf1, var_0.data(), 1, buf2, 0));
    // These go to the device of their tensors, whatever their name.
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_view_as_real(buf0, &buf6_handle));
    RAIIAtenTensorHandle buf6(buf6_handle);
    cpp_fused_add_0((const float*)(buf6.data_ptr()), (float*)(buf0.data_ptr()), 128L);
    // The seed and the offset of the random numbers may lie on the host.
    AtenTensorHandle buf7_handle, buf8_handle, buf9_handle, buf10_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda__scaled_dot_product_efficient_attention(arg0_1, buf1, buf1, nullptr, 1, 0.0, 0, nullptr, &buf7_handle, &buf8_handle, &buf9_handle, &buf10_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    RAIIAtenTensorHandle buf8(buf8_handle);
    RAIIAtenTensorHandle buf9(buf9_handle);
    RAIIAtenTensorHandle buf10(buf10_handle);
    cpp_fused_add_0((const float*)(buf9.data_ptr()), (float*)(buf0.data_ptr()), 1L);
    // Shims of custom operators, declared here: one has the name of a shim of torch.
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out_mixed(buf1, buf1, buf0));
    AtenTensorHandle buf11_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_topk(buf1, buf0, &buf11_handle));
    RAIIAtenTensorHandle buf11(buf11_handle);
    std::array<AtenTensorHandle, 2> var_1{buf0, buf1};
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 0, 0, nullptr, 2, var_1.data()));
    // Where it lies depends on the path.
    RAIIAtenTensorHandle buf12;
    bool flag;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg1_1, &flag));
    if (flag) {
        buf12.reset();
        buf12 = std::move(buf0);
    } else {
        buf12.reset();
        buf12 = std::move(buf5);
    }
    cpp_fused_add_0((const float*)(buf12.data_ptr()), (float*)(buf3.data_ptr()), 128L);
    // Constants, and inputs that nothing is said of.
    cpp_fused_add_0((const float*)(w.data_ptr()), (float*)(buf3.data_ptr()), 128L);
    cpp_fused_add_0((const float*)(arg1_1.data_ptr()), (float*)(buf3.data_ptr()), 128L);
    output_handles[0] = buf1.release();
    output_handles[1] = buf3.release();
    output_handles[2] = buf12.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
