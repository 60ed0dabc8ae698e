// RUN: %check_aoti %s aoti-device-index-literal
//
// What looks alike and is right.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
public:
  CUfunction triton_poi_fused_add_0{nullptr};
};

template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(const in_ptr0_type_ &in_ptr0, const out_ptr0_type_ &out_ptr0, int64_t xnumel, int32_t device_idx_, cudaStream_t stream_, kernels_type_ &kernels_, const std::optional<std::string> &cubin_dir_ = std::nullopt) {
    /*
    async_compile.triton('triton_poi_fused_add_0', '''
    triton_meta={'device': DeviceProperties(type='cuda', index=0, cc=80)}
    ''', device_str='cuda')
    */
    static constexpr int64_t int_array_0[] = {1024L};
    static constexpr int64_t int_array_1[] = {1L};
    AtenTensorHandle global_scratch_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cuda, device_idx_, &global_scratch_handle));
    RAIIAtenTensorHandle global_scratch(global_scratch_handle);
}

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto &kernels = static_cast<AOTInductorModelKernels &>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    call_triton_poi_fused_add_0(arg0_1, buf0, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // The CPU has one index, whatever is given.
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    int32_t var_0 = 4L;
    auto var_1 = cached_torch_device_type_cpu;
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_randperm(8L, &var_0, nullptr, &var_1, 0, nullptr, &buf2_handle));
    // Without a device the index says nothing.
    AtenTensorHandle default_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_randperm(8L, &var_0, nullptr, nullptr, 0, nullptr, &default_handle));
    RAIIAtenTensorHandle by_default(default_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_randperm(8L, &var_0, 0, 0, 0, 0, &default_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    // A copy to another device that the model asks for: nothing else uses it.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 1, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf3, buf0, 0));
    auto buf4 = std::move(buf3);  // reuse
    // An index that is computed.
    int32_t other = 0;
    other = this->device_idx_;
    AOTICudaGuard guard(other);
    output_handles[0] = buf0.release();
    output_handles[1] = buf1.release();
    output_handles[2] = buf2.release();
    output_handles[3] = buf4.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
