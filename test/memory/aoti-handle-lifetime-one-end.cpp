// RUN: %check_aoti %s aoti-handle-lifetime
//
// One end makes many uses wrong: one finding, with the others as notes.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};
static RAIIAtenTensorHandle make() {
    AtenTensorHandle result;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &result));
    return RAIIAtenTensorHandle(result);
}

void pointers(AtenTensorHandle* output_handles) {
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    auto buf1 = make();
    float* data = (float*)(buf0.data_ptr());
    buf0.reset();
    data[0] = 1.0f;
    // CHECK-NOTES: :[[@LINE-1]]:5: error: 'data' is used after 'buf0' was reset: the memory that it points to is free by then and may hold another tensor; read the pointer of a tensor that still lives [aoti-handle-lifetime]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'buf0' is reset here
    // CHECK-NOTES: :[[@LINE+7]]:21: note: 'data' is used here, too
    // CHECK-NOTES: :[[@LINE+6]]:27: note: 'data' is used here, too
    // CHECK-NOTES: :[[@LINE+6]]:36: note: 'buf0' is used here, too
    // CHECK-NOTES: :[[@LINE-11]]:33: flow: the tensor is made here
    // CHECK-NOTES: :[[@LINE-9]]:28: flow: 'buf0' is read here
    // CHECK-NOTES: :[[@LINE-9]]:5: flow: 'buf0' is reset here
    // CHECK-NOTES: :[[@LINE-9]]:5: flow: 'data' is used here
    cpp_fused_add_0(data, data);
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    output_handles[0] = buf1.release();
}
}
