/* SPDX-License-Identifier: MIT
 *
 * wisp/simd.h - one source, several instruction sets, the same bits.
 *
 * A file named *_simd.c is compiled once per level by wisp_add_effect; each function in it is
 * named with WISP_SIMD(name) and ends up as name_simd0, name_simd1, ... Pick one with
 * wisp_simd_level(). Without contraction and reassociation every level gives the same result
 * for + - * / and sqrt. Levels     0 the baseline, 1 AVX2, 2 AVX-512.
 */
#ifndef WISP_SIMD_H
#define WISP_SIMD_H

#ifdef __cplusplus
extern "C" {
#endif

#ifndef WISP_SIMD_SUFFIX
#define WISP_SIMD_SUFFIX _simd0
#endif
#define WISP_SIMD_PASTE_2(name, suffix) name##suffix
#define WISP_SIMD_PASTE(name, suffix) WISP_SIMD_PASTE_2(name, suffix)
#define WISP_SIMD(name) WISP_SIMD_PASTE(name, WISP_SIMD_SUFFIX)

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define WISP_SIMD_LEVELS 3
/* The highest level this processor runs. Cheap; ask once a step. [any] */
static inline int wisp_simd_level(void) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return 2;
    return __builtin_cpu_supports("avx2") ? 1 : 0;
}
#else
#define WISP_SIMD_LEVELS 1
static inline int wisp_simd_level(void) { return 0; }
#endif

#ifdef __cplusplus
}
#endif
#endif
