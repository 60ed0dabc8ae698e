// RUN: %check_aoti %s aoti-kernel-signature
//
// As torch 2.6 writes it: the kernels are defined in the wrapper.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include "/build/inductor/2r/c2r3vhyy5xrqrmhdtpamgwmmpl7oqplfvkb3zsuxwgnvzlatxmpo.h"
extern "C"  void cpp_fused_relu_0(half* in_out_ptr0,
                       const bfloat16* in_ptr0,
                       const int64_t ks0)
{
    {
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            in_out_ptr0[static_cast<int64_t>(x0)] = static_cast<half>(static_cast<float>(in_ptr0[static_cast<int64_t>(x0)]));
        }
    }
}
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(float16);
CACHE_TORCH_DTYPE(bfloat16);
CACHE_TORCH_DEVICE(cpu);
namespace torch {
namespace aot_inductor {
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, std::shared_ptr<std::vector<ConstantHandle>> constants_array, const std::string& device_str, std::optional<std::string> cubin_dir, bool include_weights)
    : AOTInductorModelBase(1, 1, 1, device_str, cubin_dir, true) {
    inputs_info_[0].name = "arg1_1";
    constants_info_[0].name = "scale";
    constants_info_[0].dtype = static_cast<int32_t>(cached_torch_dtype_float16);
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 16;
    constants_info_[0].from_folded = false;
    constants_info_[0].shape = {8};
    constants_info_[0].stride = {1};
    outputs_info_[0].name = "output0";
}
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg1_1 = std::move(inputs[0]);
    auto scale = constants_->at(0);
    auto arg1_1_size = arg1_1.sizes();
    auto s0 = arg1_1_size[0];
    inputs.clear();
    static constexpr int64_t int_array_0[] = {8L, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float16, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_bfloat16, cached_torch_device_type_cpu, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    cpp_fused_relu_0((half*)(buf0.data_ptr()), (const bfloat16*)(arg1_1.data_ptr()), s0);
    decltype(auto) buf2 = std::move(buf0);  // reuse
    cpp_fused_relu_0((half*)(buf2.data_ptr()), (const bfloat16*)(buf1.data_ptr()), s0);
    // Both are as long, and not the same.
    cpp_fused_relu_0((half*)(buf1.data_ptr()), (const bfloat16*)(buf1.data_ptr()), s0);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: error: argument 1 of kernel 'cpp_fused_relu_0' is 'buf1' of dtype bfloat16, cast to 'half*': the kernel takes the bytes of each element for float16; {{.*}} [aoti-kernel-signature]
    cpp_fused_relu_0((half*)(buf2.data_ptr()), (const bfloat16*)(scale.data_ptr()), s0);
    // CHECK-MESSAGES: :[[@LINE-1]]:48: error: argument 2 of kernel 'cpp_fused_relu_0' is 'scale' of dtype float16, cast to 'const bfloat16*': the kernel takes the bytes of each element for bfloat16; {{.*}} [aoti-kernel-signature]
    cpp_fused_relu_0((half*)(buf2.data_ptr()), (const bfloat16*)(buf1.data_ptr()));
    // CHECK-MESSAGES: :[[@LINE-1]]:5: error: call of kernel 'cpp_fused_relu_0' has 2 arguments, but the kernel takes 3: {{.*}} [aoti-kernel-signature]
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace aot_inductor
} // namespace torch
