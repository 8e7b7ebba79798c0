/* SPDX-License-Identifier: MIT
 *
 * Smallest and largest in one pass. A minimum is the same in any order, but the compiler may
 * not assume that of floats, so the lanes are written out. */
#include "kit/motion.h"

#define LANES 16

void WISP_SIMD(kit_range)(const float *x, uint32_t n, float *least, float *most);

void WISP_SIMD(kit_range)(const float *x, uint32_t n, float *least, float *most) {
    float lo[LANES], hi[LANES];
    uint32_t i = 0;
    for (int k = 0; k < LANES; k++) {
        lo[k] = *least;
        hi[k] = *most;
    }
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) {
            float v = x[i + (uint32_t)k];
            lo[k] = v < lo[k] ? v : lo[k];
            hi[k] = v > hi[k] ? v : hi[k];
        }
    for (; i < n; i++) {
        lo[0] = x[i] < lo[0] ? x[i] : lo[0];
        hi[0] = x[i] > hi[0] ? x[i] : hi[0];
    }
    for (int k = 0; k < LANES; k++) {
        if (lo[k] < *least) *least = lo[k];
        if (hi[k] > *most) *most = hi[k];
    }
}
