/* SPDX-License-Identifier: MIT
 *
 * timing - which step a frame shows.
 */
#ifndef APP_TIMING_H
#define APP_TIMING_H

#include <math.h>
#include <stdint.h>

/* Whole steps before frame f at fps frames a second of scene time, and the part of one that is
 * left in *alpha. The margin takes up that step_dt is not exact. */
static inline uint64_t timing_steps(uint64_t frame, double fps, double step_dt, float *alpha) {
    double steps = (double)frame / (fps * step_dt);
    double whole = floor(steps + 1e-6);
    double part = steps - whole;
    *alpha = part > 0.0 ? (float)part : 0.0f;
    return (uint64_t)whole;
}

#endif
