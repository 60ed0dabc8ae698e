// x86 vector registers and the intrinsics that generated kernels use. Only the
// result type is modelled; arguments are whatever the instruction takes.
#pragma once
#include <aoti_std/types.h>
typedef float __m128 __attribute__((__vector_size__(16)));
typedef double __m128d __attribute__((__vector_size__(16)));
typedef long long __m128i __attribute__((__vector_size__(16)));
typedef float __m256 __attribute__((__vector_size__(32)));
typedef double __m256d __attribute__((__vector_size__(32)));
typedef long long __m256i __attribute__((__vector_size__(32)));
typedef float __m512 __attribute__((__vector_size__(64)));
typedef double __m512d __attribute__((__vector_size__(64)));
typedef long long __m512i __attribute__((__vector_size__(64)));
typedef short __m128bh __attribute__((__vector_size__(16)));
typedef short __m256bh __attribute__((__vector_size__(32)));
typedef short __m512bh __attribute__((__vector_size__(64)));
typedef short __m128h __attribute__((__vector_size__(16)));
typedef short __m256h __attribute__((__vector_size__(32)));
typedef short __m512h __attribute__((__vector_size__(64)));
typedef unsigned char __mmask8;
typedef unsigned short __mmask16;
typedef unsigned __mmask32;
typedef unsigned long long __mmask64;
enum _mm_hint { _MM_HINT_T0 = 3, _MM_HINT_T1 = 2, _MM_HINT_T2 = 1, _MM_HINT_NTA = 0, _MM_HINT_ET0 = 7 };
#define _MM_SHUFFLE(Z, Y, X, W) (((Z) << 6) | ((Y) << 4) | ((X) << 2) | (W))
#define _MM_FROUND_TO_NEAREST_INT 0
#define _MM_FROUND_TO_NEG_INF 1
#define _MM_FROUND_TO_POS_INF 2
#define _MM_FROUND_TO_ZERO 3
#define _MM_FROUND_CUR_DIRECTION 4
#define _MM_FROUND_NO_EXC 8
#define _CMP_EQ_OQ 0
#define _CMP_LT_OQ 17
#define _CMP_LE_OQ 18
#define _CMP_UNORD_Q 3
#define _CMP_NEQ_UQ 4
#define _CMP_GE_OQ 29
#define _CMP_GT_OQ 30
#define AOTI_I(R, N) template <class... A> R N(A &&...) {}
#define AOTI_FP(P, S, V, M)                                                    \
  AOTI_I(V, P##_add_##S) AOTI_I(V, P##_sub_##S) AOTI_I(V, P##_mul_##S) AOTI_I(V, P##_div_##S) AOTI_I(V, P##_fmadd_##S) AOTI_I(V, P##_fmsub_##S) AOTI_I(V, P##_fnmadd_##S) AOTI_I(V, P##_fnmsub_##S) \
  AOTI_I(V, P##_max_##S) AOTI_I(V, P##_min_##S) AOTI_I(V, P##_sqrt_##S) AOTI_I(V, P##_rcp_##S) AOTI_I(V, P##_rsqrt_##S) AOTI_I(V, P##_abs_##S) AOTI_I(V, P##_round_##S) AOTI_I(V, P##_floor_##S) AOTI_I(V, P##_ceil_##S) AOTI_I(V, P##_roundscale_##S) AOTI_I(V, P##_scalef_##S) AOTI_I(V, P##_getexp_##S) \
  AOTI_I(V, P##_set1_##S) AOTI_I(V, P##_set_##S) AOTI_I(V, P##_setr_##S) AOTI_I(V, P##_setzero_##S) AOTI_I(V, P##_undefined_##S) AOTI_I(V, P##_loadu_##S) AOTI_I(V, P##_load_##S) AOTI_I(V, P##_maskz_loadu_##S) AOTI_I(V, P##_mask_loadu_##S) AOTI_I(V, P##_maskload_##S) \
  AOTI_I(void, P##_storeu_##S) AOTI_I(void, P##_store_##S) AOTI_I(void, P##_mask_storeu_##S) AOTI_I(void, P##_maskstore_##S) AOTI_I(void, P##_stream_##S) AOTI_I(void, P##_i32scatter_##S) \
  AOTI_I(V, P##_and_##S) AOTI_I(V, P##_or_##S) AOTI_I(V, P##_xor_##S) AOTI_I(V, P##_andnot_##S) AOTI_I(V, P##_blend_##S) AOTI_I(V, P##_blendv_##S) AOTI_I(V, P##_mask_blend_##S) AOTI_I(V, P##_mask_mov_##S) AOTI_I(V, P##_maskz_mov_##S) \
  AOTI_I(V, P##_unpackhi_##S) AOTI_I(V, P##_unpacklo_##S) AOTI_I(V, P##_shuffle_##S) AOTI_I(V, P##_permute_##S) AOTI_I(V, P##_permutexvar_##S) AOTI_I(V, P##_permutex2var_##S) AOTI_I(V, P##_mask_permutex2var_##S) AOTI_I(V, P##_permutevar_##S) AOTI_I(V, P##_permutevar8x32_##S) AOTI_I(V, P##_permute2f128_##S) AOTI_I(V, P##_shuffle_f32x4) AOTI_I(V, P##_hadd_##S) AOTI_I(V, P##_movehdup_##S) AOTI_I(V, P##_moveldup_##S) \
  AOTI_I(V, P##_i32gather_##S) AOTI_I(V, P##_i64gather_##S) AOTI_I(V, P##_mask_i32gather_##S) AOTI_I(M, P##_cmp_##S##_mask) AOTI_I(V, P##_cmp_##S) AOTI_I(int, P##_movemask_##S) AOTI_I(decltype(V{}[0]), P##_reduce_add_##S) AOTI_I(decltype(V{}[0]), P##_reduce_max_##S) AOTI_I(decltype(V{}[0]), P##_reduce_min_##S)
#define AOTI_INT(P, S, V, M)                                                   \
  AOTI_I(V, P##_add_##S) AOTI_I(V, P##_adds_##S) AOTI_I(V, P##_sub_##S) AOTI_I(V, P##_subs_##S) AOTI_I(V, P##_mul_##S) AOTI_I(V, P##_mullo_##S) AOTI_I(V, P##_mulhi_##S) AOTI_I(V, P##_madd_##S) AOTI_I(V, P##_maddubs_##S) AOTI_I(V, P##_dpbusd_##S) AOTI_I(V, P##_dpbusds_##S) AOTI_I(V, P##_dpwssd_##S) AOTI_I(V, P##_max_##S) AOTI_I(V, P##_min_##S) AOTI_I(V, P##_abs_##S) AOTI_I(V, P##_sign_##S) \
  AOTI_I(V, P##_set1_##S) AOTI_I(V, P##_set_##S) AOTI_I(V, P##_setr_##S) AOTI_I(V, P##_loadu_##S) AOTI_I(V, P##_maskz_loadu_##S) AOTI_I(V, P##_mask_loadu_##S) AOTI_I(void, P##_storeu_##S) AOTI_I(void, P##_mask_storeu_##S) AOTI_I(void, P##_mask_compressstoreu_##S) \
  AOTI_I(V, P##_slli_##S) AOTI_I(V, P##_srli_##S) AOTI_I(V, P##_srai_##S) AOTI_I(V, P##_sllv_##S) AOTI_I(V, P##_srlv_##S) AOTI_I(V, P##_srav_##S) AOTI_I(V, P##_and_##S) AOTI_I(V, P##_or_##S) AOTI_I(V, P##_xor_##S) AOTI_I(V, P##_andnot_##S) AOTI_I(V, P##_ternarylogic_##S) \
  AOTI_I(V, P##_unpackhi_##S) AOTI_I(V, P##_unpacklo_##S) AOTI_I(V, P##_shuffle_##S) AOTI_I(V, P##_shufflelo_##S) AOTI_I(V, P##_shufflehi_##S) AOTI_I(V, P##_permutex_##S) AOTI_I(V, P##_permute4x64_##S) AOTI_I(V, P##_permutexvar_##S) AOTI_I(V, P##_permutex2var_##S) AOTI_I(V, P##_alignr_##S) AOTI_I(V, P##_blend_##S) AOTI_I(V, P##_blendv_##S) AOTI_I(V, P##_mask_blend_##S) AOTI_I(V, P##_mask_mov_##S) AOTI_I(V, P##_packs_##S) AOTI_I(V, P##_packus_##S) AOTI_I(V, P##_hadd_##S) \
  AOTI_I(V, P##_cmpeq_##S) AOTI_I(V, P##_cmpgt_##S) AOTI_I(M, P##_cmpeq_##S##_mask) AOTI_I(M, P##_cmpgt_##S##_mask) AOTI_I(M, P##_cmp_##S##_mask) AOTI_I(M, P##_test_##S##_mask) AOTI_I(M, P##_movepi_##S##_mask) AOTI_I(int, P##_movemask_##S) AOTI_I(V, P##_i32gather_##S) AOTI_I(int, P##_reduce_add_##S) AOTI_I(int, P##_extract_##S) AOTI_I(V, P##_insert_##S) AOTI_I(V, P##_maskz_set1_##S)
#define AOTI_WIDTH(P, V, VD, VI, W)                                            \
  AOTI_FP(P, ps, V, __mmask16) AOTI_INT(P, epi8, VI, __mmask64) AOTI_INT(P, epi16, VI, __mmask32) AOTI_INT(P, epi32, VI, __mmask16) AOTI_INT(P, epi64, VI, __mmask8) \
  AOTI_I(VI, P##_max_epu8) AOTI_I(VI, P##_min_epu8) AOTI_I(VI, P##_max_epu16) AOTI_I(VI, P##_max_epu32) AOTI_I(VI, P##_mul_epu32) AOTI_I(VI, P##_subs_epu8) AOTI_I(VI, P##_subs_epu16) AOTI_I(VI, P##_adds_epu8) AOTI_I(VI, P##_set1_epi64x) AOTI_I(VI, P##_set_epi64x) AOTI_I(VI, P##_setzero_epi32) \
  AOTI_I(VI, P##_setzero_si##W) AOTI_I(VI, P##_undefined_si##W) AOTI_I(VI, P##_loadu_si##W) AOTI_I(VI, P##_load_si##W) AOTI_I(VI, P##_lddqu_si##W) AOTI_I(void, P##_storeu_si##W) AOTI_I(void, P##_store_si##W) AOTI_I(void, P##_stream_si##W) AOTI_I(VI, P##_and_si##W) AOTI_I(VI, P##_or_si##W) AOTI_I(VI, P##_xor_si##W) AOTI_I(VI, P##_andnot_si##W) \
  AOTI_I(VI, P##_castps_si##W) AOTI_I(V, P##_castsi##W##_ps) AOTI_I(VI, P##_castpd_si##W) AOTI_I(VD, P##_castsi##W##_pd) AOTI_I(V, P##_castpd_ps) AOTI_I(VD, P##_castps_pd) AOTI_I(V, P##_cvtepi32_ps) AOTI_I(VI, P##_cvtps_epi32) AOTI_I(VI, P##_cvttps_epi32) AOTI_I(V, P##_cvtph_ps) AOTI_I(VI, P##_cvtepi8_epi16) AOTI_I(VI, P##_cvtepu8_epi16) AOTI_I(VI, P##_cvtepi8_epi32) AOTI_I(VI, P##_cvtepu8_epi32) AOTI_I(VI, P##_cvtepi16_epi32) AOTI_I(VI, P##_cvtepu16_epi32) AOTI_I(VI, P##_cvtepi32_epi64) AOTI_I(VI, P##_cvtepu32_epi64) AOTI_I(VI, P##_cvtepi8_epi64) AOTI_I(VD, P##_cvtps_pd) AOTI_I(VD, P##_cvtepi32_pd) AOTI_I(VD, P##_cvtepi64_pd) AOTI_I(V, P##_dpbf16_ps)
AOTI_WIDTH(_mm, __m128, __m128d, __m128i, 128)
AOTI_WIDTH(_mm256, __m256, __m256d, __m256i, 256)
AOTI_WIDTH(_mm512, __m512, __m512d, __m512i, 512)
AOTI_FP(_mm, pd, __m128d, __mmask8)
#undef AOTI_FP
#define AOTI_PD(P, V) AOTI_I(V, P##_add_pd) AOTI_I(V, P##_sub_pd) AOTI_I(V, P##_mul_pd) AOTI_I(V, P##_div_pd) AOTI_I(V, P##_fmadd_pd) AOTI_I(V, P##_max_pd) AOTI_I(V, P##_min_pd) AOTI_I(V, P##_sqrt_pd) AOTI_I(V, P##_set1_pd) AOTI_I(V, P##_setzero_pd) AOTI_I(V, P##_loadu_pd) AOTI_I(void, P##_storeu_pd) AOTI_I(V, P##_blendv_pd) AOTI_I(V, P##_permute_pd) AOTI_I(double, P##_reduce_add_pd)
AOTI_PD(_mm256, __m256d) AOTI_PD(_mm512, __m512d)
AOTI_I(__m256, _mm256_broadcast_ss) AOTI_I(__m128, _mm_load_ss) AOTI_I(float, _mm_cvtss_f32) AOTI_I(int, _mm_cvtsi128_si32) AOTI_I(long long, _mm_cvtsi128_si64) AOTI_I(__m128i, _mm_cvtsi32_si128) AOTI_I(__m128i, _mm_cvtsi64_si128) AOTI_I(__m128i, _mm_loadu_si64) AOTI_I(__m128i, _mm_loadu_si32) AOTI_I(__m128i, _mm_loadl_epi64) AOTI_I(void, _mm_storel_epi64) AOTI_I(void, _mm_storeu_si64)
AOTI_I(__m128, _mm256_castps256_ps128) AOTI_I(__m256, _mm256_castps128_ps256) AOTI_I(__m128i, _mm256_castsi256_si128) AOTI_I(__m256i, _mm256_castsi128_si256) AOTI_I(__m128i, _mm256_extracti128_si256) AOTI_I(__m256i, _mm256_inserti128_si256) AOTI_I(__m128, _mm256_extractf128_ps) AOTI_I(__m256i, _mm256_permute2x128_si256) AOTI_I(__m256i, _mm256_permutevar8x32_epi32) AOTI_I(__m128i, _mm256_cvtepi32_epi16) AOTI_I(__m128i, _mm256_cvtps_ph) AOTI_I(__m256i, _mm256_broadcastsi128_si256) AOTI_I(__m256i, _mm256_set_m128i)
AOTI_I(__m256, _mm512_castps512_ps256) AOTI_I(__m512, _mm512_castps256_ps512) AOTI_I(__m256i, _mm512_castsi512_si256) AOTI_I(__m512i, _mm512_castsi256_si512) AOTI_I(__m512i, _mm512_castsi128_si512) AOTI_I(__m128i, _mm512_castsi512_si128) AOTI_I(__m256i, _mm512_extracti64x4_epi64) AOTI_I(__m256i, _mm512_extracti32x8_epi32) AOTI_I(__m128i, _mm512_extracti32x4_epi32) AOTI_I(__m256, _mm512_extractf32x8_ps) AOTI_I(__m128, _mm512_extractf32x4_ps) AOTI_I(__m512i, _mm512_inserti64x4) AOTI_I(__m512i, _mm512_inserti32x4) AOTI_I(__m512i, _mm512_inserti32x8) AOTI_I(__m512, _mm512_insertf32x8) AOTI_I(__m512i, _mm512_shuffle_i32x4) AOTI_I(__m512i, _mm512_shuffle_i64x2) AOTI_I(__m256i, _mm512_cvtepi32_epi16) AOTI_I(__m128i, _mm512_cvtepi32_epi8) AOTI_I(__m256i, _mm512_cvtepi16_epi8) AOTI_I(__m256i, _mm512_cvtepi64_epi32) AOTI_I(__m256i, _mm512_cvtps_ph) AOTI_I(__m256i, _mm512_cvtusepi32_epi16) AOTI_I(__m128i, _mm512_cvtsepi32_epi8) AOTI_I(__m128i, _mm512_cvtusepi32_epi8) AOTI_I(__m512bh, _mm512_cvtne2ps_pbh) AOTI_I(__m256bh, _mm512_cvtneps_pbh) AOTI_I(__m512, _mm512_cvtpbh_ps) AOTI_I(__m256h, _mm512_cvtps_phx) AOTI_I(__m512, _mm512_cvtxph_ps) AOTI_I(__m512i, _mm512_broadcast_i64x4) AOTI_I(__m512i, _mm512_broadcast_i32x4) AOTI_I(__m512i, _mm512_broadcastd_epi32) AOTI_I(__m512i, _mm512_set4_epi32) AOTI_I(__m256i, _mm512_cvtpd_epi32) AOTI_I(__m256, _mm512_cvtpd_ps) AOTI_I(__m512, _mm512_range_ps) AOTI_I(__m512i, _mm512_mask_sub_epi32) AOTI_I(__m512, _mm512_mask_add_ps) AOTI_I(__m512i, _mm512_movm_epi8) AOTI_I(__m512i, _mm512_movm_epi32) AOTI_I(__m512i, _mm512_setr4_epi32)
AOTI_I(void, _mm_prefetch) AOTI_I(void, _mm_sfence) AOTI_I(void, _mm_pause) AOTI_I(void, _mm_clflush) AOTI_I(unsigned, _mm_getcsr) AOTI_I(void, _mm_setcsr) AOTI_I(int, _mm_popcnt_u32) AOTI_I(unsigned long long, __rdtsc) AOTI_I(int, _mm_popcnt_u64) AOTI_I(unsigned, _tzcnt_u32) AOTI_I(unsigned, _lzcnt_u32)
AOTI_I(void, _tile_loadconfig) AOTI_I(void, _tile_storeconfig) AOTI_I(void, _tile_release) AOTI_I(void, _tile_zero) AOTI_I(void, _tile_loadd) AOTI_I(void, _tile_stream_loadd) AOTI_I(void, _tile_stored) AOTI_I(void, _tile_dpbf16ps) AOTI_I(void, _tile_dpfp16ps) AOTI_I(void, _tile_dpbssd) AOTI_I(void, _tile_dpbsud) AOTI_I(void, _tile_dpbusd) AOTI_I(void, _tile_dpbuud)
#undef AOTI_I
#undef AOTI_INT
#undef AOTI_WIDTH
#undef AOTI_PD
