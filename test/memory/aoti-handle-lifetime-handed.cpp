// RUN: %check_aoti %s aoti-handle-lifetime
//
// Sound ways to hand a handle on that torch does not write: exchanged, swapped, filled through a reference or a pointer, kept in
// tables.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
static constexpr int64_t int_array_0[] = {4L};
static constexpr int64_t int_array_1[] = {1L};
static RAIIAtenTensorHandle make() {
    AtenTensorHandle result;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, 0, &result));
    return RAIIAtenTensorHandle(result);
}
static void fill(RAIIAtenTensorHandle& to, RAIIAtenTensorHandle from) { to = std::move(from); }
static void fillThrough(RAIIAtenTensorHandle* to) { *to = make(); }
template <typename T> static void fillAny(T& to) { to = make(); }
static void cloneInto(AtenTensorHandle from, AtenTensorHandle& to) { AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(from, &to)); }
static RAIIAtenTensorHandle pick(RAIIAtenTensorHandle first, RAIIAtenTensorHandle second) { return first ? std::move(first) : std::move(second); }
static void store(AtenTensorHandle* outputs, int index, RAIIAtenTensorHandle tensor) { outputs[index] = tensor.release(); }

void exchanged(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    output_handles[0] = std::exchange(buf0, RAIIAtenTensorHandle()).release();
    auto buf1 = make();
    RAIIAtenTensorHandle none;
    output_handles[1] = std::exchange(buf1, std::move(none)).release();
    auto buf2 = make();
    auto buf3 = std::exchange(buf2, make());
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf2, buf3, buf3));
    output_handles[2] = buf2.release();
    AtenTensorHandle raw = nullptr;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_clone(buf3, &raw));
    output_handles[3] = std::exchange(raw, nullptr);
    auto buf4 = make();
    RAIIAtenTensorHandle buf5;
    std::swap(buf4, buf5);
    if (buf4) { throw std::runtime_error("still there"); }
    output_handles[4] = buf5.release();
    auto buf6 = make();
    auto buf7 = make();
    using std::swap;
    swap(buf6, buf7);
    buf6.reset();
    output_handles[5] = buf7.release();
}

void filled(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    RAIIAtenTensorHandle buf1, buf2, buf3, buf4, buf5, buf6, buf7;
    fill(buf1, std::move(buf0));
    output_handles[0] = buf1.release();
    fillThrough(&buf2);
    output_handles[1] = buf2.release();
    fillAny(buf3);
    auto fillHere = [](RAIIAtenTensorHandle& to, RAIIAtenTensorHandle from) { to = std::move(from); };
    fillHere(buf4, make());
    std::function<void(RAIIAtenTensorHandle&)> fillLater = [](RAIIAtenTensorHandle& to) { to = make(); };
    fillLater(buf5);
    auto fillCaptured = [&buf6] { buf6 = make(); };
    fillCaptured();
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf3, buf4, buf5));
    AtenTensorHandle raw;
    cloneInto(buf3, raw);
    output_handles[2] = raw;
    output_handles[3] = buf6.release();
    for (RAIIAtenTensorHandle* each : {&buf7}) { *each = make(); }
    output_handles[4] = buf7.release();
    RAIIAtenTensorHandle buf8, buf9;
    RAIIAtenTensorHandle* both[] = {&buf8, &buf9};
    for (RAIIAtenTensorHandle* each : both) { *each = make(); }
    output_handles[5] = buf8.release();
    output_handles[6] = buf9.release();
    output_handles[7] = pick(RAIIAtenTensorHandle(), make()).release();
    store(output_handles, 8, make());
}

void chosen(int64_t s0, AtenTensorHandle* output_handles) {
    RAIIAtenTensorHandle buf0, buf1;
    auto& taken = s0 > 4 ? buf0 : buf1;
    taken = make();
    output_handles[0] = taken.release();
    auto buf2 = make();
    auto buf3 = s0 > 4 ? std::move(buf2) : make();
    output_handles[1] = buf3.release();
    RAIIAtenTensorHandle buf4 = [&]() -> RAIIAtenTensorHandle {
        if (s0 > 4) { return make(); }
        return make();
    }();
    output_handles[2] = buf4.release();
}

void collected(AtenTensorHandle* output_handles) {
    std::vector<RAIIAtenTensorHandle> results;
    results.push_back(make());
    results.emplace_back(make());
    for (size_t i = 0; i < results.size(); ++i) { output_handles[i] = results[i].release(); }
    std::array<RAIIAtenTensorHandle, 2> pair;
    pair[0] = make();
    pair[1] = make();
    output_handles[2] = pair[0].release();
    std::map<int, RAIIAtenTensorHandle> byName;
    byName.emplace(3, make());
    output_handles[3] = byName.at(3).release();
    auto [first, second] = std::make_pair(make(), 4);
    output_handles[second] = first.release();
}

// Raw handles in objects: who takes them out again is not followed.
void kept(AtenTensorHandle* output_handles) {
    auto buf0 = make();
    auto owner = std::make_unique<RAIIAtenTensorHandle>(buf0.release());
    if (owner) { output_handles[0] = owner->release(); }
    auto buf1 = make();
    std::array<AtenTensorHandle, 1> handles{buf1.release()};
    output_handles[1] = handles[0];
    auto buf2 = make();
    auto [handle, index] = std::make_tuple(buf2.release(), 2);
    output_handles[index] = handle;
    auto buf3 = make();
    std::vector<AtenTensorHandle> raw;
    raw.push_back(buf3.release());
    output_handles[3] = raw.back();
    auto buf4 = make();
    AtenTensorHandle plain[] = {buf4.release()};
    output_handles[4] = plain[0];
}

void nulls(AtenTensorHandle* output_handles) {
    output_handles[0] = nullptr;
    auto buf0 = make();
    output_handles[0] = buf0.release();
    for (int i = 1; i < 3; ++i) { output_handles[i] = nullptr; }
    output_handles[1] = make().release();
    RAIIAtenTensorHandle buf1;
    buf1.reset();
    buf1 = make();
    buf1 = RAIIAtenTensorHandle();
    RAIIAtenTensorHandle buf2 = std::move(buf1);
    buf2 = make();
    output_handles[2] = buf2.release();
}
}
