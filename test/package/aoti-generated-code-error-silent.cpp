// RUN: %check_aoti %s aoti-generated-code-error
#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <string>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);

namespace torch::aot_inductor {

struct Chain {
    Chain& synchronize() { return *this; }
    Chain* cuda() { return this; }
};

void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    Chain torch;
    torch.cuda()
        ->synchronize();
    std::string text = R"(
    torch.cuda.synchronize()
    with stream1:
        True
    )";
    // torch.cuda.synchronize()
    /*
    torch.cuda.synchronize()
    */
    bool True_ = true;
    (void)True_;
    output_handles[0] = arg0_1.release();
}
} // namespace torch::aot_inductor
