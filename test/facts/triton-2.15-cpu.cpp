// RUN: %aoti-lint --dump-facts %s | FileCheck %s
//
// Kernels of Triton for the CPU: the helper loads the kernel and its launcher from libraries of the package. Such a launch has no stream.

#include <torch/csrc/inductor/aoti_include/cpu.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
using CpuTritonLauncherFn = void (*)(uint32_t, uint32_t, uint32_t, int, void **, void *);
static void *loadCpuTritonKernel(const std::string &path, const std::string &symbol, const std::optional<std::string> &cubin_dir = std::nullopt) { return nullptr; }
static CpuTritonLauncherFn loadCpuTritonLauncher(const std::string &path, const std::optional<std::string> &cubin_dir = std::nullopt) { return nullptr; }
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    void *add_kernel_0_kernel_fn{nullptr};
    CpuTritonLauncherFn add_kernel_0_launcher_fn{nullptr};
};
} // namespace
// CHECK: kernels (1)
// CHECK: [[#@LINE+8]] cpu add_kernel_0 c1.so [[#@LINE+28]]
template <typename in_ptr_type_, typename out_ptr_type_, typename kernels_type_>
static __attribute__((noinline)) void call_add_kernel_0(const in_ptr_type_& in_ptr, const out_ptr_type_& out_ptr, int64_t n_elements, int64_t _grid_0, kernels_type_& kernels_, const std::optional<std::string>& cubin_dir_ = std::nullopt) {
    /*
    inductor_meta={'kernel_name': 'add_kernel_0', 'mutated_arg_names': ['out_ptr']},
    */
    static std::once_flag add_kernel_0_init_flag;
    std::call_once(add_kernel_0_init_flag, [&]() {
        kernels_.add_kernel_0_kernel_fn = loadCpuTritonKernel("/tmp/inductor/c1.so", "add_kernel_0", cubin_dir_);
        kernels_.add_kernel_0_launcher_fn = loadCpuTritonLauncher("/tmp/inductor/c2.so", cubin_dir_);
    });
    void* args_arr[] = { in_ptr.data_ptr(), out_ptr.data_ptr(), &n_elements, nullptr };
    kernels_.add_kernel_0_launcher_fn(static_cast<uint32_t>(_grid_0), static_cast<uint32_t>(1), static_cast<uint32_t>(1), /*num_cpu_threads=*/1, args_arr, kernels_.add_kernel_0_kernel_fn);
}
// CHECK: run_impl, line [[#@LINE+1]]: 1 buffer, 1 launch, 0 shim calls
void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    static constexpr int64_t int_array_0[] = {64L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    // CHECK: [[#@LINE+1]] buf0 allocation float32 cpu [64] [1] 256
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // CHECK: operations
    // CHECK: [[#@LINE+1]] cpu launch add_kernel_0 writes buf0; reads arg0_1; n_elements = 64; _grid_0 = 4
    call_add_kernel_0(arg0_1, buf0, 64L, 4L, kernels, this->cubin_dir_);
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: known: 1 of 1 buffers, 1 of 1 launches, 0 of 0 shim calls
