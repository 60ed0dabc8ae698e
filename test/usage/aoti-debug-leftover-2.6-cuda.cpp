// RUN: %check_aoti %s aoti-debug-leftover
//
// As torch 2.6 writes it, with each of the three printers, NaN checks and a debug build.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

AOTIRuntimeError AOTInductorModelContainerDelete(AOTInductorModelContainerHandle container_handle) {
  // Library text, the same in every package of a release.
  aoti_torch_print_tensor_handle(nullptr, "library");
  printf("[ before_launch: library ]\n");
  return 0;
}
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg4_1 = std::move(inputs[0]);
    int64_t s0 = 4;
    aoti_torch_print_tensor_handle(arg4_1, "aoti_model_inputs - arg4_1");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'aoti_model_inputs - arg4_1' is printed on every run: this waits for the device and puts values of the model into the log; left by 'aot_inductor.debug_intermediate_value_printer=2' (AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER); a compile-time option: compile the package again without it [aoti-debug-leftover]
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_check_inf_and_nan("arg4_1", arg4_1));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: tensor 'arg4_1' is searched for NaN and infinity on every run, which waits for the device, and the run fails where there is one; left by 'nan_asserts' (TORCHINDUCTOR_NAN_ASSERTS); a compile-time option: compile the package again without it [aoti-debug-leftover]
    aoti_torch_save_tensor_handle(arg4_1, "arg4_1", "before_launch", "aoti_torch_cuda_mm_out");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: tensor 'arg4_1' (before_launch of 'aoti_torch_cuda_mm_out') is saved on every run: this waits for the device and writes a file below './tmp/aoti_torch/' of the working directory, and a failure to write is not reported; left by 'aot_inductor.debug_intermediate_value_printer=1' (AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER); a compile-time option: compile the package again without it [aoti-debug-leftover]
    printf("[  before_launch - triton_poi_fused_0 - s0: %ld  ]", s0); printf("\n");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'before_launch - triton_poi_fused_0 - s0' is printed on every run, a value of the model in the log; left by 'aot_inductor.debug_intermediate_value_printer=2' (AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER); a compile-time option: compile the package again without it [aoti-debug-leftover]
    printf("[ before_launch: triton_poi_fused_0 ]\n");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'before_launch: triton_poi_fused_0' is printed on every run; left by 'aot_inductor.debug_intermediate_value_printer=3' (AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER); a compile-time option: compile the package again without it [aoti-debug-leftover]
    printf("[ after_launch: triton_poi_fused_0 ]\n");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'after_launch: triton_poi_fused_0' is printed on every run; left by
    output_handles[0] = arg4_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor

// Compile cmd
// g++ /build/x.cpp -D TORCH_INDUCTOR_CPP_WRAPPER -DNDEBUG -O3 -std=c++17 -fPIC -c -o /build/x.o
// CHECK-MESSAGES: :[[@LINE+6]]:54: warning: built with '-O0' and '-g', without optimisation and with asserts: the generated code runs many times slower; left by 'aot_inductor.debug_compile' (AOT_INDUCTOR_DEBUG_COMPILE); a compile-time option: compile the package again without it [aoti-debug-leftover]
// CHECK-MESSAGES: :[[@LINE+5]]:58: warning: built with '-fsanitize=address,undefined': the library needs the sanitizer's runtime in the process that loads it, and runs several times slower; compile the package again without it [aoti-debug-leftover]
// CHECK-MESSAGES: :[[@LINE+4]]:87: warning: built with '-D DEBUG': this switches on checks of debug builds, which cost time on each run; compile the package again without it [aoti-debug-leftover]
// Link cmd
// g++ /build/x.o -g -O0 -shared -o /build/x.so
// Compile cmd
// g++ /build/x.cpp -D TORCH_INDUCTOR_CPP_WRAPPER -g -O0 -fsanitize=address,undefined -D DEBUG -std=c++17 -fPIC -c -o /build/x.o
// Link cmd
// g++ /build/x.o -g -O0 -shared -o /build/x.so
