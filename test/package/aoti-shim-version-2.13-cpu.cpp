// RUN: %check_aoti %s aoti-shim-version -check-suffix=OLD -- --load-torch=2.9
// RUN: %check_aoti %s aoti-shim-version -check-suffix=OLDEST -- --load-torch=2.6.0
// RUN: %check_aoti %s aoti-shim-version -check-suffix=NEW -- --load-torch=2.13
// RUN: %check_aoti %s aoti-shim-version -check-suffix=FUTURE -- --load-torch=2.99
// RUN: %check_aoti --as=x.wrapper.cpp %s aoti-shim-version -check-suffix=NONE
//
// As torch 2.13 writes it for CPU. What each release has is in lib/Shim/data.  No release has all that is called here.

#include <torch/csrc/inductor/aoti_include/cpu.h>
// CHECK-MESSAGES-OLD: :[[@LINE+2]]:1: error: torch 2.9 has no 'aoti_torch_dtype_float8_e8m0fnu', which is used here: it came with torch 2.12, so the package cannot be loaded there ('undefined symbol: aoti_torch_dtype_float8_e8m0fnu'); compile the model again with torch 2.9 [aoti-shim-version]
// CHECK-MESSAGES-OLDEST: :[[@LINE+1]]:1: error: torch 2.6.0 has no 'aoti_torch_dtype_float8_e8m0fnu'
CACHE_TORCH_DTYPE(float8_e8m0fnu);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" {
extern AOTITorchError aoti_torch_cpu_my_op(AtenTensorHandle, AtenTensorHandle*);
// An operator of one's own may have the name of one that torch got later.
extern AOTITorchError aoti_torch_cpu_grid_sampler_3d(AtenTensorHandle, AtenTensorHandle*);
}
namespace torch::aot_inductor {
static inline void unused_helper(AtenTensorHandle x) {
    aoti_torch_cpu_grid_sampler_3d_backward(x);
}
template <typename T>
static void never_instantiated(const T& x) {
    aoti_torch_cpu_nonzero_static(x);
}
template <typename T>
static void launch(const T& x) {
    AtenTensorHandle y;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_nonzero_static(x, 4L, -1L, &y));
    // CHECK-MESSAGES-OLD: :[[@LINE-1]]:33: error: torch 2.9 has no 'aoti_torch_cpu_nonzero_static', which is used here: it came with torch 2.11
    // CHECK-MESSAGES-OLDEST: :[[@LINE-2]]:33: error: torch 2.6.0 has no 'aoti_torch_cpu_nonzero_static'
}
using Result = decltype(aoti_torch_cpu_grid_sampler_3d_backward(nullptr));

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu__grouped_mm(arg0_1, arg0_1, nullptr, nullptr, nullptr, &buf0_handle));
    // CHECK-MESSAGES-OLD: :[[@LINE-1]]:33: error: torch 2.9 has no 'aoti_torch_cpu__grouped_mm', which is used here and 2 more times: it came with torch 2.12
    // CHECK-MESSAGES-OLDEST: :[[@LINE-2]]:33: error: torch 2.6.0 has no 'aoti_torch_cpu__grouped_mm', which is used here and 2 more times: it came with torch 2.12
    RAIIAtenTensorHandle buf0(buf0_handle);
    aoti_torch_cpu__grouped_mm(arg0_1, arg0_1, nullptr, nullptr, nullptr, &buf0_handle);
    auto call = &aoti_torch_cpu__grouped_mm<AtenTensorHandle, AtenTensorHandle>;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_abs(buf0, &buf0_handle));
    // CHECK-MESSAGES-OLDEST: :[[@LINE-1]]:33: error: torch 2.6.0 has no 'aoti_torch_cpu_abs', which is used here: it came with torch 2.8, so
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_abs_v2(buf0, 1, &buf0_handle));
    // CHECK-MESSAGES-OLD: :[[@LINE-1]]:33: error: torch 2.9 has no 'aoti_torch_cpu_abs_v2', which is used here: no torch up to 2.15 has this version of 'aoti_torch_cpu_abs', so the package cannot be loaded there ('undefined symbol: aoti_torch_cpu_abs_v2'); compile the model again with torch 2.9 [aoti-shim-version]
    // CHECK-MESSAGES-OLDEST: :[[@LINE-2]]:33: error: torch 2.6.0 has no 'aoti_torch_cpu_abs_v2'
    // CHECK-MESSAGES-NEW: :[[@LINE-3]]:33: error: torch 2.13 has no 'aoti_torch_cpu_abs_v2'
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu__qconv2d_pointwise_tensor(buf0, buf0, buf0, buf0, buf0, buf0, nullptr, nullptr, 0, nullptr, 0, nullptr, 0, 1L, 1.0, 0L, nullptr, "none", nullptr, 0, nullptr, &buf0_handle));
    // CHECK-MESSAGES-OLD: :[[@LINE-1]]:33: error: torch 2.9 has no 'aoti_torch_cpu__qconv2d_pointwise_tensor', which is used here: torch 2.7.1 was the last one that had it, so the package cannot be loaded there ('undefined symbol: aoti_torch_cpu__qconv2d_pointwise_tensor'); compile
    // CHECK-MESSAGES-NEW: :[[@LINE-2]]:33: error: torch 2.13 has no 'aoti_torch_cpu__qconv2d_pointwise_tensor'
    // CHECK-MESSAGES-FUTURE: :[[@LINE-3]]:33: error: torch 2.99 has no 'aoti_torch_cpu__qconv2d_pointwise_tensor', which is used here: torch 2.7.1 was the last one
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf0, buf0, arg0_1, arg0_1, 1L, 1L));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_my_op(buf0, &buf0_handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_my_other_op(buf0, &buf0_handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_my_other_op_v2(buf0, &buf0_handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_grid_sampler_3d(buf0, &buf0_handle));
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_squeeze_dim(buf0, 0L, &buf0_handle)); // NOLINT(aoti-shim-version)
    launch(buf0);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
