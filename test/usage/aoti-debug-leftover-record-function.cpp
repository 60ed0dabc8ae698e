// RUN: %check_aoti %s aoti-debug-leftover
//
// Older releases record with a macro of ATen.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#ifndef RECORD_FUNCTION
#define RECORD_FUNCTION(name, inputs) int record_here = sizeof(name)
#endif
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    RECORD_FUNCTION("inductor_wrapper_call", c10::ArrayRef<c10::IValue>());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: profiler record 'inductor_wrapper_call' is opened on each run; left by 'profiler_mark_wrapper_call'; a compile-time option: compile the package again without it [aoti-debug-leftover]
}
} // namespace torch::aot_inductor
