// The types that sums are computed in.
#pragma once
#include <c10/core/types.h>
#include <type_traits>
namespace at {
template <class T> struct OpMathType { using type = T; };
#define AOTI_K(T) template <> struct OpMathType<c10::T> { using type = float; };
AOTI_K(Half) AOTI_K(BFloat16) AOTI_K(Float8_e5m2) AOTI_K(Float8_e4m3fn) AOTI_K(Float8_e5m2fnuz) AOTI_K(Float8_e4m3fnuz)
#undef AOTI_K
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T, bool is_cuda> struct AccumulateType { using type = std::conditional_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int64_t, std::conditional_t<std::is_same_v<T, float> && !is_cuda, double, opmath_type<T>>>; };
template <class T, bool is_cuda = false> using acc_type = typename AccumulateType<T, is_cuda>::type;
} // namespace at
