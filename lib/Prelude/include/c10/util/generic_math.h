// Integer helpers of size expressions.
#pragma once
#include <aoti_std/core.h>
#include <aoti_std/math.h>
#include <c10/macros/Macros.h>
namespace c10 {
template <class T> constexpr bool is_negative(const T &x) { return x < T(0); }
template <class T> constexpr int signum(const T &x) { return (T(0) < x) - (x < T(0)); }
template <class T, class U> constexpr bool signs_differ(const T &a, const U &b) { return is_negative(a) != is_negative(b); }
template <class T> constexpr T div_floor_integer(T a, T b) {
  T q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
template <class T> T div_floor_floating(T a, T b) {}
template <class T> T div_mod(T a, T b) {}
template <class T> constexpr T div_mod_integer(T a, T b) { return a % b; }
} // namespace c10
