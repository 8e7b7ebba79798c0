/* SPDX-License-Identifier: MIT
 *
 * Lean and gusts of the fire.
 */
#include "simplex_fire/fire_wind.h"

#include "simplex_fire/fire_noise.h"

#include <math.h>

float fire_wind_offset(enum fire_wind_mode mode, float k, float h) {
    return mode == FIRE_WIND_SHEAR ? k * h : k * h * h;
}

void fire_wind_unbend(enum fire_wind_mode mode, float k, const float direction[2], float p[3]) {
    float offset = fire_wind_offset(mode, k, p[1] + 0.5f);
    p[0] -= offset * direction[0];
    p[2] -= offset * direction[1];
}

float fire_wind_tip_lean(enum fire_wind_mode mode, float k) {
    float slope = mode == FIRE_WIND_SHEAR ? k : 2.0f * k;
    return atanf(slope) * 57.29577951f;
}

void fire_wind_extent(float k, float *low, float *high) {
    *low = -0.5f - fmaxf(0.0f, -k);
    *high = 0.5f + fmaxf(0.0f, k);
}

static float unit(uint32_t hash) { return (float)(hash >> 8) * (1.0f / 16777216.0f); }

/* Target n stands at time (n + jitter) * period with jitter in [-1/4, 1/4], so neighbours are
 * half to one and a half periods apart and always in order. */
static float target_time(int32_t n, float period, uint32_t seed) {
    return ((float)n + 0.5f * unit(fire_hash2(n, 1, seed)) - 0.25f) * period;
}

static float target_value(int32_t n, uint32_t seed) {
    return 2.0f * unit(fire_hash2(n, 2, seed)) - 1.0f;
}

float fire_wind_gust(float t, float period, uint32_t seed) {
    int32_t n = (int32_t)floorf(t / period);
    if (t < target_time(n, period, seed)) n--;
    if (t >= target_time(n + 1, period, seed)) n++;
    float t0 = target_time(n, period, seed);
    float t1 = target_time(n + 1, period, seed);
    float s = (t - t0) / (t1 - t0);
    return target_value(n, seed) * (1.0f - s) + target_value(n + 1, seed) * s;
}

float fire_wind_strength(float k0, float strength, float t, float period, uint32_t seed) {
    float k = k0 * (1.0f + strength * fire_wind_gust(t, period, seed));
    return k0 >= 0.0f ? fmaxf(k, 0.0f) : fminf(k, 0.0f);
}
