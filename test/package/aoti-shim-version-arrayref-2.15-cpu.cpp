// RUN: %check_aoti %s aoti-shim-version -check-suffix=OLD -- --load-torch=2.6
// RUN: %check_aoti --as=x.wrapper.cpp %s aoti-shim-version -check-suffix=OWN -- --load-torch=2.15
//
// With arrays on the stack, as torch 2.15 writes it for CPU. All that it uses torch 2.15 has; the second run has to be silent.

#include <torch/csrc/inductor/aoti_include/array_ref.h>
#include <torch/csrc/inductor/aoti_runtime/arrayref_tensor.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    static constexpr int64_t int_array_0[] = {4L};
    static constexpr int64_t int_array_1[] = {1L};
    float buf0_storage[4];
    ArrayRefTensor<float> buf0(buf0_storage, MiniArrayRef<const int64_t>(int_array_0, 1), MiniArrayRef<const int64_t>(int_array_1, 1), cached_torch_device_type_cpu, this->device_idx_);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_abs(arg0_1, &buf1_handle));
    // CHECK-MESSAGES-OLD: :[[@LINE-1]]:33: error: torch 2.6 has no 'aoti_torch_cpu_abs', which is used here: it came with torch 2.8
    RAIIAtenTensorHandle buf1(buf1_handle);
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
