// RUN: %check_aoti %s aoti-debug-leftover
//
// A source of CPU kernels with profiling, from a debug build.

#include <torch/csrc/inductor/aoti_runtime/utils.h>
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_relu_0(float* in_out_ptr0)
{
    torch::aot_inductor::RAIIAtenRecordFunctionHandle record_graph_5_cpp_fused_relu_0_("graph_5_cpp_fused_relu_0", nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: profiler record 'graph_5_cpp_fused_relu_0' is opened on each run; left by 'cpp.enable_kernel_profile'
    in_out_ptr0[0] = 0;
}

// CHECK-MESSAGES: :[[@LINE+2]]:30: warning: built with '-O0', without optimisation: the generated code runs many times slower; left by 'aot_inductor.debug_compile'
// Compile cmd
// g++ /build/x.kernel.cpp   -O0 -DNDEBUG -std=c++20 -fPIC -c -o /build/x.kernel.o
// Link cmd
// g++ /build/x.kernel.o -shared -o /build/x.kernel.so
