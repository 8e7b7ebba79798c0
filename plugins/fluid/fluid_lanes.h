/* SPDX-License-Identifier: MIT
 *
 * fluid_lanes - eight logical lanes per particle, on whatever the instruction set has.
 *
 * A value of type lanes holds eight floats for one particle (level 0: two generic vectors of
 * four; level 1: one AVX register) or for two particles at once (level 2: one AVX-512 register,
 * LANES_PAIR = 2). Every operation rounds each lane once, nothing is fused, and sums run over
 * the lanes in one fixed order, so all levels give the same bits.
 *
 * Included only by *_simd.c files, which are compiled once per level.
 */
#ifndef FLUID_LANES_H
#define FLUID_LANES_H

#include "fluid_solver.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define FLUID_PASTE2(a, b) a##b
#define FLUID_PASTE(a, b) FLUID_PASTE2(a, b)
#define FLUID_SIMD(name) FLUID_PASTE(name, WISP_SIMD_SUFFIX)

typedef struct lanes4 {
    fluid_vec4 of[2]; /* per particle of the pair: four sums */
} lanes4;

#if WISP_SIMD_LEVEL == 0

#define LANES_PAIR 1
typedef float lanes_half __attribute__((vector_size(16)));
typedef int32_t lanes_mask __attribute__((vector_size(16)));
typedef struct lanes {
    lanes_half lo, hi;
} lanes;

static inline lanes_half half_set(float a) { return (lanes_half){a, a, a, a}; }
static inline lanes_half half_sqrt(lanes_half a) {
    return (lanes_half){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}
static inline lanes_half half_max(lanes_half a, lanes_half b) {
    lanes_mask m = a > b;
    return (lanes_half)(((lanes_mask)a & m) | ((lanes_mask)b & ~m));
}
static inline lanes lanes_pair(float a, float b) {
    (void)b;
    return (lanes){half_set(a), half_set(a)};
}
static inline lanes lanes_add(lanes a, lanes b) { return (lanes){a.lo + b.lo, a.hi + b.hi}; }
static inline lanes lanes_sub(lanes a, lanes b) { return (lanes){a.lo - b.lo, a.hi - b.hi}; }
static inline lanes lanes_mul(lanes a, lanes b) { return (lanes){a.lo * b.lo, a.hi * b.hi}; }
static inline lanes lanes_div(lanes a, lanes b) { return (lanes){a.lo / b.lo, a.hi / b.hi}; }
static inline lanes lanes_sqrt(lanes a) { return (lanes){half_sqrt(a.lo), half_sqrt(a.hi)}; }
static inline lanes lanes_max(lanes a, lanes b) {
    return (lanes){half_max(a.lo, b.lo), half_max(a.hi, b.hi)};
}

static inline lanes_half half_row(const char *base, uint32_t offset) {
    lanes_half row;
    memcpy(&row, base + offset, sizeof row);
    return row;
}
static inline void half_transpose(lanes_half *a, lanes_half *b, lanes_half *c, lanes_half *d) {
    lanes_half t0 = __builtin_shufflevector(*a, *b, 0, 4, 1, 5);
    lanes_half t1 = __builtin_shufflevector(*a, *b, 2, 6, 3, 7);
    lanes_half t2 = __builtin_shufflevector(*c, *d, 0, 4, 1, 5);
    lanes_half t3 = __builtin_shufflevector(*c, *d, 2, 6, 3, 7);
    *a = __builtin_shufflevector(t0, t2, 0, 1, 4, 5);
    *b = __builtin_shufflevector(t0, t2, 2, 3, 6, 7);
    *c = __builtin_shufflevector(t1, t3, 0, 1, 4, 5);
    *d = __builtin_shufflevector(t1, t3, 2, 3, 6, 7);
}

/* Rows of four floats at eight byte offsets, as four columns. */
static inline void lanes_load(const void *rows, const uint32_t *a, const uint32_t *b,
                              lanes out[4]) {
    const char *base = rows;
    lanes_half r[8];
    (void)b;
    for (int k = 0; k < 8; k++) r[k] = half_row(base, a[k]);
    half_transpose(&r[0], &r[1], &r[2], &r[3]);
    half_transpose(&r[4], &r[5], &r[6], &r[7]);
    for (int k = 0; k < 4; k++) out[k] = (lanes){r[k], r[k + 4]};
}

static inline lanes4 lanes_sums(lanes a, lanes b, lanes c, lanes d) {
    lanes_half r0 = a.lo + a.hi, r1 = b.lo + b.hi, r2 = c.lo + c.hi, r3 = d.lo + d.hi;
    half_transpose(&r0, &r1, &r2, &r3);
    lanes_half sum = (r0 + r2) + (r1 + r3);
    lanes4 out = {{{sum[0], sum[1], sum[2], sum[3]}, {0.0f, 0.0f, 0.0f, 0.0f}}};
    return out;
}
static inline void lanes_sum(lanes a, float out[2]) {
    lanes_half s = a.lo + a.hi;
    out[0] = (s[0] + s[2]) + (s[1] + s[3]);
}

#else

#include <immintrin.h>

static inline __m128 lanes_row(const char *base, uint32_t offset) {
    return _mm_load_ps((const float *)(const void *)(base + offset));
}
static inline __m256 lanes_rows(const char *base, uint32_t a, uint32_t b) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(lanes_row(base, a)), lanes_row(base, b),
                                1);
}

