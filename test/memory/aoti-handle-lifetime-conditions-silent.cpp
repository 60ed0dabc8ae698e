// RUN: %check_aoti %s aoti-handle-lifetime
//
// The sound forms of aoti-handle-lifetime-conditions.cpp, and loop variables that are handles.

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
        if (part.is_done()) {
            buf0.reset();
        }
    }
    if (cfg_.is_left()) {
        cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    }
    for (AtenTensorHandle each : cfg_.handles()) {
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_delete_tensor_object(each));
    }
    output_handles[0] = arg0_1.release();
}
void condition(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    for (; auto data = (float*)(buf0.data_ptr());) {
        cpp_fused_add_0((const float*)(arg0_1.data_ptr()), data);
        buf0.reset();
        break;
    }
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    while (bool more = aoti_torch_is_defined_somewhere(buf1)) {
        cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf1.data_ptr()));
        if (!more) break;
    }
    output_handles[0] = buf1.release();
}
void elements(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle both[] = {buf0.release(), buf1.release()};
    for (AtenTensorHandle each : both) {
        RAIIAtenTensorHandle owner(each);
        cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(owner.data_ptr()));
    }
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    RAIIAtenTensorHandle owners[2] = {std::move(buf2), std::move(buf3)};
    for (RAIIAtenTensorHandle& owner : owners) {
        cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(owner.data_ptr()));
        owner.reset();
    }
    for (RAIIAtenTensorHandle& owner : owners) {
        owner = RAIIAtenTensorHandle();
    }
}
}
