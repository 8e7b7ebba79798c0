/* SPDX-License-Identifier: MIT */
#include "snow_move.h"

#include <wisp/simd.h>

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

int snow_level(void) { return wisp_simd_level(); }
