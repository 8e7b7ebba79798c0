/* SPDX-License-Identifier: MIT
 *
 * The wind's inner loop, compiled once per instruction set.
 *
 * Only additions, multiplications, comparisons and conversions of floats: every level rounds
 * them alike, so the bits agree. Phases arrive reduced to one cycle, coordinates are the
 * caller's.
 */
#include "scene/wind_kernel.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SIMD(name) JOIN(name, WISP_SIMD_SUFFIX)

/* Adding and taking away 1.5 * 2^23 rounds to the nearest whole number. */
static inline float nearest(float x) { return (x + 12582912.0f) - 12582912.0f; }

/* cos(2 pi x) for |x| < 2^21: folded to a quarter, then sine's odd series. Error below 4e-6. */
static inline float cos_turns(float x) {
    float r = x - nearest(x);
    float b = 0.25f - (r < 0.0f ? -r : r);
    float q = b * b;
    return b * (6.2831853f +
                q * (-41.341702f + q * (81.605249f + q * (-76.70586f + q * 42.0587f))));
}

/* A front's strength, 0.35..1, from its number. */
static inline float strength(int32_t front, uint32_t seed) {
    uint32_t h = (uint32_t)front * 0x9e3779b1u ^ seed;
    h = (h ^ (h >> 15)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    h ^= h >> 16;
    return 0.35f + 0.65f * ((float)(int32_t)(h >> 8) * (1.0f / 16777216.0f));
}

/* One front by the share u of its passage: up within an eighth, then down to 0. */
static inline float profile(float u) {
    float up = u * 8.0f;
    up = up > 1.0f ? 1.0f : up;
    up = up * up * (3.0f - 2.0f * up);
    float left = 1.0f - u;
    return up * left * left;
}

static void add_gusts(const struct wind_kernel *k, uint32_t n, const float *const xyz[3],
                      float *const out[3]) {
    const float *restrict x = xyz[0], *restrict y = xyz[1], *restrict z = xyz[2];
    float *restrict ox = out[0], *restrict oy = out[1], *restrict oz = out[2];
    for (uint32_t i = 0; i < n; i++) {
        float side = k->side[0] * x[i] + k->side[1] * y[i] + k->side[2] * z[i];
        float warp = 0.18f * cos_turns(side * 0.37f + 0.21f) + 0.09f * cos_turns(side * 0.83f);
        float s =
            k->along[0] * x[i] + k->along[1] * y[i] + k->along[2] * z[i] + warp + k->gust_phase;
        float cell = nearest(s - 0.5f);
        float u = s - cell;
        u = 1.0f - (u < 0.0f ? 0.0f : u > 1.0f ? 1.0f : u);
        float g = profile(u) * strength((int32_t)cell + k->gust_cell, k->seed);
        ox[i] += k->gust[0] * g;
        oy[i] += k->gust[1] * g;
        oz[i] += k->gust[2] * g;
    }
}

static void add_mode(const struct wind_kernel_mode *m, uint32_t n, const float *const xyz[3],
                     float *const out[3]) {
    const float *restrict x = xyz[0], *restrict y = xyz[1], *restrict z = xyz[2];
    float *restrict ox = out[0], *restrict oy = out[1], *restrict oz = out[2];
    for (uint32_t i = 0; i < n; i++) {
        float c =
            cos_turns(m->wave[0] * x[i] + m->wave[1] * y[i] + m->wave[2] * z[i] + m->phase);
        ox[i] += m->amplitude[0] * c;
        oy[i] += m->amplitude[1] * c;
        oz[i] += m->amplitude[2] * c;
    }
}

void SIMD(wind_kernel_run)(const struct wind_kernel *k, uint32_t n, const float *const xyz[3],
                           float *const out[3]) {
    for (int c = 0; c < 3; c++)
        for (uint32_t i = 0; i < n; i++) out[c][i] = k->mean[c];
    if (k->has_gusts) add_gusts(k, n, xyz, out);
    for (uint32_t m = 0; m < k->mode_count; m++) add_mode(&k->modes[m], n, xyz, out);
}
