// RUN: %check_aoti %s aoti-device-copy-lost
//
// As torch 2.9 writes it: copies of an input and of what a kernel made.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
namespace torch::aot_inductor {
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        throw std::runtime_error("unmatched dtype");
    }
    auto arg0_1_size = arg0_1.sizes();
    if (8 != arg0_1_size[0]) {
        throw std::runtime_error("unmatched dim value");
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 1;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, expected: " << arg0_1_expected_device_type << "\n";
        throw std::runtime_error(ss.str());
    }
}
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_0{nullptr};
};

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1,
                           3,
                           0,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    in_spec_ = R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": []}])";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static inline void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int var_2 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2};
    launchKernel(kernels_.triton_poi_fused_add_0, 1, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    if ((long(arg0_1.data_ptr()) & (16 -1)) != 0) {
        AOTI_TORCH_WARN("Input 0 was compiled as 16-bytes aligned, but it is not aligned at run time. Copying to an aligned tensor to guarantee correctness, but expect a performance hit.");
        AtenTensorHandle arg0_1_aligned;
        aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned);
        arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned));
    }
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf0, arg0_1, 0));
    // CHECK-NOTES: :[[@LINE-1]]:33: warning: 'aoti_torch_copy_' copies 'arg0_1' to 'buf0', which is allocated on the model's own device: a program has such a copy only to move data to another cuda device, and torch before 2.13 drops the index of that device; unless the caller hands over 'arg0_1' on another device than the model's, the copy does nothing and 'buf0' is not where the program put it; compile with torch 2.13 or newer, or move the tensor outside of the model [aoti-device-copy-lost]
    // CHECK-NOTES: :[[@LINE-16]]:29: note: 'arg0_1' is input 0, on cuda
    // CHECK-NOTES: :[[@LINE-5]]:33: note: 'buf0' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-18]]:29: flow: 'arg0_1' is input 0, on cuda
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: 'buf0' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: the copy stays on one device
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    call_triton_poi_fused_add_0(arg0_1, buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf2, buf1, 0));
    // CHECK-NOTES: :[[@LINE-1]]:33: warning: 'aoti_torch_copy_' copies 'buf1' to 'buf2', which is allocated on the model's own device: a program has such a copy only to move data to another cuda device, and torch before 2.13 drops the index of that device; the copy does nothing and 'buf2' is not where the program put it; compile with torch 2.13 or newer, or move the tensor outside of the model [aoti-device-copy-lost]
    // CHECK-NOTES: :[[@LINE-8]]:33: note: 'buf1' lies on the model's own device too
    // CHECK-NOTES: :[[@LINE-5]]:33: note: 'buf2' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-10]]:33: flow: 'buf1' lies on the model's own device too
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: 'buf2' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: the copy stays on one device
    // One more copy, of a view of all of it.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(buf3, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf1, 2, int_array_0, int_array_1, 0L)), 0));
    // CHECK-NOTES: :[[@LINE-1]]:33: warning: 'aoti_torch_copy_' copies 'buf1' to 'buf3', which is allocated on the model's own device: a program has such a copy only to move data to another cuda device, and torch before 2.13 drops the index of that device; the copy does nothing and 'buf3' is not where the program put it; compile with torch 2.13 or newer, or move the tensor outside of the model [aoti-device-copy-lost]
    // CHECK-NOTES: :[[@LINE-19]]:33: note: 'buf1' lies on the model's own device too
    // CHECK-NOTES: :[[@LINE-5]]:33: note: 'buf3' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-21]]:33: flow: 'buf1' lies on the model's own device too
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: 'buf3' is allocated on the model's own device here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: the copy stays on one device
    output_handles[0] = buf0.release();
    output_handles[1] = buf2.release();
    output_handles[2] = buf3.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
