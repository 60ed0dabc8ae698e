// Smaller parts of the library: bit, complex, random, regex, numbers, ranges,
// source_location, charconv, execution, signals of the rest.
#pragma once
#include <aoti_std/algorithm.h>
#include <aoti_std/chrono.h>
#include <aoti_std/compare.h>
#include <aoti_std/functional.h>
#include <aoti_std/math.h>
#include <aoti_std/sequences.h>
namespace std {
enum class endian { little = 1234, big = 4321, native = little };
template <class To, class From> constexpr To bit_cast(const From &V) noexcept { return __builtin_bit_cast(To, V); }
template <class T> constexpr int popcount(T V) noexcept { return __builtin_popcountll(V); }
template <class T> constexpr int countl_zero(T V) noexcept { return V == 0 ? sizeof(T) * 8 : __builtin_clzll(V) - int(64 - sizeof(T) * 8); }
template <class T> constexpr int countr_zero(T V) noexcept { return V == 0 ? sizeof(T) * 8 : __builtin_ctzll(V); }
template <class T> constexpr int bit_width(T V) noexcept { return sizeof(T) * 8 - std::countl_zero(V); }
template <class T> constexpr bool has_single_bit(T V) noexcept { return V != 0 && (V & (V - 1)) == 0; }
template <class T> constexpr T bit_ceil(T V) noexcept { return V <= 1 ? T(1) : T(T(1) << std::bit_width(T(V - 1))); }
template <class T> constexpr T bit_floor(T V) noexcept { return V == 0 ? T(0) : T(T(1) << (std::bit_width(V) - 1)); }
template <class T> constexpr T rotl(T V, int N) noexcept { return (V << N) | (V >> (sizeof(T) * 8 - N)); }
template <class T> constexpr T rotr(T V, int N) noexcept { return (V >> N) | (V << (sizeof(T) * 8 - N)); }
template <class T> constexpr T byteswap(T V) noexcept { return V; }

template <class T> class complex {
  T Re{}, Im{};
public:
  using value_type = T;
  using AotiStdComplex = void;
  constexpr complex(const T &R = T(), const T &I = T()) : Re(R), Im(I) {}
  template <class U> constexpr complex(const complex<U> &O) : Re(T(O.real())), Im(T(O.imag())) {}
  template <class U> requires requires(const U &O) { O.real_; O.imag_; } constexpr complex(const U &O) : Re(T(O.real_)), Im(T(O.imag_)) {}
  constexpr T real() const { return Re; }
  constexpr T imag() const { return Im; }
  constexpr void real(T V) { Re = V; }
  constexpr void imag(T V) { Im = V; }
  template <class U> complex &operator+=(const U &) { return *this; }
  template <class U> complex &operator-=(const U &) { return *this; }
  template <class U> complex &operator*=(const U &) { return *this; }
  template <class U> complex &operator/=(const U &) { return *this; }
  friend complex operator+(const complex &A, const complex &) { return A; }
  friend complex operator-(const complex &A, const complex &) { return A; }
  friend complex operator*(const complex &A, const complex &) { return A; }
  friend complex operator/(const complex &A, const complex &) { return A; }
  friend complex operator-(const complex &A) { return A; }
  friend constexpr bool operator==(const complex &A, const complex &B) { return A.Re == B.Re && A.Im == B.Im; }
};
#define AOTI_COMPLEX(F) template <class T> complex<T> F(const complex<T> &V) { return V; }
AOTI_COMPLEX(conj) AOTI_COMPLEX(proj) AOTI_COMPLEX(exp) AOTI_COMPLEX(log) AOTI_COMPLEX(log10) AOTI_COMPLEX(sqrt) AOTI_COMPLEX(sin) AOTI_COMPLEX(cos) AOTI_COMPLEX(tan) AOTI_COMPLEX(sinh) AOTI_COMPLEX(cosh) AOTI_COMPLEX(tanh) AOTI_COMPLEX(asin) AOTI_COMPLEX(acos) AOTI_COMPLEX(atan)
#undef AOTI_COMPLEX
template <class T> T abs(const complex<T> &V) { return V.real(); }
template <class T> T arg(const complex<T> &V) { return V.real(); }
template <class T> T norm(const complex<T> &V) { return V.real(); }
template <class T> T real(const complex<T> &V) { return V.real(); }
template <class T> T imag(const complex<T> &V) { return V.imag(); }
template <class T> complex<T> polar(const T &R, const T & = T()) { return R; }
template <class T, class U> complex<T> pow(const complex<T> &V, const U &) { return V; }
inline namespace literals {
inline namespace complex_literals {
constexpr complex<double> operator""i(long double V) { return {0.0, double(V)}; }
}
} // namespace literals

#define AOTI_ENGINE(N, R)                                                      \
  class N {                                                                    \
  public:                                                                      \
    using result_type = R;                                                     \
    N();                                                                       \
    explicit N(R);                                                             \
    template <class S> requires(!__is_arithmetic(S) && !__is_same(S, N)) explicit N(S &) {} \
    void seed(R = 0);                                                          \
    R operator()();                                                            \
    void discard(unsigned long long);                                          \
    static constexpr R min() { return 0; }                                     \
    static constexpr R max() { return R(-1); }                                 \
  };
AOTI_ENGINE(mt19937, uint32_t) AOTI_ENGINE(mt19937_64, uint64_t) AOTI_ENGINE(minstd_rand, uint32_t)
#undef AOTI_ENGINE
using default_random_engine = minstd_rand;
class random_device {
public:
  using result_type = unsigned;
  random_device();
  unsigned operator()();
  static constexpr unsigned min() { return 0; }
  static constexpr unsigned max() { return -1u; }
};
class seed_seq { public: template <class T> seed_seq(initializer_list<T>) {} };
#define AOTI_DISTRIBUTION(N, D)                                                \
  template <class T = D> class N {                                             \
  public:                                                                      \
    using result_type = T;                                                     \
    N() {}                                                                     \
    explicit N(double A) {}                                                    \
    N(T A, T B) {}                                                             \
    template <class G> T operator()(G &) { return T(); }                       \
    void reset() {}                                                            \
  };
AOTI_DISTRIBUTION(uniform_int_distribution, int) AOTI_DISTRIBUTION(uniform_real_distribution, double) AOTI_DISTRIBUTION(normal_distribution, double) AOTI_DISTRIBUTION(exponential_distribution, double) AOTI_DISTRIBUTION(poisson_distribution, int) AOTI_DISTRIBUTION(binomial_distribution, int) AOTI_DISTRIBUTION(geometric_distribution, int) AOTI_DISTRIBUTION(gamma_distribution, double) AOTI_DISTRIBUTION(lognormal_distribution, double) AOTI_DISTRIBUTION(cauchy_distribution, double)
#undef AOTI_DISTRIBUTION
class bernoulli_distribution { public: bernoulli_distribution(double = 0.5); template <class G> bool operator()(G &) { return true; } };
template <class T = int> class discrete_distribution { public: template <class I> discrete_distribution(I, I) {} template <class G> T operator()(G &) { return T(); } };

namespace regex_constants {
enum syntax_option_type { ECMAScript = 1, icase = 2, nosubs = 4, optimize = 8, extended = 16 };
enum match_flag_type { match_default = 0 };
} // namespace regex_constants
class regex_error : public runtime_error { public: using runtime_error::runtime_error; };
template <class C> class basic_regex {
public:
  using flag_type = regex_constants::syntax_option_type;
  static constexpr flag_type ECMAScript = regex_constants::ECMAScript, icase = regex_constants::icase, optimize = regex_constants::optimize;
  basic_regex() {}
  explicit basic_regex(const C *, flag_type = regex_constants::ECMAScript) {}
  explicit basic_regex(const basic_string<C> &, flag_type = regex_constants::ECMAScript) {}
  basic_regex &operator=(const C *) { return *this; }
  basic_regex &operator=(const basic_string<C> &) { return *this; }
};
using regex = basic_regex<char>;
template <class I> class sub_match {
public:
  bool matched = false;
  I first, second;
  string str() const { return {}; }
  operator string() const { return {}; }
  ptrdiff_t length() const { return 0; }
};
template <class I> class match_results {
public:
  const sub_match<I> &operator[](size_t) const {}
  size_t size() const {}
  bool empty() const {}
  bool ready() const {}
  string str(size_t = 0) const {}
  ptrdiff_t position(size_t = 0) const {}
  sub_match<I> prefix() const {}
  sub_match<I> suffix() const {}
  const sub_match<I> *begin() const {}
  const sub_match<I> *end() const {}
};
using smatch = match_results<string::const_iterator>;
using cmatch = match_results<const char *>;
template <class S, class I, class R> bool regex_match(const S &, match_results<I> &, const R &) { return true; }
template <class S, class R> bool regex_match(const S &, const R &) { return true; }
template <class S, class I, class R> bool regex_search(const S &, match_results<I> &, const R &) { return true; }
template <class S, class R> bool regex_search(const S &, const R &) { return true; }
template <class J, class I, class R> bool regex_search(J, J, match_results<I> &, const R &) { return true; }
template <class S, class R, class F> string regex_replace(const S &, const R &, const F &) { return {}; }
class sregex_iterator {
public:
  sregex_iterator();
  sregex_iterator(string::const_iterator, string::const_iterator, const regex &);
  const smatch &operator*() const;
  const smatch *operator->() const;
  sregex_iterator &operator++();
  friend bool operator==(const sregex_iterator &, const sregex_iterator &);
};
class sregex_token_iterator {
public:
  sregex_token_iterator();
  sregex_token_iterator(string::const_iterator, string::const_iterator, const regex &, int = 0);
  const sub_match<string::const_iterator> &operator*() const;
  sregex_token_iterator &operator++();
  friend bool operator==(const sregex_token_iterator &, const sregex_token_iterator &);
};
namespace numbers {
inline constexpr double pi = 3.141592653589793, e = 2.718281828459045, sqrt2 = 1.4142135623730951, ln2 = 0.6931471805599453, ln10 = 2.302585092994046, inv_pi = 0.3183098861837907, log2e = 1.4426950408889634, inv_sqrt3 = 0.5773502691896257, sqrt3 = 1.7320508075688772, phi = 1.618033988749895, egamma = 0.5772156649015329;
template <class T> inline constexpr T pi_v = T(3.141592653589793238462643383279502884L);
template <class T> inline constexpr T e_v = T(2.718281828459045235360287471352662498L);
template <class T> inline constexpr T sqrt2_v = T(1.414213562373095048801688724209698079L);
template <class T> inline constexpr T ln2_v = T(0.693147180559945309417232121458176568L);
template <class T> inline constexpr T inv_pi_v = T(0.318309886183790671537767526745028724L);
} // namespace numbers
struct source_location {
  static constexpr source_location current() noexcept { return {}; }
  constexpr uint_least32_t line() const noexcept { return 0; }
  constexpr uint_least32_t column() const noexcept { return 0; }
  constexpr const char *file_name() const noexcept { return ""; }
  constexpr const char *function_name() const noexcept { return ""; }
};
enum class chars_format { scientific = 1, fixed = 2, hex = 4, general = 3 };
struct from_chars_result { const char *ptr; int ec; };
struct to_chars_result { char *ptr; int ec; };
template <class T> from_chars_result from_chars(const char *, const char *, T &, int = 10) { return {}; }
template <class T> to_chars_result to_chars(char *, char *, T, int = 10) { return {}; }
namespace execution {
struct sequenced_policy {};
struct parallel_policy {};
struct parallel_unsequenced_policy {};
inline constexpr sequenced_policy seq{};
inline constexpr parallel_policy par{};
inline constexpr parallel_unsequenced_policy par_unseq{};
} // namespace execution
namespace ranges {
template <class T> inline constexpr bool enable_borrowed_range = false;
template <class T> inline constexpr bool enable_view = false;
template <class R> auto begin(R &&X) { return X.begin(); }
template <class R> auto end(R &&X) { return X.end(); }
template <class R> void sort(R &&) {}
template <class R, class F> void sort(R &&, F) {}
template <class R, class F> void for_each(R &&, F) {}
template <class R, class T> auto find(R &&X, const T &) { return X.begin(); }
template <class R, class F> auto find_if(R &&X, F) { return X.begin(); }
template <class R, class F> bool all_of(R &&, F) { return true; }
template <class R, class F> bool any_of(R &&, F) { return true; }
template <class R, class F> bool none_of(R &&, F) { return true; }
template <class R, class T> void fill(R &&, const T &) {}
template <class R, class O> void copy(R &&, O) {}
template <class R, class O, class F> void transform(R &&, O, F) {}
template <class R> auto max_element(R &&X) { return X.begin(); }
template <class R> auto min_element(R &&X) { return X.begin(); }
template <class R, class T> ptrdiff_t count(R &&, const T &) { return 0; }
template <class R> auto max(R &&X) { return *X.begin(); }
template <class R> auto min(R &&X) { return *X.begin(); }
template <class R> void reverse(R &&) {}
template <class I> struct AotiIota { struct It { I V; I operator*() const { return V; } It &operator++() { ++V; return *this; } bool operator==(const It &) const = default; }; I A, B; It begin() const { return {A}; } It end() const { return {B}; } };
namespace views {
template <class T, class U> AotiIota<__decay(U)> iota(T A, U B) { return {static_cast<U>(A), B}; }
template <class T> AotiIota<T> iota(T A) { return {A, A}; }
} // namespace views
} // namespace ranges
namespace views = ranges::views;
template <class T, class U> concept same_as = __is_same(T, U) && __is_same(U, T);
template <class T, class U> concept derived_from = __is_base_of(U, T) && __is_convertible(const volatile T *, const volatile U *);
template <class T, class U> concept convertible_to = __is_convertible(T, U);
template <class T> concept integral = __is_integral(T);
template <class T> concept signed_integral = integral<T> && __is_signed(T);
template <class T> concept unsigned_integral = integral<T> && !__is_signed(T);
template <class T> concept floating_point = __is_floating_point(T);
template <class T, class... A> concept constructible_from = __is_constructible(T, A...);
template <class T> concept default_initializable = __is_constructible(T);
template <class T> concept move_constructible = __is_constructible(T, T);
template <class T> concept copy_constructible = __is_constructible(T, const T &);
template <class F, class... A> concept invocable = is_invocable_v<F, A...>;
template <class F, class... A> concept predicate = is_invocable_r_v<bool, F, A...>;
template <class T> concept equality_comparable = requires(const T &A, const T &B) { { A == B } -> convertible_to<bool>; };
template <class T> concept totally_ordered = equality_comparable<T> && requires(const T &A, const T &B) { { A < B } -> convertible_to<bool>; };
template <class T> concept destructible = __is_destructible(T);
template <class T> concept movable = __is_object(T) && move_constructible<T>;
template <class T> concept copyable = movable<T> && copy_constructible<T>;
template <class T> concept semiregular = copyable<T> && default_initializable<T>;
template <class T> concept regular = semiregular<T> && equality_comparable<T>;
class type_index {
public:
  type_index(const type_info &) noexcept;
  const char *name() const noexcept;
  size_t hash_code() const noexcept;
  friend bool operator==(const type_index &, const type_index &) noexcept;
  friend strong_ordering operator<=>(const type_index &, const type_index &) noexcept;
};
template <class T, class E> class expected {
public:
  expected(const T &) {}
  expected(T &&) {}
  bool has_value() const { return true; }
  explicit operator bool() const { return true; }
  T &value() {}
  T &operator*() {}
  T *operator->() {}
  E &error() {}
};
template <class... A> string format(string_view, A &&...) { return {}; }
template <ptrdiff_t N = 1> class counting_semaphore { public: explicit counting_semaphore(ptrdiff_t) {} void acquire() {} bool try_acquire() { return true; } void release(ptrdiff_t = 1) {} };
using binary_semaphore = counting_semaphore<1>;
class latch { public: explicit latch(ptrdiff_t); void count_down(ptrdiff_t = 1); void wait() const; void arrive_and_wait(ptrdiff_t = 1); };
template <class F = int> class barrier { public: explicit barrier(ptrdiff_t, F = F()) {} void arrive_and_wait() {} };
template <class T> class valarray { public: valarray(); explicit valarray(size_t) {} T &operator[](size_t) {} size_t size() const {} T sum() const {} T max() const {} T min() const {} };
} // namespace std
