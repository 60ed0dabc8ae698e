// RUN: %aoti-lint --dump-facts %s | FileCheck %s
// RUN: %aoti-lint --dump-facts=json %s | FileCheck --check-prefix=JSON %s
//
// Constants that are computed when the model is loaded: the graph that does so is a function of its own, and what it fills are constants.

#include <torch/csrc/inductor/aoti_include/cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
};
}  // namespace
// CHECK: constants (2, 1,024 bytes)
// CHECK: 0 w float32 cuda [16, 16] [16, 1] 1,024 Parameter
// CHECK: 1 _FOLDED_CONST_mm float32 cuda [16, 16] [16, 1] 1,024 folded
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string& device_str, std::optional<std::string> cubin_dir) : AOTInductorModelBase(1, 1, 2, device_str, std::move(cubin_dir), true) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = static_cast<int32_t>(cached_torch_dtype_float32);
    constants_info_[0].device_type = cached_torch_device_type_cuda;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 1024;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {16, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "w";
    constants_info_[1].name = "_FOLDED_CONST_mm";
    constants_info_[1].dtype = static_cast<int32_t>(cached_torch_dtype_float32);
    constants_info_[1].device_type = cached_torch_device_type_cuda;
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 1024;
    constants_info_[1].from_folded = true;
    constants_info_[1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::FoldedConstant);
    constants_info_[1].shape = {16, 16};
    constants_info_[1].stride = {16, 1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].original_fqn = "";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}
std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor, bool initialization) {
    std::unordered_map<std::string, AtenTensorHandle> folded_constants_map;
    folded_constants_map.reserve(1);
    std::vector<AtenTensorHandle> output_handles(1);
    // The below assignment of output_handles to constants is not used directly.
    // It's only used to memo the correspondence of handle and constants.
    output_handles[0] = constants_->at(1);
    _const_run_impl(output_handles, stream, proxy_executor);
    folded_constants_map["_FOLDED_CONST_mm"] = output_handles[0];
    return folded_constants_map;
}
// CHECK: _const_run_impl, line [[#@LINE+1]]: 1 buffer, 0 launches, 1 shim call
void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle>& output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    [[maybe_unused]] auto& w = constants_->at(0);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {16L, 16L};
    static constexpr int64_t int_array_1[] = {16L, 1L};
    AtenTensorHandle buf0_handle;
    // CHECK: [[#@LINE+1]] buf0 allocation float32 cuda [16, 16] [16, 1] 1,024 used [[#@LINE+5]]-[[#@LINE+6]], output 0 at [[#@LINE+6]]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cuda shim run aoti_torch_cuda_mm_out writes buf0; reads w, w
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, w, w));
    output_handles[0] = buf0.release();
} // AOTInductorModel::_const_run_impl
// CHECK: run_impl, line [[#@LINE+1]]: 0 buffers, 0 launches, 1 shim call
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    [[maybe_unused]] auto& _FOLDED_CONST_mm = constants_->at(1);
    inputs.clear();
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    // CHECK: [[#@LINE+1]] cuda shim run aoti_torch_cuda_mm_out writes arg0_1; reads _FOLDED_CONST_mm, _FOLDED_CONST_mm
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(arg0_1, _FOLDED_CONST_mm, _FOLDED_CONST_mm));
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 1 of 1 buffers, 0 of 0 launches, 2 of 2 shim calls
//
// The life of the buffer: the wrapper of the handle owns it until the caller gets it.
// JSON: "name": "_const_run_impl"
// JSON-NEXT: "line":
// JSON-NEXT: "role": "constant folding"
// JSON-NEXT: "handles_followed": true
// JSON: "name": "buf0",
// JSON-NEXT: "origin": "allocation"
// JSON: "life": [
// JSON-NEXT: {
// JSON-NEXT: "what": "owned by",
// JSON-NEXT: "name": "buf0",
// JSON-NEXT: "line":
// JSON-NEXT: },
// JSON-NEXT: {
// JSON-NEXT: "what": "output",
// JSON-NEXT: "name": "0",
// JSON-NEXT: "line":
// JSON-NEXT: }
// JSON-NEXT: ],
