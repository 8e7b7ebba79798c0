/* SPDX-License-Identifier: MIT
 *
 * Curl-like noise for whole vectors of particles. Written with the compiler's vector types,
 * because it gives up on a loop body this long; the operations are the same for every width, so
 * the bits are too. */
#include "kit/turbulence.h"

#include <string.h>

#if WISP_SIMD_LEVEL >= 2
#define LANES 16
#elif WISP_SIMD_LEVEL == 1
#define LANES 8
#else
#define LANES 4
#endif
typedef float vec __attribute__((vector_size(4 * LANES)));
typedef int32_t ivec __attribute__((vector_size(4 * LANES)));
typedef uint32_t uvec __attribute__((vector_size(4 * LANES)));

struct lattice {
    uvec hash[8];
    vec fade[3], slope[3];
};

static inline vec load(const float *from, uint32_t n) {
    vec v = {0};
    if (n >= LANES)
        memcpy(&v, from, sizeof v);
    else
        memcpy(&v, from, n * sizeof *from);
    return v;
}

static inline void add_to(float *to, vec value, uint32_t n) {
    vec sum = load(to, n) + value;
    memcpy(to, &sum, n >= LANES ? sizeof sum : n * sizeof *to);
}

static inline void locate(const vec *p, uint32_t seed, struct lattice *l) {
    static const uint32_t prime[3] = {0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du};
    uvec low[3], high[3];
    for (int k = 0; k < 3; k++) {
        ivec i = __builtin_convertvector(p[k], ivec);
        i += p[k] < __builtin_convertvector(i, vec); /* a true lane is -1: floor */
        vec f = p[k] - __builtin_convertvector(i, vec);
        uvec cell = (uvec)i + (k == 2 ? seed : 0u);
        l->fade[k] = f * f * f * (f * (f * 6.0f - 15.0f) + 10.0f);
        l->slope[k] = 30.0f * f * f * (f * (f - 2.0f) + 1.0f);
        low[k] = cell * prime[k];
        high[k] = low[k] + prime[k];
    }
    for (int c = 0; c < 8; c++) {
        uvec h = (c & 1 ? high[0] : low[0]) ^ (c & 2 ? high[1] : low[1]) ^
                 (c & 4 ? high[2] : low[2]);
        h = (h ^ (h >> 15)) * 0x2c1b3c6du;
        h = (h ^ (h >> 12)) * 0x297a2d39u;
        l->hash[c] = h ^ (h >> 15);
    }
}

/* Gradient of quintic value noise whose corner values are one half of each hash, in [-1, 1). */
static inline void gradient(const struct lattice *l, int shift, vec *out) {
    const vec *s = l->fade, *d = l->slope;
    vec c[8];
    for (int k = 0; k < 8; k++) {
        ivec half = (ivec)((l->hash[k] >> shift) & 0xffffu);
        c[k] = __builtin_convertvector(half, vec) * (2.0f / 65536.0f) - 1.0f;
    }
    vec e0 = c[1] - c[0], e1 = c[3] - c[2], e2 = c[5] - c[4], e3 = c[7] - c[6];
    vec x00 = c[0] + e0 * s[0], x10 = c[2] + e1 * s[0], x01 = c[4] + e2 * s[0],
        x11 = c[6] + e3 * s[0];
    vec dx0 = e0 + (e1 - e0) * s[1], dx1 = e2 + (e3 - e2) * s[1];
    vec dy0 = x10 - x00, dy1 = x11 - x01;
    out[0] = d[0] * (dx0 + (dx1 - dx0) * s[2]);
    out[1] = d[1] * (dy0 + (dy1 - dy0) * s[2]);
    out[2] = d[2] * ((x01 + dy1 * s[1]) - (x00 + dy0 * s[1]));
}

void WISP_SIMD(kit_turbulence_add)(const struct kit_block *block,
                                   const struct kit_turbulence *t, float *const accel[3]);

void WISP_SIMD(kit_turbulence_add)(const struct kit_block *block,
                                   const struct kit_turbulence *t, float *const accel[3]) {
    for (uint32_t i = 0; i < block->n; i += LANES) {
        const uint32_t n = block->n - i;
        vec place[3], sum[3] = {{0}, {0}, {0}};
        float scale = 1.0f / t->size, gain = t->strength / KIT_TURBULENCE_RMS;
        for (int k = 0; k < 3; k++) place[k] = load(block->pos[k] + i, n) - t->drift[k];
        for (uint32_t level = 0; level < t->octaves; level++, scale *= 2.0f, gain *= 0.5f) {
            vec p[3] = {place[0] * scale, place[1] * scale, place[2] * scale}, a[3], b[3];
            struct lattice l;
            locate(p, t->seed + level * 0x51ed27u, &l);
            gradient(&l, 0, a);
            gradient(&l, 16, b);
            for (int k = 0; k < 3; k++) {
                int j = (k + 1) % 3, m = (k + 2) % 3;
                sum[k] += gain * (a[j] * b[m] - a[m] * b[j]);
            }
        }
        for (int k = 0; k < 3; k++) add_to(accel[k] + i, sum[k], n);
    }
}
