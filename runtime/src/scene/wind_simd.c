/* SPDX-License-Identifier: MIT
 *
 * The wind's inner loop, compiled once per instruction set.
 *
 * Points go through in runs of one vector each, which stays in registers over all parts of the wind.
 * Only additions, multiplications, comparisons and conversions: every level rounds each lane
 * alike, so the bits agree. Phases arrive reduced to one cycle.
 */
#include "scene/lanes.h"
#include "scene/wind_kernel.h"

#include <string.h>

/* Adding and taking away 1.5 * 2^23 rounds to the nearest whole number. */
static inline lanes nearest(lanes x) { return (x + 12582912.0f) - 12582912.0f; }

/* cos(2 pi x) for |x| < 2^21: folded to a quarter, then sine's odd series. Error below 4e-6. */
static inline lanes cos_turns(lanes x) {
    lanes b = 0.25f - size_of(x - nearest(x));
    lanes q = b * b;
    return b * (6.2831853f +
                q * (-41.341702f + q * (81.605249f + q * (-76.70586f + q * 42.0587f))));
}

/* A front's strength, 0.35..1, from its number. */
static inline lanes strength(whole front, uint32_t seed) {
    bits h = ((bits)front * 0x9e3779b1u) ^ seed;
    h = (h ^ (h >> 15)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    h ^= h >> 16;
    lanes u = __builtin_convertvector((whole)(h >> 8), lanes) * (1.0f / 16777216.0f);
    return 0.35f + 0.65f * u;
}

/* One front by the share u of its passage: up within an eighth, then down to 0. */
static inline lanes profile(lanes u) {
    lanes up = least(u * 8.0f, all(1.0f)), left = 1.0f - u;
    return up * up * (3.0f - 2.0f * up) * left * left;
}

static inline lanes gust(const struct wind_kernel *k, const lanes p[3]) {
    lanes side = k->side[0] * p[0] + k->side[1] * p[1] + k->side[2] * p[2];
    lanes warp = 0.18f * cos_turns(side * 0.37f + 0.21f) + 0.09f * cos_turns(side * 0.83f);
    lanes s =
        k->along[0] * p[0] + k->along[1] * p[1] + k->along[2] * p[2] + warp + k->gust_phase;
    lanes cell = nearest(s - 0.5f), u = s - cell;
    u = 1.0f - choose(u < 0.0f, all(0.0f), least(u, all(1.0f)));
    return profile(u) * strength(__builtin_convertvector(cell, whole) + k->gust_cell, k->seed);
}

static inline void run(const struct wind_kernel *k, const float *const in[3],
                       float *const out[3]) {
    lanes p[3], w[3];
    for (int c = 0; c < 3; c++) {
        memcpy(&p[c], in[c], sizeof p[c]);
        w[c] = all(k->mean[c]);
    }
    if (k->has_gusts) {
        lanes g = gust(k, p);
        for (int c = 0; c < 3; c++) w[c] += k->gust[c] * g;
    }
    for (uint32_t m = 0; m < k->mode_count; m++) {
        const struct wind_kernel_mode *mode = &k->modes[m];
        lanes turn = mode->wave[0] * p[0] + mode->wave[1] * p[1] + mode->wave[2] * p[2];
        lanes wave = cos_turns(turn + mode->phase);
        for (int c = 0; c < 3; c++) w[c] += mode->amplitude[c] * wave;
    }
    for (int c = 0; c < 3; c++) memcpy(out[c], &w[c], sizeof w[c]);
}

void WISP_SIMD(wind_kernel_run)(const struct wind_kernel *k, uint32_t n,
                                const float *const xyz[3], float *const out[3]) {
    uint32_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        const float *const in[3] = {xyz[0] + i, xyz[1] + i, xyz[2] + i};
        float *const to[3] = {out[0] + i, out[1] + i, out[2] + i};
        run(k, in, to);
    }
    if (i == n) return;
    float part[3][LANES] = {{0}}; /* the last few, filled up */
    const float *const in[3] = {part[0], part[1], part[2]};
    float *const to[3] = {part[0], part[1], part[2]};
    for (int c = 0; c < 3; c++) memcpy(part[c], xyz[c] + i, (n - i) * sizeof(float));
    run(k, in, to);
    for (int c = 0; c < 3; c++) memcpy(out[c] + i, part[c], (n - i) * sizeof(float));
}
