// Mathematical functions. The double form is C; std adds the other two widths
// and promotes integers, as the standard asks.
#pragma once
#include <aoti_std/c.h>
#include <aoti_std/traits.h>
namespace std {
using float_t = float;
using double_t = double;
template <class T> struct AotiRealOf { using type = double; };
template <> struct AotiRealOf<float> { using type = float; };
template <> struct AotiRealOf<long double> { using type = long double; };
template <class T> requires(!__is_arithmetic(T) && __is_convertible(T, float)) struct AotiRealOf<T> { using type = float; };
template <class T> requires(!__is_arithmetic(T) && !__is_convertible(T, float)) struct AotiRealOf<T> {};
template <class T> using AotiReal = typename AotiRealOf<T>::type;
template <class T, class U> using AotiPromote = decltype(AotiReal<T>() + AotiReal<U>());
} // namespace std
#define AOTI_MATH1(F)                                                          \
  extern "C" double F(double);                                                 \
  namespace std { template <class T> AotiReal<T> F(T) {} }
#define AOTI_MATH2(F)                                                          \
  extern "C" double F(double, double);                                         \
  namespace std { template <class T, class U> AotiPromote<T, U> F(T, U) {} }
AOTI_MATH1(acos) AOTI_MATH1(asin) AOTI_MATH1(atan) AOTI_MATH1(cos) AOTI_MATH1(sin) AOTI_MATH1(tan)
AOTI_MATH1(acosh) AOTI_MATH1(asinh) AOTI_MATH1(atanh) AOTI_MATH1(cosh) AOTI_MATH1(sinh) AOTI_MATH1(tanh)
AOTI_MATH1(exp) AOTI_MATH1(exp2) AOTI_MATH1(expm1) AOTI_MATH1(log) AOTI_MATH1(log2) AOTI_MATH1(log10) AOTI_MATH1(log1p) AOTI_MATH1(logb)
AOTI_MATH1(sqrt) AOTI_MATH1(cbrt) AOTI_MATH1(ceil) AOTI_MATH1(floor) AOTI_MATH1(trunc) AOTI_MATH1(round) AOTI_MATH1(nearbyint) AOTI_MATH1(rint) AOTI_MATH1(fabs)
AOTI_MATH1(erf) AOTI_MATH1(erfc) AOTI_MATH1(lgamma) AOTI_MATH1(tgamma)
AOTI_MATH2(pow) AOTI_MATH2(atan2) AOTI_MATH2(fmod) AOTI_MATH2(remainder) AOTI_MATH2(hypot) AOTI_MATH2(copysign) AOTI_MATH2(nextafter) AOTI_MATH2(fdim) AOTI_MATH2(fmax) AOTI_MATH2(fmin)
#undef AOTI_MATH1
#undef AOTI_MATH2
extern "C" {
#define AOTI_MATHF(F) float F##f(float);
AOTI_MATHF(exp) AOTI_MATHF(log) AOTI_MATHF(sqrt) AOTI_MATHF(fabs) AOTI_MATHF(floor) AOTI_MATHF(ceil) AOTI_MATHF(round) AOTI_MATHF(trunc) AOTI_MATHF(sin) AOTI_MATHF(cos) AOTI_MATHF(tanh) AOTI_MATHF(erf) AOTI_MATHF(rint) AOTI_MATHF(nearbyint) AOTI_MATHF(exp2) AOTI_MATHF(log2) AOTI_MATHF(expm1) AOTI_MATHF(log1p)
#undef AOTI_MATHF
float powf(float, float);
float fmodf(float, float);
float fmaxf(float, float);
float fminf(float, float);
float copysignf(float, float);
double ldexp(double, int);
float ldexpf(float, int);
double frexp(double, int *);
float frexpf(float, int *);
double modf(double, double *);
float modff(float, float *);
double fma(double, double, double);
float fmaf(float, float, float);
double scalbn(double, int);
int ilogb(double);
long lround(double);
long long llround(double);
long lrint(double);
long long llrint(double);
double nan(const char *);
float nanf(const char *);
double j0(double); double j1(double); double y0(double); double y1(double);
double remquo(double, double, int *);
double nexttoward(double, long double);
}
namespace std {
using ::fma; using ::fmaf; using ::frexp; using ::ilogb; using ::ldexp; using ::llrint; using ::llround; using ::lrint; using ::lround; using ::modf; using ::nan; using ::nanf; using ::nexttoward; using ::remquo; using ::scalbn;
float ldexp(float, int);
float frexp(float, int *);
float modf(float, float *);
float fma(float, float, float);
float scalbn(float, int);
float remquo(float, float, int *);
using ::powf; using ::expf; using ::logf; using ::sqrtf; using ::fabsf; using ::floorf; using ::ceilf; using ::tanhf; using ::fmodf; using ::fmaxf; using ::fminf;
template <class T> enable_if_t<__is_integral(T), double> ldexp(T, int);
template <class T> enable_if_t<__is_integral(T), double> frexp(T, int *);
long lround(float);
long long llround(float);
long lrint(float);
long long llrint(float);
int ilogb(float);
template <class T> long lround(T);
double lerp(double, double, double) noexcept;
float lerp(float, float, float) noexcept;
double hypot(double, double, double);
float hypot(float, float, float);
#define AOTI_CLASSIFY(F, B, R)                                                 \
  constexpr R F(float V) { return B(V); }                                      \
  constexpr R F(double V) { return B(V); }                                     \
  constexpr R F(long double V) { return B(V); }                                \
  template <class T> constexpr enable_if_t<__is_integral(T), R> F(T V) { return B((double)V); }
AOTI_CLASSIFY(isnan, __builtin_isnan, bool)
AOTI_CLASSIFY(isinf, __builtin_isinf, bool)
AOTI_CLASSIFY(isfinite, __builtin_isfinite, bool)
AOTI_CLASSIFY(isnormal, __builtin_isnormal, bool)
AOTI_CLASSIFY(signbit, __builtin_signbit, bool)
#undef AOTI_CLASSIFY
template <class T> int fpclassify(T);
template <class A, class B> bool isgreater(A, B);
template <class A, class B> bool isless(A, B);
template <class A, class B> bool isunordered(A, B);
} // namespace std
using std::isnan; using std::isinf; using std::isfinite; using std::isnormal; using std::signbit; using std::fpclassify;
using std::ldexp; using std::frexp; using std::modf; using std::fma; using std::lround; using std::llround; using std::lrint; using std::llrint;
#define NAN (__builtin_nanf(""))
#define INFINITY (__builtin_inff())
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
