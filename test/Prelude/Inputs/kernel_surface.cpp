// What the templates of CPU kernels call: attention, matrix products, reductions.
#include <torch/csrc/inductor/cpp_prefix.h>
#include <c10/util/Unroll.h>
#include <ATen/native/CPUBlas.h>
#include <ATen/cpu/Utils.h>
#include <ATen/Context.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
template <typename scalar_t> inline void fk(scalar_t* a, int n, scalar_t* out, scalar_t& val) {
  auto vec_size = at::vec::Vectorized<scalar_t>::size(); auto vmax = at::vec::Vectorized<scalar_t>(val);
  scalar_t tmp_sum = 0; auto vec_tmp_sum = at::vec::Vectorized<scalar_t>(tmp_sum);
  for (long i = 0; i < vec_size * (n / vec_size); i += vec_size) { auto tmp0 = at::vec::Vectorized<scalar_t>::loadu(a + i); auto tmp1 = tmp0 - vmax; auto tmp2 = tmp1.exp_u20(); vec_tmp_sum += tmp2; at::native::_store(out + i, tmp2); }
  tmp_sum = at::vec::vec_reduce_all<scalar_t>([](at::vec::Vectorized<scalar_t>& x, at::vec::Vectorized<scalar_t>& y) { return x + y; }, vec_tmp_sum);
}
extern "C" void kern(const at::BFloat16* query, const float* k, at::Half* h, int8_t* w8, uint8_t* u8, int64_t* idx, float* out) {
  using accum_t = at::opmath_type<at::BFloat16>; using scalar_t = at::BFloat16; using Vec = at::vec::Vectorized<accum_t>;
  int ompIdx = at::get_thread_num(); float buf[16]; float v; fk<float>(buf, 16, buf, v);
  auto& al = *at::getCPUAllocator(); auto dp = al.allocate(4*16*sizeof(float)); void* p = dp.get(); accum_t* bd = reinterpret_cast<accum_t*>(p);
  at::parallel_for(0, 4, 1, [&](int64_t begin, int64_t end) { int64_t i = 0, j = 0, kk = 0; at::native::data_index_init(begin, i, 4L, j, 3L, kk, 2L); at::native::data_index_step(i, 4L, j, 3L, kk, 2L);
    at::native::cpublas::brgemm(16, 16, 16, 64, 64, 64, false, query, query, out, true); at::native::cpublas::brgemm_release(true);
    at::vec::map<accum_t>([](Vec x) { return x * Vec(2.f); }, bd, bd, 16); at::vec::map2<accum_t>([](Vec x, Vec y) { return x + y; }, bd, bd, bd, 16);
    auto m = at::vec::reduce_all<float>([](Vec& x, Vec& y) { return at::vec::maximum(x, y); }, bd, 16); });
  bool need_pack = std::is_same_v<scalar_t, at::BFloat16> ? at::native::cpublas::could_pack(at::kBFloat16) : false;
  at::native::cpublas::pack(16, 16, 64, 16, at::kBFloat16, at::kBFloat16, query, bd);
  AMXState st; auto loadconfig = [](const amx_tilecfg& cfg) { _tile_loadconfig(&cfg); }; st.configure(16, 64, 2, 1, loadconfig); _tile_zero(0); _tile_loadd(1, k, 64 * sizeof(float)); _tile_dpbf16ps(0, 1, 2); _tile_dpbusd(0, 1, 2); _tile_stored(0, out, 64); st.release([]() { _tile_release(); });
  using Vectorized = at::vec::Vectorized<float>; constexpr auto VLEN = Vectorized::size();
  at::vec::VectorizedN<float, 2> va; auto b = at::vec::Vectorized<at::BFloat16>::loadu(query, VLEN); std::tie(va[0], va[1]) = at::vec::convert_to_float<at::BFloat16>(b); at::vec::transpose_block(va);
  auto b32 = at::vec::convert_to_int32<int8_t>(w8); auto fv = at::vec::convert<float>(b32); va[0] = at::vec::fmadd(fv, va[0], Vectorized(0.0f));
  __m512i a512 = _mm512_loadu_si512(w8); __m512 f512 = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(w8)))); f512 = _mm512_fmadd_ps(f512, f512, f512); _mm512_storeu_ps(out, f512); _mm_prefetch(w8 + 64, _MM_HINT_T0); __m512 lut = _mm512_permutexvar_ps(a512, f512); auto bf = _mm512_cvtneps_pbh(f512); _mm256_storeu_si256((__m256i*)query, (__m256i)bf);
  auto v0 = Vectorized(f512); __m512 back = v0; at::vec::pack_vnni2(query, h == nullptr ? (at::BFloat16*)nullptr : (at::BFloat16*)nullptr, 64, 32, 16);
  int64_t Mt, Nt, Kt; mm_get_thread_blocking(omp_get_max_threads(), 0, 1, 2, 3, 4, 5, 6, Mt, Nt, Kt); int64_t a1,b1,c1; mm_get_cache_blocking<float, float>(4, 1,2,3,4,5,6,Mt,Nt,Kt,a1,b1,c1, 32768, 1048576);
  auto buf_ptr = std::make_unique<float[]>(16); alignas(4096) std::array<float, 64> arr; std::fill_n(out, 3, 0.f);
  IndexValue<float> tmp_acc0{0, -std::numeric_limits<float>::infinity()}; tmp_acc0 = argmax_combine(tmp_acc0, k[0], 3L); IndexValueVec<float,1,2> av{0.f}; av = argmax_combine_vec<float, 1, 2, true>(av, Vectorized::loadu(k), 16L); auto res = argmax_vec_reduce_all(av); argmax_combine(tmp_acc0, res);
  #pragma omp declare reduction(argmin:IndexValue<float>:omp_out.value = omp_in.value < omp_out.value ? omp_in.value : omp_out.value) initializer(omp_priv = {0, std::numeric_limits<float>::infinity()})
  #pragma omp parallel num_threads(8)
  { int tid = omp_get_thread_num(); 
    #pragma omp for collapse(2) schedule(static)
    for (int64_t x0 = 0; x0 < 4; x0 += 1) for (int64_t x1 = 0; x1 < 4; x1 += 1) { auto t = static_cast<float>(h[x0]); auto u = h[x0] * h[x1]; h[x0] = u; atomic_add(&out[x0], t); atomic_add(&idx[0], static_cast<int64_t>(1)); auto q = std::exp(t); auto cc = c10::complex<float>(1, 2) * c10::complex<float>(2, 3); auto s = calc_erfinv(t); auto d = std::pow(t, 2); auto r = std::nearbyint(t); auto l = std::isnan(t) ? 1 : 0; auto md = mod(x0, 3L); auto fd = floor_divide_integral(x0, x1); auto e = std::frexp(t, (int*)nullptr); auto z = max_propagate_nan(t, 1.0f); } }
  CascadeSumHelper<float, 4096> sh(1000); float sm = 0; cascade_sum_combine(sm, &sh); CascadeSumHelper<Vectorized, 65536> vh(100); Vectorized tv; tv = cascade_sum_combine(tv, &vh); tv = cascade_sum_combine(tv, static_cast<int64_t>(3), &vh); auto fin = cascade_sum_final(&vh);
  Welford<Vectorized> wa; WelfordHelper<Vectorized, 4096> wh(10); wa = welford_combine(wa, tv, &wh); wa = welford_combine(wa, tv, 3, &wh); wa = welford_combine(wa, &wh); auto wr = welford_combine(Welford<float>(), welford_vec_reduce_all(wa));
  auto mk = at::vec::VecMask<float, 1>::from(u8[0] != 0); auto mc = inductor_vec_mask_cast<int64_t, 2>(mk); auto ml = mk.template loadu<float, 1>(k); auto rr = at::vec::convert<uint8_t, 1, float, 1>(tv); rr.store(u8, 16); auto cf = at::vec::convert<float, 1, at::Half, 1>(at::vec::Vectorized<at::Half>::loadu(h, 16)); auto dd = at::vec::convert<double, 2, float, 1>(tv); auto nd = at::vec::VectorizedN<double,2>(1.0); nd = nd + dd; auto rd = at::vec::round_convert<int8_t>(tv);
  auto nrm = randn_cpu(1u, 2u); auto ii = randint64_cpu(1u, 2u, 3, 4); transpose_mxn<float, static_cast<int64_t>(16), static_cast<int64_t>(16), false>(k, 16, out, 16); atomic_add_vec<float, 2, 1>(out, at::vec::VectorizedN<int64_t,2>(1), tv);
}

// Compile cmd
// g++ -D CPU_CAPABILITY_AVX512
