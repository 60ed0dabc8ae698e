// RUN: %check_aoti %s aoti-debug-leftover
//
// What every package has: warnings, ordinary flags of the build with all that look like debug flags, an older command that no longer counts.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#define CUDA_DRIVER_CHECK(EXPR) do { if ((EXPR) != CUDA_SUCCESS) throw std::runtime_error("CUDA driver error"); } while (0)
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    AOTI_TORCH_WARN("Input 0 was compiled as 16-bytes aligned, but it is not aligned at run time. An extra copy is done.");
    // aoti_torch_print_tensor_handle(arg0_1, "in a comment");
    printf("launched [ before_launch ]\n");
    printf("%s\n", "[ before_launch: an argument ]");
    aoti_torch_print_tensor_handle(arg0_1, "wanted"); // NOLINT(aoti-debug-leftover)
    // NOLINTNEXTLINE(aoti-debug-leftover)
    CUDA_DRIVER_CHECK(cuCtxSynchronize());
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor

// Compile cmd
// g++ /build/x.wrapper.cpp -g -O0 -fsanitize=address -fPIC -c -o /build/x.wrapper.o
// Link cmd
// g++ /build/x.wrapper.o -g -O0 -shared -o /build/x.wrapper.so
// Compile cmd
// g++ /build/-g/-O0.wrapper.cpp -D TORCH_INDUCTOR_CPP_WRAPPER -D  C10_USING_CUSTOM_GENERATED_MACROS -O0 -DNDEBUG -g1 -fno-omit-frame-pointer -fno-sanitize=all -march=native -fopenmp -I/opt/DEBUG/include -fPIC -c -o /build/x.wrapper.o
// Link cmd
// g++ /build/x.wrapper.o -g -O0 -shared -o /build/x.wrapper.so
