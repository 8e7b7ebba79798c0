/* SPDX-License-Identifier: MIT */
#include "snow_move.h"

snow_move_fn *snow_move(int level) {
#if defined(__x86_64__)
    if (level >= 2) return snow_move_simd2;
    if (level == 1) return snow_move_simd1;
#endif
    (void)level;
    return snow_move_simd0;
}

snow_near_fn *snow_near(int level) {
#if defined(__x86_64__)
    if (level >= 2) return snow_near_simd2;
    if (level == 1) return snow_near_simd1;
#endif
    (void)level;
    return snow_near_simd0;
}

int snow_level(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return 2;
    if (__builtin_cpu_supports("avx2")) return 1;
#endif
    return 0;
}
