// What generated CPU kernels call: vectors, reductions, Welford, random numbers,
// blocking of matrix products, special functions, atomics.
#pragma once
#include <ATen/cpu/vec/vec.h>
#include <ATen/aoti_accumulate.h>
#include <aoti_std/algorithm.h>
#include <aoti_std/assoc.h>
#include <aoti_std/sync.h>
#include <c10/core/types.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>
#include <c10/util/hash.h>
#include <c10/util/irange.h>
#include <omp.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#define INDUCTOR_USE_VECTOR_TYPES() 1
#ifndef AOTI_CUDA_HALF
#define AOTI_PREFIX_HALF
typedef at::Half half;
#endif
typedef at::BFloat16 bfloat16;
typedef at::Float8_e4m3fn float8_e4m3fn;
typedef at::Float8_e4m3fnuz float8_e4m3fnuz;
typedef at::Float8_e5m2 float8_e5m2;
typedef at::Float8_e5m2fnuz float8_e5m2fnuz;
typedef at::Float8_e8m0fnu float8_e8m0fnu;

template <class T> struct Welford {
  T mean = T(0);
  T m2 = T(0);
  T weight = T(0);
  uint64_t index = 0;
};
template <class T> struct IsVecType : std::false_type {};
template <class T> struct IsVecType<at::vec::Vectorized<T>> : std::true_type {};
template <class T, int N> struct IsVecType<at::vec::VectorizedN<T, N>> : std::true_type {};
template <class T> struct IsVecMaskType : std::false_type {};
template <class T, int N> struct IsVecMaskType<at::vec::VecMask<T, N>> : std::true_type {};
template <class T> struct GetScalarType { using type = T; };
template <class T> struct GetScalarType<at::vec::Vectorized<T>> { using type = T; };
template <class T, int N> struct GetScalarType<at::vec::VectorizedN<T, N>> { using type = T; };
template <class D, int DN, class M> at::vec::VecMask<D, DN> inductor_vec_mask_cast(const M &mask) {}
uint64_t ceil_log2_u64(uint64_t n);

template <class T, uint64_t kChunkSize> struct CascadeSumHelper {
  std::vector<T> sum_stk{};
  uint64_t depth{0};
  uint64_t num_chunks{0};
  uint64_t index{0};
  CascadeSumHelper() = default;
  CascadeSumHelper(uint64_t N) {}
};
template <class T, uint64_t kChunkSize = 0> T cascade_sum_combine(T &data, CascadeSumHelper<T, kChunkSize> *c) {}
template <class T, uint64_t kChunkSize = 0> T cascade_sum_combine(T &data, int64_t tail_size, CascadeSumHelper<T, kChunkSize> *c) {}
template <class T, uint64_t kChunkSize = 0> T cascade_sum_final(CascadeSumHelper<T, kChunkSize> *c) {}
template <class T, uint64_t kChunkSize = 0> struct WelfordHelper {
  std::vector<Welford<T>> welford_stk{};
  uint64_t depth{0};
  uint64_t num_chunks{0};
  WelfordHelper() = default;
  WelfordHelper(uint64_t N) {}
};
template <class T> struct WeightRecp {
  using scalar_t = typename GetScalarType<T>::type;
  std::vector<scalar_t> weight_recps;
  WeightRecp(uint64_t N) {}
};
template <class T> Welford<T> welford_combine(const Welford<T> &a, const Welford<T> &b, bool use_index = false) {}
template <class T, uint64_t kChunkSize = 0> Welford<T> welford_combine(Welford<T> &acc, const std::type_identity_t<T> &data, WelfordHelper<T, kChunkSize> *w = nullptr) {}
template <class T, uint64_t kChunkSize = 0> Welford<T> welford_combine(Welford<T> &acc, const std::type_identity_t<T> &data, int64_t tail_size, WelfordHelper<T, kChunkSize> *w = nullptr) {}
template <class T, uint64_t kChunkSize> Welford<T> welford_combine(Welford<T> &acc, WelfordHelper<T, kChunkSize> *w) {}
template <class T> Welford<T> welford_combine(const Welford<T> &acc, const std::type_identity_t<T> &data, const WeightRecp<T> *w) {}
template <class T> Welford<T> welford_combine(const Welford<T> &acc, const std::type_identity_t<T> &data, int64_t tail_size, const WeightRecp<T> *w) {}
template <class V> Welford<typename GetScalarType<V>::type> welford_vec_reduce_all(Welford<V> acc) {}
template <class T> at::vec::Vectorized<T> vec_shuffle_down(at::vec::Vectorized<T> x, size_t n) {}

