// Triton kernels are embedded as comments in /build/inductor/cab/other.wrapper.cpp

#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_add_0(const double* in_ptr0,
                       double* out_ptr0)
{
}