#if WISP_SIMD_LEVEL == 1

#define LANES_PAIR 1
typedef __m256 lanes;
static inline lanes lanes_pair(float a, float b) {
    (void)b;
    return _mm256_set1_ps(a);
}
static inline lanes lanes_add(lanes a, lanes b) { return _mm256_add_ps(a, b); }
static inline lanes lanes_sub(lanes a, lanes b) { return _mm256_sub_ps(a, b); }
static inline lanes lanes_mul(lanes a, lanes b) { return _mm256_mul_ps(a, b); }
static inline lanes lanes_div(lanes a, lanes b) { return _mm256_div_ps(a, b); }
static inline lanes lanes_sqrt(lanes a) { return _mm256_sqrt_ps(a); }
static inline lanes lanes_max(lanes a, lanes b) { return _mm256_max_ps(a, b); }

static inline void lanes_load(const void *rows, const uint32_t *a, const uint32_t *b,
                              lanes out[4]) {
    const char *base = rows;
    (void)b;
    __m256 r0 = lanes_rows(base, a[0], a[4]), r1 = lanes_rows(base, a[1], a[5]);
    __m256 r2 = lanes_rows(base, a[2], a[6]), r3 = lanes_rows(base, a[3], a[7]);
    __m256 t0 = _mm256_unpacklo_ps(r0, r1), t1 = _mm256_unpackhi_ps(r0, r1);
    __m256 t2 = _mm256_unpacklo_ps(r2, r3), t3 = _mm256_unpackhi_ps(r2, r3);
    out[0] = _mm256_shuffle_ps(t0, t2, 0x44);
    out[1] = _mm256_shuffle_ps(t0, t2, 0xEE);
    out[2] = _mm256_shuffle_ps(t1, t3, 0x44);
    out[3] = _mm256_shuffle_ps(t1, t3, 0xEE);
}

static inline __m128 lanes_fold(__m256 a) {
    return _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
}

static inline lanes4 lanes_sums(lanes a, lanes b, lanes c, lanes d) {
    __m128 r0 = lanes_fold(a), r1 = lanes_fold(b), r2 = lanes_fold(c), r3 = lanes_fold(d);
    lanes4 out;
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    __m128 sum = _mm_add_ps(_mm_add_ps(r0, r2), _mm_add_ps(r1, r3));
    _mm_storeu_ps(&out.of[0].x, sum);
    return out;
}

static inline float lanes_across(__m128 s) {
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 1)));
}
static inline void lanes_sum(lanes a, float out[2]) { out[0] = lanes_across(lanes_fold(a)); }

#else /* level 2: two particles side by side */