template <class T> struct IndexValue {
  int64_t index{};
  T value;
  IndexValue(int64_t idx, T val) : index(idx), value(val) {}
  IndexValue() = default;
};
template <class T, int NV, int NI> struct IndexValueVec {
  at::vec::VectorizedN<T, NV> value;
  at::vec::VectorizedN<int64_t, NI> index;
  IndexValueVec(const T value) {}
  IndexValueVec() = default;
};
template <class T> bool greater_or_nan(T a, T b, int64_t idx_a, int64_t idx_b) {}
template <class T> bool less_or_nan(T a, T b, int64_t idx_a, int64_t idx_b) {}
#define AOTI_ARG(F)                                                            \
  template <class T> IndexValue<T> &F##_combine(IndexValue<T> &a, std::type_identity_t<T> next_value, int64_t next_index) {} \
  template <class T> IndexValue<T> &F##_combine(IndexValue<T> &a, const IndexValue<T> &next) {} \
  template <class T, int NV, int NI, bool horizontal> IndexValueVec<T, NV, NI> &F##_combine_vec(IndexValueVec<T, NV, NI> &a, at::vec::VectorizedN<T, NV> next_value, int64_t next_index, std::optional<int64_t> tail_size = std::nullopt) {} \
  template <class T, int NV, int NI> IndexValueVec<T, NV, NI> &F##_combine_vec(IndexValueVec<T, NV, NI> &a, at::vec::VectorizedN<T, NV> next_value, at::vec::VectorizedN<int64_t, NI> next_index, std::optional<int64_t> tail_size = std::nullopt) {} \
  template <class T, int NV, int NI> IndexValueVec<T, NV, NI> &F##_combine_vec(IndexValueVec<T, NV, NI> &vec_a, const IndexValueVec<T, NV, NI> &vec_b, std::optional<int64_t> tail_size = std::nullopt) {} \
  template <class T, int NV, int NI> IndexValue<T> F##_vec_reduce_all(const IndexValueVec<T, NV, NI> &vec) {}
AOTI_ARG(argmin) AOTI_ARG(argmax)
#undef AOTI_ARG
template <class T, int NI, bool horizontal> at::vec::VectorizedN<int64_t, NI> create_index(int64_t next_index) {}
#define AOTI_MASKED(F) template <class T> T F##_masked_reduce(const T &a, const T &b, const int64_t tail_size) {}
AOTI_MASKED(max) AOTI_MASKED(min) AOTI_MASKED(sum) AOTI_MASKED(prod) AOTI_MASKED(xor_sum) AOTI_MASKED(any)
#undef AOTI_MASKED
template <class T> at::vec::Vectorized<T> div_floor_floating_vec(const at::vec::Vectorized<T> &a, const at::vec::Vectorized<T> &b) {}
template <class T, int N> at::vec::VectorizedN<T, N> div_floor_floating_vec(const at::vec::VectorizedN<T, N> &a, const at::vec::VectorizedN<T, N> &b) {}

inline std::atomic<int> *inductor_cpu_integer_div_error_flag = nullptr;
void inductor_cpu_note_integer_div_by_zero();
void inductor_cpu_throw_if_integer_div_error(std::atomic<int> &err);
#define AOTI_INTEGRAL(F)                                                       \
  template <class T, class U> requires(std::is_arithmetic_v<T>) std::common_type_t<T, U> F(T a, U b) {} \
  template <class T> at::vec::Vectorized<T> F(const at::vec::Vectorized<T> &a, const at::vec::Vectorized<T> &b) {} \
  template <class T, int N> at::vec::VectorizedN<T, N> F(const at::vec::VectorizedN<T, N> &a, const at::vec::VectorizedN<T, N> &b) {}
