// Reduced floating point types and complex numbers.
#pragma once
#include <aoti_std/core.h>
#include <c10/macros/Macros.h>
namespace c10 {
struct from_bits_t {};
#define AOTI_REDUCED(N, S)                                                     \
  struct alignas(sizeof(S)) N {                                                \
    S x;                                                                       \
    using from_bits_t = c10::from_bits_t;                                      \
    static constexpr from_bits_t from_bits() { return {}; }                    \
    N() = default;                                                             \
    constexpr N(S bits, from_bits_t) : x(bits) {}                              \
    constexpr N(float value) : x() {}                                          \
    operator float() const;                                                    \
    bool isnan() const;                                                        \
    bool isinf() const;                                                        \
  };                                                                           \
  template <> inline constexpr bool AotiIsReduced<N> = true;
template <class T> inline constexpr bool AotiIsReduced = false;
AOTI_REDUCED(Half, uint16_t)
AOTI_REDUCED(BFloat16, uint16_t)
AOTI_REDUCED(Float8_e4m3fn, uint8_t)
AOTI_REDUCED(Float8_e4m3fnuz, uint8_t)
AOTI_REDUCED(Float8_e5m2, uint8_t)
AOTI_REDUCED(Float8_e5m2fnuz, uint8_t)
AOTI_REDUCED(Float8_e8m0fnu, uint8_t)
AOTI_REDUCED(Float4_e2m1fn_x2, uint8_t)
#undef AOTI_REDUCED
template <class T> concept AotiReduced = AotiIsReduced<T>;
template <class T> concept AotiInt = std::is_integral_v<T>;
template <class T> concept AotiFloat = std::is_floating_point_v<T>;
template <class T> struct is_reduced_floating_point : std::bool_constant<__is_same(T, Half) || __is_same(T, BFloat16)> {};
template <class T> constexpr bool is_reduced_floating_point_v = is_reduced_floating_point<T>::value;
struct qint8 { using underlying = int8_t; int8_t val_; };
struct quint8 { using underlying = uint8_t; uint8_t val_; };
struct qint32 { using underlying = int; int val_; };

template <class T> struct alignas(sizeof(T) * 2) complex {
  using value_type = T;
  T real_ = T(0), imag_ = T(0);
  constexpr complex() = default;
  constexpr complex(const T &re, const T &im = T()) : real_(re), imag_(im) {}
  template <class U> constexpr explicit(sizeof(U) > sizeof(T)) complex(const complex<U> &o) : real_(T(o.real())), imag_(T(o.imag())) {}
  template <class U> requires requires(const U &o) { o.real(); o.imag(); typename U::AotiStdComplex; } constexpr complex(const U &o) : real_(T(o.real())), imag_(T(o.imag())) {}
  constexpr complex &operator=(T re) { real_ = re; imag_ = 0; return *this; }
  constexpr complex &operator+=(T re) { real_ += re; return *this; }
  constexpr complex &operator-=(T re) { real_ -= re; return *this; }
  constexpr complex &operator*=(T re) { real_ *= re; imag_ *= re; return *this; }
  constexpr complex &operator/=(T re) { real_ /= re; imag_ /= re; return *this; }
  template <class U> constexpr complex &operator=(const complex<U> &o) { real_ = o.real(); imag_ = o.imag(); return *this; }
  template <class U> complex &operator+=(const complex<U> &) { return *this; }
  template <class U> complex &operator-=(const complex<U> &) { return *this; }
  template <class U> complex &operator*=(const complex<U> &) { return *this; }
  template <class U> complex &operator/=(const complex<U> &) { return *this; }
  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }
  constexpr void real(T v) { real_ = v; }
  constexpr void imag(T v) { imag_ = v; }
  explicit operator bool() const;
};
template <class T> struct is_complex : std::false_type {};
template <class T> struct is_complex<complex<T>> : std::true_type {};
template <class T> constexpr bool is_complex_v = is_complex<T>::value;
template <class T> struct scalar_value_type { using type = T; };
template <class T> struct scalar_value_type<complex<T>> { using type = T; };
template <class T> complex<T> polar(const T &, const T & = T()) {}
template <class To, class From> To bit_cast(const From &v) noexcept { return __builtin_bit_cast(To, v); }
template <class To, class From> To convert(From f) { return static_cast<To>(f); }
} // namespace c10
namespace std {
template <c10::AotiReduced T> struct numeric_limits<T> : AotiNoLimits<T> {
  static constexpr bool is_specialized = true, is_signed = true, has_infinity = true, has_quiet_NaN = true;
  static constexpr T AotiBits(int b) { return T(b, c10::from_bits_t()); }
  static constexpr T min() { return AotiBits(1); }
  static constexpr T lowest() { return AotiBits(2); }
  static constexpr T max() { return AotiBits(3); }
  static constexpr T epsilon() { return AotiBits(4); }
  static constexpr T infinity() { return AotiBits(5); }
  static constexpr T quiet_NaN() { return AotiBits(6); }
  static constexpr T denorm_min() { return AotiBits(7); }
};
} // namespace std
