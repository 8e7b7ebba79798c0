/* SPDX-License-Identifier: MIT
 *
 * lanes - as many floats at once as the level being compiled has; for *_simd.c files of this layer.
 *
 * Each operation rounds each lane once and nothing is fused, so all levels give the same bits.
 */
#ifndef SCENE_LANES_H
#define SCENE_LANES_H

#include <math.h>
#include <stdint.h>
#include <wisp/simd.h>
#if WISP_SIMD_LEVEL > 0
#include <immintrin.h>
#endif

enum { LANES = 4 << WISP_SIMD_LEVEL };
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));
typedef uint32_t bits __attribute__((vector_size(4 * LANES)));

static inline lanes all(float x) { return x - (lanes){0}; }
static inline lanes choose(whole where, lanes a, lanes b) {
    return (lanes)(((whole)a & where) | ((whole)b & ~where));
}
static inline lanes least(lanes a, lanes b) { return choose(a < b, a, b); }
static inline lanes most(lanes a, lanes b) { return choose(a > b, a, b); }
static inline lanes size_of(lanes x) { return (lanes)((whole)x & 0x7fffffff); }

static inline lanes root(lanes x) {
#if WISP_SIMD_LEVEL == 2
    return (lanes)_mm512_sqrt_ps((__m512)x);
#elif WISP_SIMD_LEVEL == 1
    return (lanes)_mm256_sqrt_ps((__m256)x);
#else
    return (lanes){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
#endif
}

#endif
