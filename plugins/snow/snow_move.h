/* SPDX-License-Identifier: MIT
 *
 * The flakes' inner loop: drag, weight, motion and the wrap-around box.
 *
 * Threads  Pure: callers may split the flakes.
 */
#ifndef SNOW_MOVE_H
#define SNOW_MOVE_H

#include <stdint.h>

/* Planes of a run of flakes. */
struct snow_lanes {
    float *pos[3], *vel[3]; /* m, m/s */
    const float *wind[3];   /* m/s, as last sampled */
    const float *fall;      /* m/s: terminal speed */
    int32_t *round;         /* out: boxes gone through downwards; > 0 came to the ground */
};

struct snow_box {
    float low[3], size[3];
};

/* box NULL: nothing wraps and round is left alone. */
typedef void snow_move_fn(const struct snow_lanes *lanes, uint32_t n,
                          const struct snow_box *box, const float gravity[3], float dt);
snow_move_fn snow_move_simd0;
#if defined(__x86_64__)
snow_move_fn snow_move_simd1;
snow_move_fn snow_move_simd2;
#endif

/* near[i] = 1 where the point lies within radius of center, else 0. */
typedef void snow_near_fn(const float *const pos[3], uint32_t n, const float center[3],
                          float radius, uint8_t *near);
snow_near_fn snow_near_simd0;
#if defined(__x86_64__)
snow_near_fn snow_near_simd1;
snow_near_fn snow_near_simd2;
#endif

/* 0 baseline, 1 AVX2, 2 AVX-512: the same bits. */
snow_move_fn *snow_move(int level);
snow_near_fn *snow_near(int level);
int snow_level(void);

#endif
