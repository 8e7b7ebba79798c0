/* SPDX-License-Identifier: MIT
 *
 * Smallest and largest in one pass. A minimum is the same in any order, but the compiler may not assume that
 * of floats, so the vectors are written out. */
#include "kit/motion.h"

#include <string.h>

#define LANES 16
typedef float vec __attribute__((vector_size(4 * LANES)));
typedef int32_t mask __attribute__((vector_size(4 * LANES)));

/* where ? yes : no, lane by lane; *to is no. */
static inline void choose(const mask *where, const vec *yes, vec *to) {
    mask y, n;
    memcpy(&y, yes, sizeof y);
    memcpy(&n, to, sizeof n);
    y = (y & *where) | (n & ~*where);
    memcpy(to, &y, sizeof y);
}

void WISP_SIMD(kit_range)(const float *x, uint32_t n, float *least, float *most);

void WISP_SIMD(kit_range)(const float *x, uint32_t n, float *least, float *most) {
    vec lo = (vec){0} + *least, hi = (vec){0} + *most;
    float low[LANES], high[LANES];
    uint32_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        vec v;
        mask less, more;
        memcpy(&v, x + i, sizeof v);
        less = v < lo;
        more = v > hi;
        choose(&less, &v, &lo);
        choose(&more, &v, &hi);
    }
    memcpy(low, &lo, sizeof low);
    memcpy(high, &hi, sizeof high);
    for (; i < n; i++) {
        low[0] = x[i] < low[0] ? x[i] : low[0];
        high[0] = x[i] > high[0] ? x[i] : high[0];
    }
    for (int k = 0; k < LANES; k++) {
        if (low[k] < *least) *least = low[k];
        if (high[k] > *most) *most = high[k];
    }
}
