// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Blocks of a pool, with sizes that are not fixed; views, also of another dtype.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DTYPE(int16);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(complex64);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0, const int64_t ks0);
namespace torch::aot_inductor {
// CHECK: run_impl, line [[#@LINE+1]]: 2 buffers, 1 launch, 0 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s31 = arg0_1_size[0];
    inputs.clear();
    const int64_t int_array_0[] = {align(4L*s31) + std::max(static_cast<int64_t>(64L), static_cast<int64_t>(4L*s31))};
    static constexpr int64_t int_array_1[] = {1L};
    AtenTensorHandle pool0_handle;
    // CHECK: [[#@LINE+1]] pool0 allocation uint8 cpu [{{.*}}align(4*s31, 64){{.*}}]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_uint8, cached_torch_device_type_cpu, this->device_idx_, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    static constexpr int64_t int_array_2[] = {4L, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
    AtenTensorHandle buf3_handle;
    // CHECK: [[#@LINE+1]] buf3 allocation complex64 cpu [4, 8] [8, 1] 256 used [[#@LINE+24]], output 0 at
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_complex64, cached_torch_device_type_cpu, this->device_idx_, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    const int64_t int_array_4[] = {s31};
    AtenTensorHandle tmp_tensor_handle_0;
    // CHECK: views
    // CHECK: [[#@LINE+1]] {{.*}}pool block in pool0 float32 [s31] [1] byte 0
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 0, cached_torch_dtype_float32, 1, int_array_4, int_array_1, &tmp_tensor_handle_0));
    auto buf0 = RAIIAtenTensorHandle(tmp_tensor_handle_0);
    AtenTensorHandle tmp_tensor_handle_1;
    // CHECK: [[#@LINE+1]] {{.*}}pool block in pool0 float32 [s31] [1] byte align(4*s31, 64)
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(4L*s31), cached_torch_dtype_float32, 1, int_array_4, int_array_1, &tmp_tensor_handle_1));
    auto buf1 = RAIIAtenTensorHandle(tmp_tensor_handle_1);
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cpu cpu kernel cpp_fused_add_0 writes buf1; reads buf0; ks0 = s31
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()), s31);
    AtenTensorHandle buf4_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_as_real(buf3, &buf4_handle));
    RAIIAtenTensorHandle buf4(buf4_handle);
    AtenTensorHandle tmp_buf4_0;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf4, cached_torch_dtype_int16, &tmp_buf4_0));
    auto buf5 = RAIIAtenTensorHandle(tmp_buf4_0);
    static constexpr int64_t int_array_5[] = {8L};
    auto var_0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 1, int_array_5, int_array_1, 8L));
    output_handles[0] = var_0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 4 of 4 buffers, 1 of 1 launches, 0 of 0 shim calls

// RUN: %aoti-lint --dump-facts %s | FileCheck --check-prefix=VIEWS %s
// VIEWS: buf4 dtype view of buf3 float32 [4, 8, 2] [16, 2, 1] 0
// VIEWS: tmp_buf4_0 dtype view of buf3 int16 [4, 8, 4] [32, 4, 1] 0
// VIEWS: var_0 view of buf3 complex64 [8] [1] 8
