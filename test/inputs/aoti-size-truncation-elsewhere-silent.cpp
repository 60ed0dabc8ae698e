// RUN: %check_aoti %s aoti-size-truncation
//
// Tests of the rest in other forms, a test of the quotient, ceilings and a factor.

#include <cstdlib>
#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 8);
    auto arg0_1 = std::move(inputs[0]);
    int64_t n0 = arg0_1.sizes()[0];
    auto arg1_1 = std::move(inputs[1]);
    int64_t n1 = arg1_1.sizes()[0];
    auto arg2_1 = std::move(inputs[2]);
    int64_t n2 = arg2_1.sizes()[0];
    auto arg3_1 = std::move(inputs[3]);
    int64_t n3 = arg3_1.sizes()[0];
    auto arg4_1 = std::move(inputs[4]);
    int64_t n4 = arg4_1.sizes()[0];
    auto arg5_1 = std::move(inputs[5]);
    int64_t n5 = arg5_1.sizes()[0];
    auto arg6_1 = std::move(inputs[6]);
    int64_t n6 = arg6_1.sizes()[0];
    auto arg7_1 = std::move(inputs[7]);
    int64_t n7 = arg7_1.sizes()[0];
    if (n0 % 2) throw std::runtime_error("odd");
    int64_t s0 = c10::div_floor_integer(static_cast<int64_t>(n0), static_cast<int64_t>(2L));
    if (n1 & 1) throw std::runtime_error("odd");
    int64_t s1 = c10::div_floor_integer(static_cast<int64_t>(n1), static_cast<int64_t>(2L));
    if (std::div(n2, int64_t(2)).rem != 0) throw std::runtime_error("odd");
    int64_t s2 = c10::div_floor_integer(static_cast<int64_t>(n2), static_cast<int64_t>(2L));
    bool even3 = n3 % 2 == 0;
    if (!even3) throw std::runtime_error("odd");
    int64_t s3 = c10::div_floor_integer(static_cast<int64_t>(n3), static_cast<int64_t>(2L));
    auto even4 = [](int64_t v) { if (v % 2) throw std::runtime_error("odd"); };
    even4(n4);
    int64_t s4 = c10::div_floor_integer(static_cast<int64_t>(n4), static_cast<int64_t>(2L));
    int64_t s5 = c10::div_floor_integer(static_cast<int64_t>(n5), static_cast<int64_t>(2L));
    if (2*s5 != n5) throw std::runtime_error("odd");
    int64_t s6 = (n6 + 127) / 128;
    int64_t reserve = static_cast<int64_t>(n7 * 1.5);
    (void)reserve;
    inputs.clear();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
