// RUN: %check_aoti %s aoti-handle-lifetime
//
// Whoever is given a list of handles keeps them.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor, bool initialization) {
    std::unordered_map<std::string, AtenTensorHandle> folded_constants_map;
    std::vector<AtenTensorHandle> output_handles(2);
    _const_run_impl(output_handles, stream, proxy_executor);
    folded_constants_map["_FOLDED_CONST_add"] = output_handles[0];
    folded_constants_map["_FOLDED_CONST_mul"] = output_handles[1];
    return folded_constants_map;
}

void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle>& output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    static constexpr int64_t int_array_0[] = {16L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    output_handles = {buf0.release(), buf1.release()};
} // AOTInductorModel::_const_run_impl

void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
