// RUN: %check_aoti %s aoti-handle-lifetime
//
// Sound code that asks a handle whether it holds a tensor, or decides the same thing twice, as people write it by hand.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
extern "C" void cpp_fused_add_0(const float* in_ptr0, float* out_ptr0);
#define REQUIRE(condition) do { if (!(condition)) { throw std::runtime_error(#condition); } } while (0)
#define LIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 1))
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};
static RAIIAtenTensorHandle make() {
    AtenTensorHandle result;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, 0, &result));
    return RAIIAtenTensorHandle(result);
}
static bool isSet(const RAIIAtenTensorHandle& handle) { return handle.get() != nullptr; }
static void fail(const char* what) { throw std::runtime_error(what); }
static bool isLarge(int64_t size) { return size > 64; }
AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    auto arg0_1_size = arg0_1.sizes();
    if (arg0_1_size[0] < 2) {
        throw std::runtime_error("input_handles[0]: dim value is too small");
    }
}

void tests(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    auto buf2 = make();
    auto buf3 = make();
    auto buf4 = make();
    auto buf5 = make();
    auto buf6 = make();
    auto buf7 = make();
    if (buf0) { output_handles[0] = buf0.release(); }
    if (buf1.get() != nullptr) { output_handles[1] = buf1.release(); } else { std::cerr << "no tensor"; }
    if (output_handles != nullptr) { output_handles[2] = buf2.release(); }
    REQUIRE(buf3.get());
    REQUIRE(output_handles);
    if (output_handles && buf3) { output_handles[3] = buf3.release(); }
    bool has = buf4.get() != nullptr;
    if (has) { output_handles[4] = buf4.release(); }
    if (isSet(buf5)) { output_handles[5] = buf5.release(); }
    if (LIKELY(buf6.get() != nullptr)) { output_handles[6] = buf6.release(); }
    if (!output_handles[7]) { output_handles[7] = buf7.release(); }
    if (nullptr == output_handles[7]) { throw std::runtime_error("no output"); }
}

void owners(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    auto buf2 = make();
    auto buf3 = make();
    std::optional<RAIIAtenTensorHandle> kept(std::move(buf0));
    if (kept.has_value()) { output_handles[0] = kept->release(); }
    std::optional<RAIIAtenTensorHandle> assigned;
    assigned = std::move(buf1);
    if (assigned) output_handles[1] = assigned->release();
    auto owned = std::make_unique<RAIIAtenTensorHandle>(std::move(buf2));
    if (owned != nullptr) { output_handles[2] = owned->release(); }
    auto shared = std::make_shared<RAIIAtenTensorHandle>(std::move(buf3));
    if (shared && output_handles) { output_handles[3] = shared->release(); }
}

// A handle is asked after its end, which uses no tensor.
void ends(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = std::move(buf0);
    if (buf0) { throw std::runtime_error("still there"); }
    if (buf0.get() == nullptr) { buf0 = make(); }
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    buf0.reset();
    if (!buf0) { buf0 = make(); }
    AtenTensorHandle raw = nullptr;
    if (!raw) { AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf0, &raw)); }
    if (raw == nullptr) { throw std::runtime_error("no clone"); }
    output_handles[0] = raw;
    output_handles[1] = buf1 ? buf1.release() : nullptr;
}

// One branch sets the result, the question for it decides about the other.
void late(int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    RAIIAtenTensorHandle buf1;
    if (s0 > 9) { buf1 = std::move(buf0); }
    if (!buf1) { buf1 = std::move(buf0); }
    cpp_fused_add_0((const float*)(buf1.data_ptr()), (float*)(buf1.data_ptr()));
    output_handles[0] = buf1.release();
    auto buf2 = make();
    if (s0 > 9) { output_handles[1] = buf2.release(); }
    if (output_handles[1] == nullptr) { output_handles[1] = buf2.release(); }
    auto buf3 = make();
    bool large = isLarge(s0);
    if (large) { output_handles[2] = buf3.release(); }
    if (large == false) { output_handles[2] = buf3.release(); }
    auto buf4 = make();
    if (isLarge(s0)) { output_handles[3] = buf4.release(); }
    if (!isLarge(s0)) { output_handles[3] = buf4.release(); }
}

// What a branch ended is not used where the other way went on.
void left(int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    if (s0 > 9) { buf0.reset(); }
    if (s0 > 9) {
        output_handles[0] = buf1.release();
        return;
    }
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    output_handles[0] = buf1.release();
}
void leftOtherwise(int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto buf1 = make();
    if (s0 > 9) { buf0.reset(); }
    if (s0 >= 5) { output_handles[0] = buf1.release(); return; }
    cpp_fused_add_0((const float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()));
    output_handles[0] = buf1.release();
}
void refused(int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    if (s0 < 0) { fail("negative size"); } else { output_handles[0] = buf0.release(); }
    auto buf1 = make();
    if (s0 == 3) { aoti_torch_check(false, __func__, __FILE__, 1, "three"); } else { output_handles[1] = buf1.release(); }
}

// The checks admit no smaller size, and there is one output.
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    check_input_0(input_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    inputs.clear();
    auto buf0 = make();
    cpp_fused_add_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()));
    if (s0 >= 2) { output_handles[0] = buf0.release(); }
    auto buf1 = make();
    if (!(0 > s0)) { output_handles[1] = buf1.release(); }
}

// Loops that run once, or at least once.
void rounds(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    for (int i = 0; i < 1; ++i) { output_handles[0] = buf0.release(); }
    auto buf1 = make();
    RAIIAtenTensorHandle buf2;
    for (int64_t i = 0; i < 3; i++) { buf2 = make(); }
    cpp_fused_add_0((const float*)(buf2.data_ptr()), (float*)(buf1.data_ptr()));
    for (int i = 0; i < 0; ++i) { buf1.reset(); }
    output_handles[1] = buf1.release();
    auto buf3 = make();
    do { output_handles[2] = buf3.release(); break; } while (true);
    auto buf4 = make();
    bool done = false;
    do {
        done = isLarge(output_handles[0] != nullptr);
        if (done) { output_handles[3] = buf4.release(); }
    } while (!done);
}
void shifted(const std::vector<int64_t>& sizes, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle before, after;
    for (int i = 0; i < 2; ++i) {
        after = std::move(before);
        before = make();
    }
    output_handles[0] = after.release();
    auto buf0 = make();
    for (RAIIAtenTensorHandle* each : {&buf0}) { output_handles[1] = each->release(); }
    auto buf1 = make();
    for (int64_t size : sizes) { output_handles[2] = buf1.release(); }
    auto buf2 = make();
    for (size_t i = 0; i < sizes.size(); ++i) { if (i == 0) { output_handles[3] = buf2.release(); } }
    auto buf3 = make();
    int rows[] = {1};
    for (int row : rows) { output_handles[4] = buf3.release(); }
}
void retries(RAIIAtenTensorHandle& arg0_1, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    while (1) {
        bool arg0_1_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg0_1, &arg0_1_scalar));
        if (arg0_1_scalar) { output_handles[0] = buf0.release(); }
        if (arg0_1_scalar) break;
    }
}

// All values of the selector are there.
void selected(int64_t s0, AtenTensorHandle* output_handles) {
    auto buf0 = make();
    switch (s0 & 1) {
    case 0:
        output_handles[0] = buf0.release();
        break;
    case 1:
        output_handles[0] = buf0.release();
        break;
    }
    auto buf1 = make();
    if (s0 % 2 == 0) { output_handles[1] = buf1.release(); } else if (s0 % 2 == 1) { output_handles[1] = buf1.release(); }
}
}
