// CPU kernels are defined for /build/inductor/renamed.wrapper.cpp
// cpp_fused_add_0_old was the first version.
extern "C"  void  cpp_fused_add_0_new(const float* in_ptr0,
                       float* out_ptr0)
{
    out_ptr0[static_cast<int64_t>(0L)] = in_ptr0[static_cast<int64_t>(0L)];
}
