// RUN: %check_aoti %s aoti-handle-lifetime
//
// Faults beside questions for handles, exchanges and early ends: what is asked does not make them right.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <optional>
#include <utility>
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
static void fill(RAIIAtenTensorHandle& to, RAIIAtenTensorHandle from) { to = std::move(from); }

// It holds a tensor for certain, so it is reset for certain.
void always(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    if (buf0) { buf0.reset(); }
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: 'buf0' is passed to 'cpp_fused_add_0' after it was reset: {{.*}} [aoti-handle-lifetime]
    output_handles[0] = buf1 ? buf1.release() : nullptr;
}

void exchanged(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = std::exchange(buf0, RAIIAtenTensorHandle());
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: 'buf0' is passed to 'cpp_fused_add_0' after it was moved from: {{.*}} [aoti-handle-lifetime]
    output_handles[0] = buf1.release();
}

void swapped(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    RAIIAtenTensorHandle buf1;
    std::swap(buf0, buf1);
    output_handles[0] = buf0.release();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: error: 'buf0' is used without a tensor: {{.*}} [aoti-handle-lifetime]
    buf1.reset();
    auto buf2 = make();
    auto buf3 = make();
    std::swap(buf2, buf3);
    buf2.reset();
    output_handles[1] = buf3.release();
    output_handles[2] = buf3.release();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: error: 'buf3' is used after it was released: {{.*}} [aoti-handle-lifetime]
}

void empty(AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf0;
    RAIIAtenTensorHandle buf1 = std::move(buf0);
    output_handles[0] = buf1.release();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: error: 'buf1' is used without a tensor: {{.*}} [aoti-handle-lifetime]
    auto buf2 = make();
    RAIIAtenTensorHandle buf3;
    fill(buf3, std::move(buf2));
    cpp_fused_add_0((const float*)(buf2.data_ptr()), (float*)(buf3.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: 'buf2' is passed to 'cpp_fused_add_0' after it was moved from: {{.*}} [aoti-handle-lifetime]
    output_handles[1] = buf3.release();
}

// A condition that both ways are open for.
void unset(RAIIAtenTensorHandle& arg0_1, int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    bool arg0_1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
    bool wanted = arg0_1_scalar;
    if (wanted && output_handles != nullptr) { output_handles[0] = buf0.release(); }
    // CHECK-MESSAGES: :[[@LINE-1]]:48: error: when 'wanted && output_handles != nullptr' does not hold, output 0 is not set: {{.*}} [aoti-handle-lifetime]
    auto buf1 = make();
    if (s0 > 3 && buf1) { output_handles[1] = buf1.release(); }
    // CHECK-MESSAGES: :[[@LINE-1]]:27: error: when 's0 > 3 && buf1' does not hold, output 1 is not set: {{.*}} [aoti-handle-lifetime]
}
void leftEmpty(int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    if (s0 > 9) { buf0.reset(); }
    if (s0 <= 0) { throw std::runtime_error("no size"); }
    if (s0 > 9) {
        cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
        // CHECK-MESSAGES: :[[@LINE-1]]:40: error: when 's0 > 9' holds, 'buf0' is passed to 'cpp_fused_add_0' after it was reset: {{.*}} [aoti-handle-lifetime]
    }
    output_handles[0] = buf1.release();
}

void rounds(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    for (int i = 0; i < 2; ++i) { output_handles[i] = buf0.release(); }
    // CHECK-MESSAGES: :[[@LINE-1]]:55: error: in a later round of the loop, 'buf0' is used after it was released: {{.*}} [aoti-handle-lifetime]
    auto buf1 = make();
    for (int i = 0; i < 1; ++i) { buf1.reset(); }
    cpp_fused_add_0((const float*)(buf1.data_ptr()), nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:36: error: 'buf1' is passed to 'cpp_fused_add_0' after it was reset: {{.*}} [aoti-handle-lifetime]
}

// An input that is taken twice, and an output that is set twice.
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[0]);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: error: 'inputs[0]' is used after it was moved from: {{.*}} [aoti-handle-lifetime]
    inputs.clear();
    output_handles[0] = arg0_1.release();
    output_handles[0] = arg1_1.release();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: output 0 is set though it was set already: {{.*}} [aoti-handle-lifetime]
    auto buf0 = make();
    if (buf0) { buf0.reset(); }
    output_handles[1] = buf0.release(); // NOLINT(aoti-handle-lifetime)
}
}
