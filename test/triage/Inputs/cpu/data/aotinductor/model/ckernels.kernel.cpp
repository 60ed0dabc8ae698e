// Triton kernels are embedded as comments in /tmp/ti/ctable.wrapper.cpp
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C" void cpp_fused_index_0(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1)
{
    for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
    {
        auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
        AOTI_TORCH_CHECK((0 <= tmp0) & (tmp0 < ks1), "index out of bounds: 0 <= tmp0 < ks1");
        auto tmp1 = in_ptr1[static_cast<int64_t>(tmp0)];
        out_ptr0[static_cast<int64_t>(x0)] = tmp1;
    }
}
