// ratio and chrono.
#pragma once
#include <aoti_std/c.h>
#include <aoti_std/core.h>
namespace std {
template <intmax_t N, intmax_t D = 1> struct ratio {
  static constexpr intmax_t num = N, den = D;
  using type = ratio;
};
using nano = ratio<1, 1000000000>;
using micro = ratio<1, 1000000>;
using milli = ratio<1, 1000>;
using kilo = ratio<1000>;
using mega = ratio<1000000>;
using giga = ratio<1000000000>;
namespace chrono {
template <class R, class P = ratio<1>> class duration {
  R Rep{};
public:
  using rep = R;
  using period = P;
  constexpr duration() = default;
  template <class T> requires(__is_arithmetic(T)) constexpr explicit duration(const T &V) : Rep(V) {}
  template <class S, class Q> constexpr duration(const duration<S, Q> &) {}
  constexpr R count() const { return Rep; }
  duration operator-() const {}
  duration &operator+=(const duration &) {}
  duration &operator-=(const duration &) {}
  duration &operator*=(const R &) {}
  duration &operator/=(const R &) {}
  static constexpr duration zero() noexcept { return duration(); }
  static duration max() noexcept {}
};
template <class R, class P, class S, class Q> duration<common_type_t<R, S>, conditional_t<(P::den > Q::den), P, Q>> operator+(const duration<R, P> &, const duration<S, Q> &) {}
template <class R, class P, class S, class Q> duration<common_type_t<R, S>, conditional_t<(P::den > Q::den), P, Q>> operator-(const duration<R, P> &, const duration<S, Q> &) {}
template <class R, class P, class S> requires(__is_arithmetic(S)) duration<common_type_t<R, S>, P> operator*(const duration<R, P> &, const S &) {}
template <class R, class P, class S> requires(__is_arithmetic(S)) duration<common_type_t<R, S>, P> operator/(const duration<R, P> &, const S &) {}
template <class R, class P, class S, class Q> common_type_t<R, S> operator/(const duration<R, P> &, const duration<S, Q> &) {}
template <class R, class P, class S, class Q> bool operator==(const duration<R, P> &, const duration<S, Q> &) {}
template <class R, class P, class S, class Q> strong_ordering operator<=>(const duration<R, P> &, const duration<S, Q> &) {}
template <class D, class R, class P> D duration_cast(const duration<R, P> &) {}
using nanoseconds = duration<int64_t, nano>;
using microseconds = duration<int64_t, micro>;
using milliseconds = duration<int64_t, milli>;
using seconds = duration<int64_t>;
using minutes = duration<int64_t, ratio<60>>;
using hours = duration<int64_t, ratio<3600>>;
template <class C, class D = nanoseconds> class time_point {
public:
  using clock = C;
  using duration = D;
  using rep = typename D::rep;
  constexpr time_point() {}
  constexpr explicit time_point(const D &) {}
  D time_since_epoch() const {}
  time_point &operator+=(const D &) {}
  time_point &operator-=(const D &) {}
  friend bool operator==(const time_point &, const time_point &) {}
  friend strong_ordering operator<=>(const time_point &, const time_point &) {}
  friend D operator-(const time_point &, const time_point &) {}
  template <class R, class P> friend time_point operator+(const time_point &, const std::chrono::duration<R, P> &) {}
  template <class R, class P> friend time_point operator-(const time_point &, const std::chrono::duration<R, P> &) {}
};
template <class D, class C, class E> time_point<C, D> time_point_cast(const time_point<C, E> &) {}
#define AOTI_CLOCK(N)                                                          \
  struct N {                                                                   \
    using duration = nanoseconds;                                              \
    using rep = int64_t;                                                       \
    using period = nano;                                                       \
    using time_point = std::chrono::time_point<N>;                             \
    static constexpr bool is_steady = true;                                    \
    static time_point now() noexcept {}                                          \
    static time_t to_time_t(const time_point &) noexcept {}                      \
    static time_point from_time_t(time_t) noexcept {}                            \
  };
AOTI_CLOCK(steady_clock) AOTI_CLOCK(system_clock)
#undef AOTI_CLOCK
using high_resolution_clock = steady_clock;
} // namespace chrono
inline namespace literals {
inline namespace chrono_literals {
constexpr chrono::seconds operator""s(unsigned long long V) { return chrono::seconds(V); }
constexpr chrono::milliseconds operator""ms(unsigned long long V) { return chrono::milliseconds(V); }
constexpr chrono::microseconds operator""us(unsigned long long V) { return chrono::microseconds(V); }
constexpr chrono::nanoseconds operator""ns(unsigned long long V) { return chrono::nanoseconds(V); }
} // namespace chrono_literals
} // namespace literals
namespace chrono { using namespace literals::chrono_literals; }
} // namespace std
