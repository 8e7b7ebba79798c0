/* SPDX-License-Identifier: MIT
 *
 * fluid_levels - which instruction sets there are, and their passes.
 */
#include "fluid_levels.h"

#define FLUID_LEVEL(n)                                                                         \
    {                                                                                          \
        fluid_search_simd##n, fluid_lambda_simd##n, fluid_delta_simd##n, fluid_smooth_simd##n, \
            fluid_confine_simd##n, fluid_foam_simd##n                                          \
    }

#if defined(__x86_64__)
#define FLUID_LEVEL_COUNT 3
static const fluid_level levels[FLUID_LEVEL_COUNT] = {FLUID_LEVEL(0), FLUID_LEVEL(1),
                                                      FLUID_LEVEL(2)};

int32_t fluid_simd_level(void) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")) {
        return 2;
    }
    return __builtin_cpu_supports("avx2") ? 1 : 0;
}
#else
#define FLUID_LEVEL_COUNT 1
static const fluid_level levels[FLUID_LEVEL_COUNT] = {FLUID_LEVEL(0)};

int32_t fluid_simd_level(void) { return 0; }
#endif

const fluid_level *fluid_level_at(int32_t level) {
    int32_t best = fluid_simd_level();
    if (level > best) level = best;
    return &levels[level < 0 ? 0 : level];
}
