// RUN: %check_aoti %s aoti-triton-launch-abi
//
// A helper by itself, instantiated by hand; the metadata stands in front of the kernel.

#include <torch/csrc/inductor/aoti_include/cuda.h>
static inline void launchKernel(CUfunction func, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemBytes, void* args[], cudaStream_t stream) {}
using namespace torch::aot_inductor;
template <typename in_ptr0_type_, typename out_ptr0_type_>
static inline void call_triton_poi_fused_mul_3(const in_ptr0_type_& in_ptr0, const out_ptr0_type_& out_ptr0, double factor, int64_t xnumel, CUfunction function, cudaStream_t stream_) {
    /*
    async_compile.triton('triton_poi_fused_mul_3', '''
    triton_meta = {'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'factor': 'fp32', 'xnumel': 'i64'}}
    def triton_poi_fused_mul_3(in_ptr0, out_ptr0, factor, xnumel, XBLOCK : tl.constexpr):
        pass
    ''', device_str='cuda')
    */
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    double var_2 = factor;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: 'double' for 'factor' of kernel 'triton_poi_fused_mul_3', which is 'fp32': the kernel takes 4 of its 8 bytes for a number of its own, a wrong one for nearly every value; declare it as 'float' [aoti-triton-launch-abi]
    int64_t var_3 = xnumel;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3};
    launchKernel(function, 1, 1, 1, 4, 0, kernel_args_, stream_);
}
template void call_triton_poi_fused_mul_3(const RAIIAtenTensorHandle&, const RAIIAtenTensorHandle&, double, int64_t, CUfunction, cudaStream_t);