#define LANES_PAIR 2
typedef __m512 lanes;
static inline lanes lanes_pair(float a, float b) {
    return _mm512_mask_broadcastss_ps(_mm512_set1_ps(a), 0xFF00, _mm_set_ss(b));
}
static inline lanes lanes_add(lanes a, lanes b) { return _mm512_add_ps(a, b); }
static inline lanes lanes_sub(lanes a, lanes b) { return _mm512_sub_ps(a, b); }
static inline lanes lanes_mul(lanes a, lanes b) { return _mm512_mul_ps(a, b); }
static inline lanes lanes_div(lanes a, lanes b) { return _mm512_div_ps(a, b); }
static inline lanes lanes_sqrt(lanes a) { return _mm512_sqrt_ps(a); }
static inline lanes lanes_max(lanes a, lanes b) { return _mm512_max_ps(a, b); }

static inline __m512 lanes_rows4(const char *base, const uint32_t *a, const uint32_t *b) {
    __m512 r = _mm512_castps256_ps512(lanes_rows(base, a[0], a[4]));
    r = _mm512_insertf32x4(r, lanes_row(base, b[0]), 2);
    return _mm512_insertf32x4(r, lanes_row(base, b[4]), 3);
}

static inline void lanes_load(const void *rows, const uint32_t *a, const uint32_t *b,
                              lanes out[4]) {
    const char *base = rows;
    __m512 r0 = lanes_rows4(base, a, b), r1 = lanes_rows4(base, a + 1, b + 1);
    __m512 r2 = lanes_rows4(base, a + 2, b + 2), r3 = lanes_rows4(base, a + 3, b + 3);
    __m512 t0 = _mm512_unpacklo_ps(r0, r1), t1 = _mm512_unpackhi_ps(r0, r1);
    __m512 t2 = _mm512_unpacklo_ps(r2, r3), t3 = _mm512_unpackhi_ps(r2, r3);
    out[0] = _mm512_shuffle_ps(t0, t2, 0x44);
    out[1] = _mm512_shuffle_ps(t0, t2, 0xEE);
    out[2] = _mm512_shuffle_ps(t1, t3, 0x44);
    out[3] = _mm512_shuffle_ps(t1, t3, 0xEE);
}

static inline __m512 lanes_fold(__m512 a) {
    return _mm512_add_ps(a, _mm512_shuffle_f32x4(a, a, 0xB1));
}

static inline lanes4 lanes_sums(lanes a, lanes b, lanes c, lanes d) {
    a = lanes_fold(a);
    b = lanes_fold(b);
    c = lanes_fold(c);
    d = lanes_fold(d);
    __m512 t0 = _mm512_unpacklo_ps(a, b), t1 = _mm512_unpackhi_ps(a, b);
    __m512 t2 = _mm512_unpacklo_ps(c, d), t3 = _mm512_unpackhi_ps(c, d);
    __m512 r0 = _mm512_shuffle_ps(t0, t2, 0x44), r1 = _mm512_shuffle_ps(t0, t2, 0xEE);
    __m512 r2 = _mm512_shuffle_ps(t1, t3, 0x44), r3 = _mm512_shuffle_ps(t1, t3, 0xEE);
    __m512 sum = _mm512_add_ps(_mm512_add_ps(r0, r2), _mm512_add_ps(r1, r3));
    lanes4 out;
    _mm_storeu_ps(&out.of[0].x, _mm512_castps512_ps128(sum));
    _mm_storeu_ps(&out.of[1].x, _mm512_extractf32x4_ps(sum, 2));
    return out;
}
static inline void lanes_sum(lanes a, float out[2]) {
    __m512 s = lanes_fold(a);
    s = _mm512_add_ps(s, _mm512_shuffle_ps(s, s, 0x4E));
    s = _mm512_add_ps(s, _mm512_shuffle_ps(s, s, 0xB1));
    out[0] = _mm512_cvtss_f32(s);
    out[1] = _mm_cvtss_f32(_mm512_extractf32x4_ps(s, 2));
}

#endif
#endif

static inline lanes lanes_all(float a) { return lanes_pair(a, a); }

#endif
