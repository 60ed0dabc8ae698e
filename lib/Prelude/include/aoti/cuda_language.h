// What nvcc knows without any header: the words of the language, as far as code of the host needs them, and the functions of device code. Everything here can be
// called from both sides; which side a function of the source is for, the source says.
#pragma once
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#pragma clang force_cuda_host_device begin
#include <aoti/standard.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <c10/macros/Macros.h>
#ifdef AOTI_OPERATOR_SOURCE
#include <ATen/aoti_ivalue.h>
#endif
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(N) __attribute__((aligned(N)))
#define __builtin_align__(N) __attribute__((aligned(N)))
#undef C10_HOST_DEVICE
#undef C10_HOST
#undef C10_DEVICE
#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_DEVICE __device__
#ifndef C10_LAUNCH_BOUNDS_1
#define C10_LAUNCH_BOUNDS_0
#define C10_LAUNCH_BOUNDS_1(N)
#define C10_LAUNCH_BOUNDS_2(N, M)
#endif
#define CUDART_INF_F __builtin_huge_valf()
#define CUDART_INF __builtin_huge_val()
// clang asks for this one when it sees `<<<…>>>`.
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, size_t shared_mem_bytes = 0, cudaStream_t stream = 0);
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;
extern "C" {
int __syncthreads_or(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_count(int predicate);
void __syncwarp(unsigned mask = 0xffffffffu);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
void __trap();
void __nanosleep(unsigned nanoseconds);
unsigned __activemask();
unsigned __ballot_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
int __all_sync(unsigned mask, int predicate);
int __popc(unsigned value);
int __popcll(unsigned long long value);
int __clz(int value);
int __clzll(long long value);
int __ffs(int value);
int __ffsll(long long value);
unsigned __brev(unsigned value);
float __expf(float value);
float __logf(float value);
float __fdividef(float a, float b);
float __frcp_rn(float value);
float __frsqrt_rn(float value);
float __fmaf_rn(float a, float b, float c);
float __saturatef(float value);
float rsqrtf(float value);
float __int_as_float(int value);
int __float_as_int(float value);
unsigned __float_as_uint(float value);
float __uint_as_float(unsigned value);
int __float2int_rn(float value);
long long clock64();
int __mulhi(int a, int b);
unsigned __umulhi(unsigned a, unsigned b);
int __dp4a(int a, int b, int c);
size_t __cvta_generic_to_shared(const void *pointer);
}
#define AOTI_SHUFFLE(N) template <class T> T N(unsigned mask, T value, int lane, int width = 32) { return value; }
AOTI_SHUFFLE(__shfl_sync) AOTI_SHUFFLE(__shfl_up_sync) AOTI_SHUFFLE(__shfl_down_sync) AOTI_SHUFFLE(__shfl_xor_sync)
#undef AOTI_SHUFFLE
#define AOTI_ATOMIC(N) template <class T, class V> T N(T *address, V value) { return *address; }
AOTI_ATOMIC(atomicAdd) AOTI_ATOMIC(atomicSub) AOTI_ATOMIC(atomicMax) AOTI_ATOMIC(atomicMin) AOTI_ATOMIC(atomicExch) AOTI_ATOMIC(atomicOr) AOTI_ATOMIC(atomicAnd) AOTI_ATOMIC(atomicInc)
#undef AOTI_ATOMIC
template <class T, class C, class V> T atomicCAS(T *address, C compare, V value) { return *address; }
template <class T> T __ldg(const T *address) { return *address; }
template <class T> T __ldcs(const T *address) { return *address; }
template <class T> T __ldcg(const T *address) { return *address; }
template <class T> void __stcs(T *address, T value) {}
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline int2 make_int2(int x, int y) { return {x, y}; }
inline int3 make_int3(int x, int y, int z) { return {x, y, z}; }
inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
template <class A, class B> auto max(A a, B b) { return a < b ? b : a; }
template <class A, class B> auto min(A a, B b) { return b < a ? b : a; }
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define C10_WARP_SIZE 32
#ifdef AOTI_OPERATOR_SOURCE
namespace at {
struct PhiloxCudaState { uint64_t seed_, offset_; bool captured_; };
} // namespace at
#endif
#define hipLaunchKernelGGL(KERNEL, GRID, BLOCK, BYTES, STREAM, ...) KERNEL<<<(GRID), (BLOCK), (BYTES), (STREAM)>>>(__VA_ARGS__)
#pragma clang force_cuda_host_device end
