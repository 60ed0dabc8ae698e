// RUN: %check_aoti %s aoti-static-kernel-handle
//
// Kernels of Triton for the CPU, as torch 2.13 and newer load them.

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <torch/csrc/inductor/aoti_runtime/cpu_triton_runtime_wrappers.h>
#include <mutex>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    void* triton_poi_fused_add_0_kernel_fn{nullptr};
    CpuTritonLauncherFn triton_poi_fused_add_0_launcher_fn{nullptr};
};
static CpuTritonLauncherFn launcher_of_all = nullptr;
// CHECK-NOTES: :[[@LINE-1]]:1: warning: 'launcher_of_all' holds the handle of a kernel (CpuTritonLauncherFn) and is static: every model of the process shares what the first one loaded, from the folder that the first one was unpacked to; make it a member of the model's kernels ('this->kernels_') [aoti-static-kernel-handle]
}  // namespace

template <typename in_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_0(
    const in_ptr0_type_& in_ptr0,
    int64_t xnumel,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    using namespace torch::aot_inductor;
    static std::once_flag triton_poi_fused_add_0_init_flag;
    std::call_once(triton_poi_fused_add_0_init_flag, [&]() {
    // CHECK-NOTES: :[[@LINE-1]]:5: warning: 'triton_poi_fused_add_0_kernel_fn' is a member of each model's kernels, and 'std::call_once' loads it once in a process: only the first model that runs gets a kernel, and another one launches a null handle (a second runner, or a second load of the package); load it where the handle of this model is still null [aoti-static-kernel-handle]
    // CHECK-NOTES: :[[@LINE-3]]:5: note: 'triton_poi_fused_add_0_init_flag' is one for the whole process
    // CHECK-NOTES: :[[@LINE+3]]:9: note: 'triton_poi_fused_add_0_kernel_fn' of one model is filled here
    // CHECK-NOTES: :[[@LINE-5]]:5: flow: 'triton_poi_fused_add_0_init_flag' is one for the whole process
    // CHECK-NOTES: :[[@LINE+1]]:9: flow: 'triton_poi_fused_add_0_kernel_fn' of one model is filled here
        kernels_.triton_poi_fused_add_0_kernel_fn = loadCpuTritonKernel(
            "/tmp/build/k0.so", "triton_poi_fused_add_0", cubin_dir_);
        kernels_.triton_poi_fused_add_0_launcher_fn = loadCpuTritonLauncher(
            "/tmp/build/l0.so", cubin_dir_);
    });
    void* args_arr[] = { in_ptr0.data_ptr(), &xnumel };
    kernels_.triton_poi_fused_add_0_launcher_fn(
        static_cast<uint32_t>((xnumel + 127) / 128),
        static_cast<uint32_t>(1),
        static_cast<uint32_t>(1),
        /*num_cpu_threads=*/1,
        args_arr,
        kernels_.triton_poi_fused_add_0_kernel_fn);
}

void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    call_triton_poi_fused_add_0(arg0_1, 128L, kernels, this->cubin_dir_);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
