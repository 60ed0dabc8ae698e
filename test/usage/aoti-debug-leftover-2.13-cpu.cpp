// RUN: %check_aoti %s aoti-debug-leftover
//
// As torch 2.13 writes it for CPU: nothing waits for a device, profiling carries stacks, the companion newline has a backslash too many.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <torch/csrc/inductor/aoti_runtime/kernel_context_tls.h>
namespace torch::aot_inductor { thread_local KernelContext* tls_kernel_context = nullptr; }
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    RAIIAtenRecordFunctionHandle record_inductor_wrapper_call_("inductor_wrapper_call", nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: profiler record 'inductor_wrapper_call' is opened on each run; left by 'profiler_mark_wrapper_call'; a compile-time option: compile the package again without it [aoti-debug-leftover]
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg12_1 = std::move(inputs[0]);
    int64_t s77 = 4;
    // make sure graph inputs are not nan/inf
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_check_inf_and_nan("arg12_1", arg12_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: tensor 'arg12_1' is searched for NaN and infinity on every run, and the run fails where there is one; left by 'nan_asserts'
    aoti_torch_print_tensor_handle(arg12_1, "before_launch - cpp_fused_0 - arg12_1");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'before_launch - cpp_fused_0 - arg12_1' is printed on every run: this puts values of the model into the log; left by
    aoti_torch_save_tensor_handle(arg12_1, "arg12_1", "after_launch", "cpp_fused_0");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'arg12_1' (after_launch of 'cpp_fused_0') is saved on every run: this writes a file below
    printf("[  before_launch - cpp_fused_0 - s77: %ld  ]", s77); printf("\\n");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'before_launch - cpp_fused_0 - s77' is printed on every run, a value of the model in the log
    {
    KernelContextGuard _ctx("aoti_torch_cpu_addmm_out", R"(
File "/home/someone/model.py", line 88, in forward
    return self.l(x)
)");
    // CHECK-MESSAGES: :[[@LINE-4]]:5: warning: kernel 'aoti_torch_cpu_addmm_out' carries the place in the model's source that it comes from, a path of the build machine ('/home/someone/model.py') and lines of its code, and says it on each run; left by 'cpp.enable_kernel_profile' (TORCHINDUCTOR_CPP_ENABLE_KERNEL_PROFILE); a compile-time option: compile the package again without it [aoti-debug-leftover]
    RAIIAtenRecordFunctionHandle record_aoti_torch_cpu_addmm_out_("aoti_torch_cpu_addmm_out", nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: profiler record 'aoti_torch_cpu_addmm_out' is opened on each run; left by 'cpp.enable_kernel_profile' (TORCHINDUCTOR_CPP_ENABLE_KERNEL_PROFILE); a compile-time option: compile the package again without it [aoti-debug-leftover]
    }
    {
    KernelContextGuard _ctx("aoti_torch_cpu_mm_out", R"()");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: kernel 'aoti_torch_cpu_mm_out' carries the place in the model's source that it comes from, and says it on each run; left by
    }
    output_handles[0] = arg12_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor

// CHECK-MESSAGES: :[[@LINE+2]]:40: warning: built with '-g': the library carries full debug information with paths of the build machine; left by 'aot_inductor.debug_symbols' (AOT_INDUCTOR_DEBUG_SYMBOLS); a compile-time option: compile the package again without it [aoti-debug-leftover]
// Compile cmd
// g++ /build/x.wrapper.cpp -O0 -g -g1 -g -O1 -DNDEBUG -fno-omit-frame-pointer -std=c++20 -fPIC -c -o /build/-g/x.wrapper.o
// Link cmd
// g++ /build/x.wrapper.o -shared -o /build/x.wrapper.so
