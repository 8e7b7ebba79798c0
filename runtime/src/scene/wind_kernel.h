/* SPDX-License-Identifier: MIT
 *
 * What wind.c prepares once a call for the inner loop: phases of this moment, in cycles.
 */
#ifndef SCENE_WIND_KERNEL_H
#define SCENE_WIND_KERNEL_H

#include "scene/wind.h"

struct wind_kernel_mode {
    float wave[3], amplitude[3], phase;
};

struct wind_kernel {
    float mean[3];
    float gust[3];           /* m/s of the strongest front */
    float along[3], side[3]; /* 1/m: fronts and their waviness */
    float gust_phase;        /* 0..1 */
    int32_t gust_cell;       /* whole fronts taken out of the phase */
    uint32_t seed;
    uint32_t has_gusts, mode_count;
    struct wind_kernel_mode modes[WIND_MODES];
};

enum { WIND_BLOCK = 512 }; /* points a time: the working set stays in the first cache */

/* n <= WIND_BLOCK. xyz and out may not overlap. */
typedef void wind_kernel_fn(const struct wind_kernel *k, uint32_t n, const float *const xyz[3],
                            float *const out[3]);
wind_kernel_fn wind_kernel_run_simd0;
#if defined(__x86_64__)
wind_kernel_fn wind_kernel_run_simd1;
wind_kernel_fn wind_kernel_run_simd2;
#endif

#endif
