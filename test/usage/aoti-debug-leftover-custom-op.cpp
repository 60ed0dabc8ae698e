// RUN: %check_aoti %s aoti-debug-leftover
//
// In code that no generator wrote, waiting and profiling are a person's choice; a printer of the generator is a leftover there too.

#include <cuda_runtime.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>

#define RECORD_FUNCTION(name, inputs) int record_here = sizeof(name)

void op(AtenTensorHandle x) {
  RECORD_FUNCTION("op", {});
  cudaDeviceSynchronize();
  aoti_torch_print_tensor_handle(x, "x");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: tensor 'x' is printed on every run
}
// Compile cmd
// g++ x.cpp -g -O0
