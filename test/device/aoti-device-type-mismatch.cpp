// RUN: %check_aoti %s aoti-device-type-mismatch
//
// Kernels and shims of one device with tensors of another, as torch 2.9 and newer write them.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_DEVICE(cuda);
static inline CUfunction loadKernel(std::string filePath, const std::string& funcName, uint32_t sharedMemBytes, const std::optional<std::string>& cubinDir = std::nullopt);
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream);
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
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_3 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(kernels_.triton_poi_fused_add_mul_0, grid_0, 1, 1, 4, 0, kernel_args_, stream_);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    static constexpr int64_t int_array_2[] = {16L, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    call_triton_poi_fused_add_mul_0(arg0_1, buf0, buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_add_mul_0' works on cuda and gets the address of 'buf0', which lives on the CPU: it takes a host pointer for one of the device (illegal memory access) on every run; copy 'buf0' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-7]]:33: note: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-8]]:33: flow: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'call_triton_poi_fused_add_mul_0' works on cuda
    // The same memory by another name, and a view of that.
    auto buf2 = std::move(buf0);  // reuse
    call_triton_poi_fused_add_mul_0(arg0_1, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf2, 2, int_array_2, int_array_3, 0L)), buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_add_mul_0' works on cuda and gets the address of 'buf0', which lives on the CPU: it takes a host pointer for one of the device (illegal memory access) on every run; copy 'buf0' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-14]]:33: note: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-15]]:33: flow: 'buf0': memory is allocated on the CPU here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'call_triton_poi_fused_add_mul_0' works on cuda
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()), 128L);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'cpp_fused_add_0' works on the CPU and gets the address of 'buf1', which lives on cuda: it takes a device pointer for one of the host (segmentation fault) on every run; copy 'buf1' to the CPU before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-16]]:33: note: 'buf1': memory is allocated on cuda here
    // CHECK-NOTES: :[[@LINE-17]]:33: flow: 'buf1': memory is allocated on cuda here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'cpp_fused_add_0' works on the CPU
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, arg0_1, buf2));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_mm_out' works on cuda and gets 'buf2', which lives on the CPU: the call fails on every run (expected all tensors to be on the same device); copy 'buf2' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-24]]:33: note: 'buf2': memory is allocated on the CPU here as 'buf0'
    // CHECK-NOTES: :[[@LINE-25]]:33: flow: 'buf2': memory is allocated on the CPU here as 'buf0'
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'aoti_torch_cuda_mm_out' works on cuda
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf1, arg0_1, buf1));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cpu_mm_out' works on the CPU and gets 'buf1', which lives on cuda: the call fails or takes a device pointer for one of the host (segmentation fault) on every run; copy 'buf1' to the CPU before this call, or call 'aoti_torch_cuda_mm_out' [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-26]]:33: note: 'buf1': memory is allocated on cuda here
    // CHECK-NOTES: :[[@LINE-27]]:33: flow: 'buf1': memory is allocated on cuda here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'aoti_torch_cpu_mm_out' works on the CPU
    // On every path it lies on the host.
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    RAIIAtenTensorHandle buf4;
    bool flag;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg1_1, &flag));
    if (flag) {
        buf4.reset();
        buf4 = std::move(buf3);
    } else {
        AtenTensorHandle inner_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf2, &inner_handle));
        RAIIAtenTensorHandle inner(inner_handle);
        buf4.reset();
        buf4 = std::move(inner);
    }
    call_triton_poi_fused_add_mul_0(arg0_1, buf4, buf1, 128L, this->device_idx_, stream, kernels, this->cubin_dir_);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'call_triton_poi_fused_add_mul_0' works on cuda and gets the address of 'buf4', which lives on the CPU: it takes a host pointer for one of the device (illegal memory access) on every run; copy 'buf4' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-51]]:33: note: 'buf4': memory is allocated on the CPU here as 'buf0'
    // CHECK-NOTES: :[[@LINE-18]]:33: note: 'buf4': memory is allocated on the CPU here as 'buf3'
    // CHECK-NOTES: :[[@LINE-53]]:33: flow: 'buf4': memory is allocated on the CPU here as 'buf0'
    // CHECK-NOTES: :[[@LINE-20]]:33: flow: 'buf4': memory is allocated on the CPU here as 'buf3'
    // CHECK-NOTES: :[[@LINE-6]]:5: flow: 'call_triton_poi_fused_add_mul_0' works on cuda
    // What a shim of the device makes lies there.
    AtenTensorHandle buf5_handle;
    AtenTensorHandle buf6_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_topk(arg0_1, 2L, -1L, 1, 1, &buf5_handle, &buf6_handle));
    RAIIAtenTensorHandle buf5(buf5_handle);
    RAIIAtenTensorHandle buf6(buf6_handle);
    cpp_fused_add_0((const float*)(buf5.data_ptr()), (float*)(buf4.data_ptr()), 16L);
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'cpp_fused_add_0' works on the CPU and gets the address of 'buf5', which lives on cuda: it takes a device pointer for one of the host (segmentation fault) on every run; copy 'buf5' to the CPU before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-5]]:33: note: 'buf5': made on cuda here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf5': made on cuda here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'cpp_fused_add_0' works on the CPU
    AtenTensorHandle buf7_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf4, &buf7_handle));
    RAIIAtenTensorHandle buf7(buf7_handle);
    AtenTensorHandle buf8_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_add_Tensor(buf1, buf7, 1.0, &buf8_handle));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_add_Tensor' works on cuda and gets 'buf7', which lives on the CPU: the call fails on every run (expected all tensors to be on the same device); copy 'buf7' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-5]]:33: note: 'buf7': made on the CPU here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf7': made on the CPU here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'aoti_torch_cuda_add_Tensor' works on cuda
    RAIIAtenTensorHandle buf8(buf8_handle);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_bmm_out(buf1, arg0_1, buf7));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: 'aoti_torch_cuda_bmm_out' works on cuda and gets 'buf7', which lives on the CPU: the call fails on every run (expected all tensors to be on the same device); copy 'buf7' to cuda before this call [aoti-device-type-mismatch]
    // CHECK-NOTES: :[[@LINE-11]]:33: note: 'buf7': made on the CPU here
    // CHECK-NOTES: :[[@LINE-12]]:33: flow: 'buf7': made on the CPU here
    // CHECK-NOTES: :[[@LINE-4]]:33: flow: 'aoti_torch_cuda_bmm_out' works on cuda
    output_handles[0] = buf1.release();
    output_handles[1] = buf4.release();
    output_handles[2] = buf8.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