AOTI_INTEGRAL(floor_divide_integral) AOTI_INTEGRAL(remainder_integral) AOTI_INTEGRAL(mod)
#undef AOTI_INTEGRAL
template <class T> T max_propagate_nan(T a, T b) {}
template <class T> T min_propagate_nan(T a, T b) {}
constexpr float uint32_to_uniform_float(uint32_t value) { return static_cast<float>(value & 0x7FFFFFFF) * 4.6566127342e-10f; }
float normalized_rand_cpu(uint32_t seed, uint32_t offset);
float randn_cpu(uint32_t seed, uint32_t offset);
int64_t randint64_cpu(uint32_t seed, uint32_t offset, int64_t low, int64_t high);
template <class T> struct AsIntegerType { using type = T; };
template <> struct AsIntegerType<float> { using type = uint32_t; };
template <> struct AsIntegerType<double> { using type = uint64_t; };
template <> struct AsIntegerType<at::BFloat16> { using type = uint16_t; };
template <> struct AsIntegerType<at::Half> { using type = uint16_t; };
template <class T> T fetch_value(volatile T *addr) {}
template <class T> void atomic_add(volatile T *addr, std::type_identity_t<T> offset) {}
template <class T, int NI, int NV> void atomic_add_vec(T *addr, at::vec::VectorizedN<int64_t, NI> index, at::vec::VectorizedN<T, NV> offset, std::optional<int64_t> tail_size = std::nullopt) {}
template <class T, int NI, int NV, class M, int NM> void atomic_add_vec(T *addr, at::vec::VectorizedN<int64_t, NI> index, at::vec::VecMask<M, NM> offset, std::optional<int64_t> tail_size = std::nullopt) {}
template <class T, bool atomic_add> void transpose_mxn(const T *src, int64_t ld_src, T *dst, int64_t ld_dst, int M, int N) {}
template <class T, int M, int N, bool atomic_add> void transpose_mxn(const T *src, int64_t ld_src, T *dst, int64_t ld_dst) {}

c10::ArrayRef<int64_t> get_factors(int64_t number);
void _mm_get_thread_blocking(int num_threads, int max_k_slices, int64_t M, int64_t N, int64_t K, int64_t Mr, int64_t Nr, int64_t Kr, int64_t &Mt, int64_t &Nt, int64_t &Kt);
void mm_get_thread_blocking(int num_threads, int max_k_slices, int64_t M, int64_t N, int64_t K, int64_t Mr, int64_t Nr, int64_t Kr, int64_t &Mt, int64_t &Nt, int64_t &Kt);
template <class X, class W> void mm_get_cache_blocking(int num_threads, int64_t M, int64_t N, int64_t K, int64_t Mr, int64_t Nr, int64_t Kr, int64_t Mt_blocks, int64_t Nt_blocks, int64_t Kt_blocks, int64_t &Mc_blocks, int64_t &Nc_blocks, int64_t &Kc_blocks, uint32_t L1_cache_size, uint32_t L2_cache_size) {}
struct amx_tilecfg {
  uint8_t palette_id{0};
  uint8_t start_row{0};
  std::array<uint8_t, 14> reserved_0{};
  std::array<uint16_t, 16> colsb{};
  std::array<uint8_t, 16> rows{};
};
class AMXState {
public:
  AMXState() = default;
  void configure(uint8_t rows, uint16_t colsb, uint8_t num_tile_rows, uint8_t num_tile_columns, void (*loadconfig)(const amx_tilecfg &));
  void release(void (*tile_release)());
};

