// RUN: %check_aoti %s aoti-handle-lifetime
//
// What stands behind a loop over a range that a template leaves open, and what the condition of a loop declares.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};
template <typename config_type_>
void dependent(config_type_ cfg_, RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    for (auto& part : cfg_.parts()) {
        part.check();
    }
    buf0.reset();
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    // CHECK-NOTES: :[[@LINE-1]]:65: error: 'buf0' is passed to 'cpp_fused_add_0' after it was reset: its tensor is gone by then, so that the run crashes or computes with foreign memory; use it before that, or keep its owner [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'buf0' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:5: flow: 'buf0' is reset here
    // CHECK-NOTES: :[[@LINE-4]]:65: flow: 'buf0' is passed to 'cpp_fused_add_0' here
}
void condition(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    for (; auto data = (float*)(buf0.data_ptr());) {
        buf0.reset();
        cpp_fused_add_0((const float*)(arg0_1.data_ptr()), data);
        // CHECK-NOTES: :[[@LINE-1]]:60: error: 'data' is passed to 'cpp_fused_add_0' after 'buf0' was reset: the memory that it points to is free by then and may hold another tensor; read the pointer of a tensor that still lives [aoti-handle-lifetime]
        // CHECK-NOTES: :[[@LINE-3]]:9: note: 'buf0' is reset here
        // CHECK-NOTES: :[[@LINE-7]]:33: flow: the tensor is made here
        // CHECK-NOTES: :[[@LINE-6]]:33: flow: 'buf0' is read here
        // CHECK-NOTES: :[[@LINE-6]]:9: flow: 'buf0' is reset here
        // CHECK-NOTES: :[[@LINE-6]]:60: flow: 'data' is passed to 'cpp_fused_add_0' here
        break;
    }
}
}
