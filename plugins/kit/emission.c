/* SPDX-License-Identifier: MIT */
#include "kit/emission.h"

#include <math.h>

/* Beyond this a step's births are somebody's mistake; the pool's capacity cuts long before. */
#define MOST_BIRTHS 1e12

uint64_t kit_births_per_frame(double mean, double half_range, double u, double dither) {
    double n = floor(mean + u * half_range + dither);
    return isfinite(n) && n > 0.0 ? (uint64_t)fmin(n, MOST_BIRTHS) : 0;
}

double kit_screen_area(double radius, double distance, double fov_y, double height) {
    double gap = distance * distance - radius * radius;
    double rp = 0.5 * height / tan(0.5 * fov_y) * radius / sqrt(gap);
    if (!(gap > 0.0)) return height * height;
    return 3.14159265358979323846 * rp * rp;
}

double kit_births_per_area(double mean_sa, double half_range_sa, double u, double area) {
    return fmax(0.0, (mean_sa + u * half_range_sa) * area);
}

double kit_size_compensation(double wanted, double allowed) {
    if (!(allowed > 0.0) || !(wanted > allowed)) return 1.0;
    return sqrt(wanted / allowed); /* A sprite's light goes with its area. */
}

double kit_mean_at(double initial, double delta, double t, double t0) {
    return initial + delta * (t - t0);
}

struct kit_births kit_clock_advance(struct kit_clock *clock, double rate, double dt) {
    struct kit_births births = {0};
    double before = clock->phase, reached, whole;
    if (!(rate > 0.0) || !(dt > 0.0) || !isfinite(rate) || !isfinite(dt)) return births;
    reached = before + rate * dt;
    /* 33.33.. births a step must not lose one to the last bit: near-whole counts as whole. */
    whole = floor(reached + 1e-9);
    births.count = (uint64_t)fmin(whole, MOST_BIRTHS);
    births.spacing = 1.0 / rate;
    births.first = fmax(0.0, (1.0 - before) / rate);
    clock->phase = fmax(0.0, reached - whole);
    return births;
}
