// Vectors, groups of vectors and masks of generated CPU kernels. Sizes are real,
// operations are declared by shape only.
#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/math.h>
#include <c10/util/generic_math.h>
#include <c10/util/numeric_ops.h>
#include <immintrin.h>
#define __FORCE_INLINE __attribute__((always_inline)) inline
#if defined(CPU_CAPABILITY_AVX512)
#define VECTOR_WIDTH 64
#define int_vector __m512i
#elif defined(CPU_CAPABILITY_ZVECTOR) || defined(CPU_CAPABILITY_NEON) || defined(CPU_CAPABILITY_SVE128)
#define VECTOR_WIDTH 16
#define int_vector __m128i
#else
#define VECTOR_WIDTH 32
#define int_vector __m256i
#endif
#define __at_align__ __attribute__((aligned(VECTOR_WIDTH)))
namespace at::vec {
inline namespace CPU_CAPABILITY {
template <class T> struct is_floating_point : std::bool_constant<std::is_floating_point_v<T> || c10::is_reduced_floating_point_v<T>> {};
template <class T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> struct is_reduced_floating_point : c10::is_reduced_floating_point<T> {};
template <class T> constexpr bool is_reduced_floating_point_v = c10::is_reduced_floating_point_v<T>;
template <class T> constexpr bool is_integer_v = std::is_integral_v<T>;
template <class T> constexpr bool is_8bit_integer_v = std::is_integral_v<T> && sizeof(T) == 1;
template <class T> struct is_vec_specialized_for : std::bool_constant<std::is_arithmetic_v<T> || c10::is_reduced_floating_point_v<T>> {};
template <class T> constexpr bool is_vec_specialized_for_v = is_vec_specialized_for<T>::value;
template <size_t N> struct int_of_size;
template <> struct int_of_size<1> { using type = int8_t; };
template <> struct int_of_size<2> { using type = int16_t; };
template <> struct int_of_size<4> { using type = int32_t; };
template <> struct int_of_size<8> { using type = int64_t; };
template <class T> using int_same_size_t = typename int_of_size<sizeof(T)>::type;
template <class T> struct AotiRegister { typedef long long type __attribute__((__vector_size__(VECTOR_WIDTH))); };
template <> struct AotiRegister<float> { typedef float type __attribute__((__vector_size__(VECTOR_WIDTH))); };
template <> struct AotiRegister<double> { typedef double type __attribute__((__vector_size__(VECTOR_WIDTH))); };

template <class T> struct Vectorized;
template <class T, int N> class VectorizedN;
template <class T, int N> class VecMask;

#define AOTI_VEC_MEMBERS(V)                                                    \
  V isnan() const {} V abs() const {} V sgn() const {} V angle() const {} V real() const {} V imag() const {} V conj() const {} \
  V acos() const {} V acosh() const {} V asin() const {} V asinh() const {} V atan() const {} V atanh() const {} V erf() const {} V erfc() const {} V erfinv() const {} V exp() const {} V exp2() const {} V expm1() const {} V exp_u20() const {} V fexp_u20() const {} V frac() const {} \
  V log() const {} V log2() const {} V log10() const {} V log1p() const {} V ceil() const {} V cos() const {} V cosh() const {} V floor() const {} V i0() const {} V i0e() const {} V digamma() const {} V lgamma() const {} V neg() const {} V round() const {} V sin() const {} V sinh() const {} V tan() const {} V tanh() const {} V trunc() const {} V sqrt() const {} V reciprocal() const {} V rsqrt() const {} V nearbyint() const {} \
  V atan2(const V &) const {} V copysign(const V &) const {} V fmod(const V &) const {} V hypot(const V &) const {} V igamma(const V &) const {} V igammac(const V &) const {} V nextafter(const V &) const {} V pow(const V &) const {} \
  V eq(const V &) const {} V ne(const V &) const {} V gt(const V &) const {} V ge(const V &) const {} V lt(const V &) const {} V le(const V &) const {} \
  bool has_inf_nan() const {}                                                  \
  int zero_mask() const {}                                                     \
  V map(T (*)(T)) const {}                                                     \
  V map(T (*)(const T &)) const {}                                             \
  template <class F> V map(F) const {}                                         \
  static V loadu(const void *ptr) {}                                           \
  static V loadu(const void *ptr, int64_t count) {}                            \
  void store(void *ptr) const {}                                               \
  void store(void *ptr, int64_t count) const {}                                \
  static V set(const V &a, const V &b, int64_t count = size()) {}              \
  static V blendv(const V &a, const V &b, const V &mask) {}                    \
  template <int64_t M> static V blend(const V &a, const V &b) {}               \
  template <class S = T> static V arange(T base = T(0), S step = S(1)) {}      \
  AOTI_VEC_FRIENDS(V)
#define AOTI_VEC_FRIENDS(V)                                                    \
  friend V operator-(const V &) {}                                             \
  friend V operator~(const V &) {}                                             \
  AOTI_VEC_OP(V, +) AOTI_VEC_OP(V, -) AOTI_VEC_OP(V, *) AOTI_VEC_OP(V, /) AOTI_VEC_OP(V, %) AOTI_VEC_OP(V, &) AOTI_VEC_OP(V, |) AOTI_VEC_OP(V, ^) AOTI_VEC_OP(V, <<) AOTI_VEC_OP(V, >>) \
  AOTI_VEC_CMP(V, ==) AOTI_VEC_CMP(V, !=) AOTI_VEC_CMP(V, <) AOTI_VEC_CMP(V, <=) AOTI_VEC_CMP(V, >) AOTI_VEC_CMP(V, >=) AOTI_VEC_CMP(V, &&) AOTI_VEC_CMP(V, ||)
#define AOTI_VEC_OP(V, O)                                                      \
  friend V operator O(const V &, const V &) {}                                 \
  friend V &operator O##=(V &, const V &) {}
#define AOTI_VEC_CMP(V, O) friend V operator O(const V &, const V &) {}

template <class T> struct Vectorized {
  using value_type = T;
  using size_type = int;
  using AotiNative = typename AotiRegister<T>::type;
  static constexpr size_type kSize = VECTOR_WIDTH / sizeof(T);
  static constexpr size_type size() { return kSize; }
  alignas(VECTOR_WIDTH) T values[kSize];
  Vectorized() = default;
  Vectorized(T val) {}
  Vectorized(AotiNative v) {}
  template <class... A, class = std::enable_if_t<sizeof...(A) == kSize && sizeof...(A) != 1>> Vectorized(A... vals) {}
  Vectorized(const T (&arr)[kSize]) {}
  operator AotiNative() const {}
  const T &operator[](int idx) const {}
  T &operator[](int idx) {}
  static Vectorized loadu_one_fourth(const void *ptr) {}
  static Vectorized loadu_half(const void *ptr) {}
  template <class F> T reduce(F) const {}
  T reduce_add() const {}
  T reduce_max() const {}
  AOTI_VEC_MEMBERS(Vectorized)
};
template <class T, int N> class VectorizedN {
  Vectorized<T> values[N];

public:
  using value_type = T;
  using size_type = int;
  static constexpr size_type size_T = sizeof(T);
  static constexpr size_type size() { return Vectorized<T>::size() * N; }
  VectorizedN() = default;
  explicit VectorizedN(T val) {}
  VectorizedN(const Vectorized<T> &val) requires(N == 1) {}
  VectorizedN(const Vectorized<T> &val_0, const Vectorized<T> &val_1) requires(N == 2) {}
  operator Vectorized<T>() const requires(N == 1) {}
  const Vectorized<T> &operator[](int i) const { return values[i]; }
  Vectorized<T> &operator[](int i) { return values[i]; }
  template <class F> VectorizedN unary_op(F) const {}
  template <class F> VectorizedN binary_op(const VectorizedN &, F) const {}
  template <class F> VectorizedN ternary_op(const VectorizedN &, const VectorizedN &, F) const {}
  AOTI_VEC_MEMBERS(VectorizedN)
};
template <class T, int N> class VecMask {
  VectorizedN<T, N> mask_;

public:
  using size_type = int;
  static constexpr size_type size() { return VectorizedN<T, N>::size(); }
  VecMask() {}
  VecMask(const VectorizedN<T, N> &mask) {}
  VecMask(const Vectorized<T> &mask) requires(N == 1) {}
  template <class U, int L> static VecMask from(const VectorizedN<U, L> &) {}
  template <class U> static VecMask from(const Vectorized<U> &) {}
  template <class U> static VecMask from(U b) requires(!std::is_pointer_v<U>) {}
  template <class U> static VecMask from(U *b) {}
  template <class U> static VecMask from(U *b, int64_t count) {}
  static VecMask blendv(const VecMask &c, const VecMask &b, const VecMask &a) {}
  static VecMask set(const VecMask &a, const VecMask &b, int64_t count = size()) {}
  void store(bool *b, int64_t count = size()) const {}
  template <class U, int L> requires(L >= 2) VectorizedN<U, L> to() const {}
  template <class U, int L> requires(L == 1) Vectorized<U> to() const {}
  template <class U, int L> VecMask<U, L> cast() const {}
  bool all_zero() const {}
  bool all_masked() const {}
  bool is_masked(int i) const {}
  operator VectorizedN<T, N>() const {}
  operator Vectorized<T>() const requires(N == 1) {}
  Vectorized<T> operator[](int i) const {}
  template <class U, int L> requires(L >= 2) VectorizedN<U, L> loadu(const U *ptr) const {}
  template <class U, int L> requires(L == 1) Vectorized<U> loadu(const U *ptr) const {}
};
template <class T, int N> VecMask<T, N> operator~(const VecMask<T, N> &) {}
#define AOTI_MASK_OP(O) template <class T, int N, class V, int M> VecMask<T, N> operator O(const VecMask<T, N> &, const VecMask<V, M> &) {}
AOTI_MASK_OP(&) AOTI_MASK_OP(|) AOTI_MASK_OP(^) AOTI_MASK_OP(*) AOTI_MASK_OP(+) AOTI_MASK_OP(-) AOTI_MASK_OP(&&) AOTI_MASK_OP(||) AOTI_MASK_OP(<) AOTI_MASK_OP(<=) AOTI_MASK_OP(>) AOTI_MASK_OP(>=) AOTI_MASK_OP(==) AOTI_MASK_OP(!=)
#undef AOTI_MASK_OP
#undef AOTI_VEC_MEMBERS
#undef AOTI_VEC_FRIENDS
#undef AOTI_VEC_OP
#undef AOTI_VEC_CMP
#define AOTI_VEC_F2(F)                                                         \
  template <class T> Vectorized<T> F(const Vectorized<T> &, const Vectorized<T> &) {} \
  template <class T> Vectorized<T> F(const Vectorized<T> &, std::type_identity_t<T>) {} \
  template <class T> Vectorized<T> F(std::type_identity_t<T>, const Vectorized<T> &) {} \
  template <class T, int N> VectorizedN<T, N> F(const VectorizedN<T, N> &, const VectorizedN<T, N> &) {} \
  template <class T, int N> VectorizedN<T, N> F(const VectorizedN<T, N> &, const Vectorized<T> &) {} \
  template <class T, int N> VecMask<T, N> F(const VecMask<T, N> &, const VecMask<T, N> &) {}
AOTI_VEC_F2(maximum) AOTI_VEC_F2(minimum) AOTI_VEC_F2(clamp_min) AOTI_VEC_F2(clamp_max)
#undef AOTI_VEC_F2
#define AOTI_VEC_F3(F)                                                         \
  template <class T> Vectorized<T> F(const Vectorized<T> &, const std::type_identity_t<Vectorized<T>> &, const std::type_identity_t<Vectorized<T>> &) {} \
  template <class T, int N> VectorizedN<T, N> F(const VectorizedN<T, N> &, const VectorizedN<T, N> &, const VectorizedN<T, N> &) {}
AOTI_VEC_F3(fmadd) AOTI_VEC_F3(fmsub) AOTI_VEC_F3(fnmadd) AOTI_VEC_F3(fnmsub) AOTI_VEC_F3(clamp)
#undef AOTI_VEC_F3
template <int64_t S = 1, class T = void> Vectorized<T> gather(T const *base, const Vectorized<int_same_size_t<T>> &index) {}
template <int64_t S = 1, class T = void> Vectorized<T> mask_gather(const Vectorized<T> &src, T const *base, const Vectorized<int_same_size_t<T>> &index, const Vectorized<T> &mask) {}
template <class D, class S> Vectorized<D> cast(const Vectorized<S> &src) {}
template <class T, class I = int_same_size_t<T>> Vectorized<I> convert_to_int_of_same_size(const Vectorized<T> &src) {}
template <class T, class I = int_same_size_t<T>> Vectorized<T> convert_to_fp_of_same_size(const Vectorized<I> &src) {}
template <class T> std::pair<Vectorized<T>, Vectorized<T>> deinterleave2(const Vectorized<T> &a, const Vectorized<T> &b) {}
template <class T> std::pair<Vectorized<T>, Vectorized<T>> interleave2(const Vectorized<T> &a, const Vectorized<T> &b) {}
template <class T> Vectorized<T> flip(const Vectorized<T> &data) {}
template <class S, class D> void convert(const S *src, D *dst, int64_t n) {}
template <class D, class S> Vectorized<D> convert(const Vectorized<S> &src) {}
template <class D, int DN, class S, int SN, bool Keep = false> requires(DN != 1) VectorizedN<D, DN> convert(const VectorizedN<S, SN> &src) {}
template <class D, int DN, class S, int SN, bool Keep = false> requires(DN == 1) std::conditional_t<Keep, VectorizedN<D, 1>, Vectorized<D>> convert(const VectorizedN<S, SN> &src) {}
template <class D, class S> Vectorized<D> round_convert(const Vectorized<S> &src) {}
template <class D, int DN, class S, int SN, bool Keep = false> requires(DN != 1) VectorizedN<D, DN> round_convert(const VectorizedN<S, SN> &src) {}
template <class D, int DN, class S, int SN, bool Keep = false> requires(DN == 1) std::conditional_t<Keep, VectorizedN<D, 1>, Vectorized<D>> round_convert(const VectorizedN<S, SN> &src) {}
template <class T> std::tuple<Vectorized<float>, Vectorized<float>> convert_to_float(const Vectorized<T> &) {}
template <class T> Vectorized<T> convert_from_float(const Vectorized<float> &, const Vectorized<float> &) {}
template <class T> Vectorized<int32_t> convert_to_int32(const T *ptr, int64_t count = Vectorized<int32_t>::size()) {}
#define AOTI_REDUCED(L, T)                                                     \
  std::tuple<Vectorized<float>, Vectorized<float>> convert_##L##_float(const Vectorized<T> &a); \
  Vectorized<T> convert_float_##L(const Vectorized<float> &a, const Vectorized<float> &b);
AOTI_REDUCED(bfloat16, c10::BFloat16) AOTI_REDUCED(half, c10::Half)
#undef AOTI_REDUCED
template <class T> void load_fp32_from_bf16(const T *data, Vectorized<float> &out) {}
template <class T> void load_fp32_from_bf16(const T *data, Vectorized<float> &out1, Vectorized<float> &out2) {}
template <class T> void load_fp32_from_fp16(const T *data, Vectorized<float> &out) {}
template <class T> void load_fp32_from_fp16(const T *data, Vectorized<float> &out1, Vectorized<float> &out2) {}
template <class T> void load_to_float(const T *data, Vectorized<float> &out) {}
template <class T> void load_to_float(const T *data, Vectorized<float> &out1, Vectorized<float> &out2) {}
template <class A, class... O> void cvtbf16_fp32(const A &a, O &...o) {}
template <class A, class... O> void cvtfp16_fp32(const A &a, O &...o) {}
template <class... A> int_vector cvtfp32_bf16(const A &...) {}
template <class... A> int_vector cvtfp32_fp16(const A &...) {}
template <class T> void transpose_mxn(const T *src, int64_t ld_src, T *dst, int64_t ld_dst, int M, int N) {}
template <class T, int M, int N> void transpose_mxn(const T *src, int64_t ld_src, T *dst, int64_t ld_dst) {}
template <class T> void transpose_block(T &block) {}
template <class T> void pack_vnni2(const T *src, T *dst, int64_t ld_src, int64_t K, int64_t N) {}
template <class T> void pack_vnni4(const T *src, T *dst, int64_t ld_src, int64_t K, int64_t N) {}
template <class T, class F> T vec_reduce_all(const F &, Vectorized<T> acc, int64_t size) {}
template <class T, class F> T vec_reduce_all(const F &, Vectorized<T> acc) {}
template <class T, int N, class F> T vec_reduce_all(const F &, VectorizedN<T, N> acc) {}
template <class T, class F> T reduce_all(const F &, const T *data, int64_t size) {}
template <class T, class F, class S> requires(!std::is_same_v<T, S>) T reduce_all(const F &, const S *data, int64_t size) {}
template <class T, class F, class G> std::pair<T, T> reduce2_all(const F &, const G &, const T *data, int64_t size) {}
template <class T, class M, class R> T map_reduce_all(const M &, const R &, const T *data, int64_t size) {}
template <class T, class M, class R> T map2_reduce_all(const M &, const R &, const T *a, const T *b, int64_t size) {}
template <class T, class M, class R> T map3_reduce_all(const M &, const R &, const T *a, const T *b, const T *c, int64_t size) {}
template <class T, class F> void map(const F &, T *out, const T *in, int64_t size) {}
template <class T, class F, class S, class D> requires(!std::is_same_v<T, S> || !std::is_same_v<T, D>) void map(const F &, D *out, const S *in, int64_t size) {}
template <class T, class F> void map2(const F &, T *out, const T *a, const T *b, int64_t size) {}
template <class T, class F, class S, class D> requires(!std::is_same_v<T, S> || !std::is_same_v<T, D>) void map2(const F &, D *out, const S *a, const S *b, int64_t size) {}
template <class T, class F> void map3(const F &, T *out, const T *a, const T *b, const T *c, int64_t size) {}
template <class T, class F> void map4(const F &, T *out, const T *a, const T *b, const T *c, const T *d, int64_t size) {}
} // namespace CPU_CAPABILITY
} // namespace at::vec
