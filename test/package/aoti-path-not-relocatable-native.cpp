// RUN: %check_aoti %s aoti-path-not-relocatable -- --load-isa=avx2
// RUN: not %aoti-lint --checks=-*,aoti-path-not-relocatable --color=never --load-platform=linux-x86_64 %s | FileCheck %s --check-prefix=LINUX
// RUN: %aoti-lint --checks=-*,aoti-path-not-relocatable --color=never %s | FileCheck %s --check-prefix=UNTOLD
//
// What was compiled for the machine of the compiler is told when another machine is named.
// UNTOLD: no findings
// LINUX: warning: this source was compiled with '-march=native'
// LINUX: 1 warning

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    output_handles[0] = inputs[0].release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor

// CHECK-MESSAGES: :[[@LINE+3]]:58: warning: this source was compiled with '-march=native': the compiler could use every instruction of the machine that it ran on, which nothing in the package names, and a CPU that lacks one ends the process with 'Illegal instruction'; compile the model on a CPU like that of the machine it will be loaded on [aoti-path-not-relocatable]

// Compile cmd
// g++ m.wrapper.cpp -D CPU_CAPABILITY_AVX2 -O1 -DNDEBUG -march=native -fPIC -std=c++20 -mavx2 -c -o m.wrapper.o
// Link cmd
// g++ m.wrapper.o -O3 -march=native -shared -o m.wrapper.so