#define AOTI_S1(F) template <class T> T F(T x) {}
#define AOTI_S2(F) template <class T, class U> T F(T x, U n) {}
AOTI_S1(calc_erfinv) AOTI_S1(calc_erfcx) AOTI_S1(calc_i0) AOTI_S1(calc_i0e) AOTI_S1(calc_i1) AOTI_S1(calc_i1e) AOTI_S1(calc_digamma) AOTI_S1(calc_trigamma) AOTI_S1(trigamma) AOTI_S1(calc_ndtr) AOTI_S1(calc_ndtri) AOTI_S1(calc_log_ndtr)
AOTI_S1(airy_ai_forward) AOTI_S1(bessel_j0_forward) AOTI_S1(bessel_j1_forward) AOTI_S1(bessel_y0_forward) AOTI_S1(bessel_y1_forward) AOTI_S1(modified_bessel_i0_forward) AOTI_S1(modified_bessel_i1_forward) AOTI_S1(modified_bessel_k0_forward) AOTI_S1(modified_bessel_k1_forward) AOTI_S1(scaled_modified_bessel_k0_forward) AOTI_S1(scaled_modified_bessel_k1_forward) AOTI_S1(spherical_bessel_j0_forward)
AOTI_S2(calc_igamma) AOTI_S2(calc_igammac) AOTI_S2(zeta) AOTI_S2(chebyshev_polynomial_t_forward) AOTI_S2(chebyshev_polynomial_u_forward) AOTI_S2(chebyshev_polynomial_v_forward) AOTI_S2(chebyshev_polynomial_w_forward) AOTI_S2(hermite_polynomial_h_forward) AOTI_S2(hermite_polynomial_he_forward) AOTI_S2(laguerre_polynomial_l_forward) AOTI_S2(legendre_polynomial_p_forward) AOTI_S2(shifted_chebyshev_polynomial_t_forward) AOTI_S2(shifted_chebyshev_polynomial_u_forward) AOTI_S2(shifted_chebyshev_polynomial_v_forward) AOTI_S2(shifted_chebyshev_polynomial_w_forward)
template <class T> T calc_polygamma(T x, int n) {}
template <class T> T calc_gcd(T a, T b) {}
#undef AOTI_S1
#undef AOTI_S2

namespace at {
struct Philox4_32 {
  Philox4_32(uint64_t seed = 67280421310721, uint64_t subsequence = 0, uint64_t offset = 0);
  uint32_t operator()();
  float randn(uint32_t n_rounds);
  void incr_n(uint64_t n);
};
template <class T> bool _isnan(T) {}
template <class T> bool _isinf(T) {}
namespace cpu {
bool init_amx();
bool is_amx_tile_supported();
bool is_amx_fp16_supported();
bool is_avx512_supported();
uint32_t L1d_cache_size();
uint32_t L2_cache_size();
} // namespace cpu
namespace native {
template <class T, class... A> T data_index_init(T offset, A &&...) {}
template <class... A> bool data_index_step(A &&...) {}
template <class T, class V> void _store(T *dst, const V &src) {}
template <class T, class V> void _store(T *dst, const V &src, int64_t size) {}
template <class T> void copy_value_with_pad(const T *src, T *dst, int rows, int cols, int prows, int pcols, int ldi) {}
namespace utils {
template <class T> void transpose(int64_t M, int64_t N, const T *src, int64_t ld_src, T *dst, int64_t ld_dst) {}
}
namespace cpublas {
template <class A, class B, class C> void brgemm(int64_t M, int64_t N, int64_t K, int64_t ld_a, int64_t ld_b, int64_t ld_c, const bool add_C, const A *a, const B *b, C *c, bool is_vnni = true) {}
void brgemm_release(bool is_vnni = true);
template <class S> bool could_pack(S dt_in) {}
template <class S> void pack(int64_t K, int64_t N, int64_t ld_in, int64_t ld_out, S dt_in, S dt_out, const void *in, void *out) {}
template <class... A> void gemm(A &&...) {}
} // namespace cpublas
} // namespace native
} // namespace at
