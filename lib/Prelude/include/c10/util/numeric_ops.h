// Arithmetic of reduced floating point types and complex numbers.
#pragma once
#include <c10/util/numeric.h>
namespace c10 {
#define AOTI_OP(O)                                                             \
  template <AotiReduced N> N operator O(const N &, const N &) { return {}; }   \
  template <AotiReduced N, AotiFloat T> T operator O(const N &, T) { return {}; } \
  template <AotiReduced N, AotiFloat T> T operator O(T, const N &) { return {}; } \
  template <AotiReduced N, AotiInt T> N operator O(const N &, T) { return {}; } \
  template <AotiReduced N, AotiInt T> N operator O(T, const N &) { return {}; } \
  template <AotiReduced N> N &operator O##=(N &a, const N &) { return a; }     \
  template <AotiReduced N, class T> requires(std::is_arithmetic_v<T>) N &operator O##=(N &a, T) { return a; } \
  template <AotiReduced N, AotiFloat T> T &operator O##=(T &a, const N &) { return a; }
AOTI_OP(+) AOTI_OP(-) AOTI_OP(*) AOTI_OP(/)
#undef AOTI_OP
template <AotiReduced N> N operator-(const N &) { return {}; }
template <AotiReduced N> N operator|(N, N) { return {}; }
template <AotiReduced N> N operator&(N, N) { return {}; }
template <AotiReduced N> N operator^(N, N) { return {}; }
#define AOTI_COMPLEX_OP(O)                                                     \
  template <class T> complex<T> operator O(const complex<T> &, const complex<T> &) {} \
  template <class T> complex<T> operator O(const complex<T> &, const T &) {}   \
  template <class T> complex<T> operator O(const T &, const complex<T> &) {}   \
  template <class T, class I> std::enable_if_t<std::is_integral_v<I>, complex<T>> operator O(const complex<T> &, const I &) {} \
  template <class T, class I> std::enable_if_t<std::is_integral_v<I>, complex<T>> operator O(const I &, const complex<T> &) {}
AOTI_COMPLEX_OP(+) AOTI_COMPLEX_OP(-) AOTI_COMPLEX_OP(*) AOTI_COMPLEX_OP(/)
#undef AOTI_COMPLEX_OP
template <class T> constexpr complex<T> operator+(const complex<T> &v) { return v; }
template <class T> constexpr complex<T> operator-(const complex<T> &v) { return {-v.real(), -v.imag()}; }
template <class T> constexpr bool operator==(const complex<T> &a, const complex<T> &b) { return a.real() == b.real() && a.imag() == b.imag(); }
template <class T> constexpr bool operator==(const complex<T> &a, const T &b) { return a.real() == b && a.imag() == T(); }
} // namespace c10
