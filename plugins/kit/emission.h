/* SPDX-License-Identifier: MIT
 *
 * emission - how many particles are born, and when within a step.
 *
 * Units      Rates 1/s, times s, areas px^2, angles rad.
 * Errors     None: bad numbers (negative, NaN) give no births.
 * Threads    Pure functions; kit_clock is the caller's.
 * Source     Reeves, Particle Systems, 1983, equations 1 and 2 (N = Mean + Rand * Var).
 */
#ifndef KIT_EMISSION_H
#define KIT_EMISSION_H

#include <stdint.h>

/* Reeves' first form: mean + u * half_range births, u uniform in [-1, 1); never negative.
 * Rounding would lose every mean below one half, so the fraction is kept with its own
 * probability by `dither` in [0, 1). */
uint64_t kit_births_per_frame(double mean, double half_range, double u, double dither);

/* Area on screen of a sphere seen in perspective: pi * rp^2 with rp = (height / 2) / tan(fov_y
 * / 2)
 * * radius / sqrt(distance^2 - radius^2). Inside the sphere: the whole screen's height squared.
 */
double kit_screen_area(double radius, double distance, double fov_y, double height);

/* Reeves' second form: (mean + u * half_range) per pixel times area. */
double kit_births_per_area(double mean_sa, double half_range_sa, double u, double area);

/* Factor for particle size when births fall from `wanted` to `allowed`, so that total light
 * stays. */
double kit_size_compensation(double wanted, double allowed);

/* A mean that changes linearly with time: initial + delta * (t - t0). R4, R22. */
double kit_mean_at(double initial, double delta, double t, double t0);

/* An exact accumulator of births. Lives in a state buffer; no rounding drift: whole births are
 * counted from the phase, which stays in [0, 1). */
struct kit_clock {
    double phase;
};

/* Births of one step and their times. Birth k (0-based) happens `first + k * spacing` seconds
 * into the step. */
struct kit_births {
    uint64_t count;
    double first, spacing;
};
struct kit_births kit_clock_advance(struct kit_clock *clock, double rate, double dt);

#endif
