// Half precision types of CUDA, host view.
#pragma once
#include <cuda_runtime.h>
struct __half { unsigned short __x; __half() = default; __half(float); __half(double); __half(int); operator float() const; };
struct __half2 { __half x, y; };
struct __nv_bfloat16 { unsigned short __x; __nv_bfloat16() = default; __nv_bfloat16(float); __nv_bfloat16(double); __nv_bfloat16(int); operator float() const; };
struct __nv_bfloat162 { __nv_bfloat16 x, y; };
struct __nv_fp8_e4m3 { unsigned char __x; __nv_fp8_e4m3() = default; explicit __nv_fp8_e4m3(float); explicit operator float() const; };
struct __nv_fp8_e5m2 { unsigned char __x; __nv_fp8_e5m2() = default; explicit __nv_fp8_e5m2(float); explicit operator float() const; };
struct __nv_fp8_e8m0 { unsigned char __x; };
#ifndef AOTI_PREFIX_HALF
#define AOTI_CUDA_HALF
typedef __half half;
#endif
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
__half __float2half(float);
float __half2float(__half);
__nv_bfloat16 __float2bfloat16(float);
float __bfloat162float(__nv_bfloat16);
