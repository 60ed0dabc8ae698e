// RUN: %check_aoti %s aoti-view-out-of-bounds
//
// Offsets of a pool that are not aligned for any size.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(uint8);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    const int64_t p[] = {100000L*s0};
    static constexpr int64_t one[] = {1L};
    const int64_t q[] = {s0};
    AtenTensorHandle pool0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, p, one, cached_torch_dtype_uint8, cached_torch_device_type_cpu, 0, &pool0_handle));
    RAIIAtenTensorHandle pool0(pool0_handle);
    AtenTensorHandle t0, t1, t2;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, 64L*s0 + 2L, cached_torch_dtype_float32, 1, q, one, &t0));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: block of 'pool0' starts 2 bytes past a multiple of the 4 bytes of a float32: torch cuts them off the offset, and where the block then starts another may lie; align the offset [aoti-view-out-of-bounds]
    RAIIAtenTensorHandle a(t0);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(4L*s0) + 2L, cached_torch_dtype_float32, 1, q, one, &t1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: block of 'pool0' starts 2 bytes past a multiple of the 4 bytes of a float32: torch cuts them off the offset, and where the block then starts another may lie; align the offset [aoti-view-out-of-bounds]
    RAIIAtenTensorHandle b(t1);
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, align(std::max<int64_t>({384L*s0, 512L*s0, 4L*s0 + align(4L*s0)})) + 2L, cached_torch_dtype_float32, 1, q, one, &t2));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: error: block of 'pool0' starts 2 bytes past a multiple of the 4 bytes of a float32: torch cuts them off the offset, and where the block then starts another may lie; align the offset [aoti-view-out-of-bounds]
    RAIIAtenTensorHandle c(t2);
    output_handles[0] = arg0_1.release();
}
}
