// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Places that are symbols; a block at a wrong place meets several others, and it is the one that is named.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_relu_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
) {
    uint32_t grid_0 = ((xnumel + (128 - 1)) / (128));
    if (grid_0 == 0) return;
}
template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_1(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
) {
    uint32_t grid_0 = ((xnumel + (128 - 1)) / (128));
    if (grid_0 == 0) return;
}
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_relu_0{nullptr};
    CUfunction triton_poi_fused_add_1{nullptr};
};
}  // namespace
static __attribute__((noinline)) void check_input_0(AtenTensorHandle *input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    if (arg0_1_size[0] > 64) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, expected to be <= 64, but got: " << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s77 = arg0_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {3L*align(4L*s77) + align(4L*s77) + 64L, };
    static constexpr int64_t int_array_1[] = {1L, };
    const int64_t int_array_2[] = {s77, };
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cuda, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle tmp_tensor_handle_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    call_triton_poi_fused_relu_0(arg0_1, buf0, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    AtenTensorHandle tmp_tensor_handle_1;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(4L*s77), cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_1));
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    call_triton_poi_fused_relu_0(buf0, buf1, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Right for sizes up to 16 only.
    AtenTensorHandle tmp_tensor_handle_2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(4L*s77) + 64L, cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_2));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: for s77 = 17 'buf2' at bytes 192 to 259 of 'pool0' shares memory with 'buf1' at bytes 128 to 195, and 'buf2' is written over 'buf1' before that is read: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-7]]:33: note: 'buf1' is placed here
    // CHECK-NOTES: :[[@LINE-15]]:33: flow: the pool 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-9]]:33: flow: 'buf1' is placed here
    // CHECK-NOTES: :[[@LINE-8]]:5: flow: 'buf1' is written here
    // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf2' is placed here
    // CHECK-NOTES: :[[@LINE+3]]:5: flow: 'buf2' is written here, over 'buf1'
    // CHECK-NOTES: :[[@LINE+6]]:5: flow: the value of 'buf1' is needed here
    auto buf2 = RAIIAtenTensorHandle(tmp_tensor_handle_2);
    call_triton_poi_fused_relu_0(arg0_1, buf2, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    AtenTensorHandle tmp_tensor_handle_3;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 3L*align(4L*s77), cached_torch_dtype_float32, 1, int_array_2, int_array_1, &tmp_tensor_handle_3));
    auto buf3 = RAIIAtenTensorHandle(tmp_tensor_handle_3);
    call_triton_poi_fused_add_1(buf1, buf2, buf3, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    // On both that are still needed.
    const int64_t int_array_3[] = {s77 + 16L, };
    AtenTensorHandle tmp_tensor_handle_4;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 1, int_array_3, int_array_1, &tmp_tensor_handle_4));
    // CHECK-NOTES: :[[@LINE-1]]:33: error: for s77 = 2 'buf4' at bytes 0 to 71 of 'pool0' shares memory with 'buf0' at bytes 0 to 7, and 'buf4' is written over 'buf0' before that is read: results are silently wrong; give them places that do not overlap, or do not keep them at the same time [aoti-view-out-of-bounds]
    // CHECK-NOTES: :[[@LINE-29]]:33: note: 'buf0' is placed here
    // CHECK-NOTES: :[[@LINE-26]]:33: note: it shares memory with 'buf1' too
    // CHECK-NOTES: :[[@LINE-34]]:33: flow: the pool 'pool0' is made here
    // CHECK-NOTES: :[[@LINE-32]]:33: flow: 'buf0' is placed here
    // CHECK-NOTES: :[[@LINE-31]]:5: flow: 'buf0' is written here
    // CHECK-NOTES: :[[@LINE-7]]:33: flow: 'buf4' is placed here
    // CHECK-NOTES: :[[@LINE+3]]:5: flow: 'buf4' is written here, over 'buf0'
    // CHECK-NOTES: :[[@LINE+3]]:5: flow: the value of 'buf0' is needed here
    auto buf4 = RAIIAtenTensorHandle(tmp_tensor_handle_4);
    call_triton_poi_fused_relu_0(buf3, buf4, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    call_triton_poi_fused_add_1(buf0, buf1, buf3, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf3.release();
    output_handles[1] = buf4.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
