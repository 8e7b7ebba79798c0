/* SPDX-License-Identifier: MIT
 *
 * One step of flakes, compiled once per instruction set; the same bits from each.
 *
 * Drag is quadratic: a = g - |g| |w| w / vt^2 with w = v - wind. It is taken implicitly in w with
 * |w| from before, which is stable for any step and rests at exactly vt.
 */
#include "snow_move.h"

#include <math.h>
#include <string.h>
#include <wisp/simd.h>
#if WISP_SIMD_LEVEL > 0
#include <immintrin.h>
#endif

enum { LANES = 4 << WISP_SIMD_LEVEL };
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));

static inline lanes root(lanes x) {
#if WISP_SIMD_LEVEL == 2
    return (lanes)_mm512_sqrt_ps((__m512)x);
#elif WISP_SIMD_LEVEL == 1
    return (lanes)_mm256_sqrt_ps((__m256)x);
#else
    return (lanes){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
#endif
}

static inline lanes choose(whole where, lanes a, lanes b) {
    return (lanes)(((whole)a & where) | ((whole)b & ~where));
}

static inline lanes floor_of(lanes x) {
    lanes f = __builtin_convertvector(__builtin_convertvector(x, whole), lanes);
    return choose(f > x, f - 1.0f, f);
}

/* x brought into [low, low + size); boxes: whole sizes it was away, upwards. */
static inline lanes wrap(lanes x, float low, float size, float per, lanes *boxes) {
    lanes t = (x - low) * per, f = floor_of(t);
    lanes r = low + size * (t - f), first = low - (lanes){0};
    *boxes = f;
    return choose(r < low + size, r, first);
}

struct falling {
    float g[3], pull, dt; /* gravity times dt, its size times dt */
};

/* One run of LANES flakes from plane pointers that are already at the run. */
static inline void run(const struct snow_lanes *l, uint32_t i, const struct falling *f,
                       const struct snow_box *box) {
    lanes p[3], v[3], a[3], w[3], vt, square = {0};
    memcpy(&vt, l->fall + i, sizeof vt);
    for (int k = 0; k < 3; k++) {
        memcpy(&p[k], l->pos[k] + i, sizeof p[k]);
        memcpy(&v[k], l->vel[k] + i, sizeof v[k]);
        memcpy(&a[k], l->wind[k] + i, sizeof a[k]);
        w[k] = v[k] - a[k];
        square += w[k] * w[k];
    }
    lanes keep = 1.0f / (1.0f + f->pull * root(square) / (vt * vt));
    for (int k = 0; k < 3; k++) {
        lanes u = a[k] + (w[k] + f->g[k]) * keep;
        p[k] += 0.5f * f->dt * (v[k] + u);
        memcpy(l->vel[k] + i, &u, sizeof u);
    }
    for (int k = 0; k < 3 && box; k++) {
        lanes boxes;
        p[k] = wrap(p[k], box->low[k], box->size[k], 1.0f / box->size[k], &boxes);
        whole down = __builtin_convertvector(-boxes, whole);
        if (k == 1) memcpy(l->round + i, &down, sizeof down);
    }
    for (int k = 0; k < 3; k++) memcpy(l->pos[k] + i, &p[k], sizeof p[k]);
}

/* The last few, filled up with flakes that stand still. */
static void run_rest(const struct snow_lanes *l, uint32_t i, uint32_t n,
                     const struct falling *f, const struct snow_box *box) {
    float pos[3][LANES] = {{0}}, vel[3][LANES] = {{0}}, wind[3][LANES] = {{0}}, fall[LANES];
    int32_t round[LANES];
    size_t bytes = (n - i) * sizeof(float);
    struct snow_lanes part = {.fall = fall, .round = round};
    for (int j = 0; j < LANES; j++) fall[j] = 1.0f;
    memcpy(fall, l->fall + i, bytes);
    for (int k = 0; k < 3; k++) {
        part.pos[k] = memcpy(pos[k], l->pos[k] + i, bytes);
        part.vel[k] = memcpy(vel[k], l->vel[k] + i, bytes);
        part.wind[k] = memcpy(wind[k], l->wind[k] + i, bytes);
    }
    run(&part, 0, f, box);
    for (int k = 0; k < 3; k++) {
        memcpy(l->pos[k] + i, pos[k], bytes);
        memcpy(l->vel[k] + i, vel[k], bytes);
    }
    if (box) memcpy(l->round + i, round, bytes);
}

void WISP_SIMD(snow_move)(const struct snow_lanes *l, uint32_t n, const struct snow_box *box,
                          const float gravity[3], float dt) {
    float square = 0.0f;
    struct falling f = {.dt = dt};
    for (int k = 0; k < 3; k++) {
        f.g[k] = gravity[k] * dt;
        square += gravity[k] * gravity[k];
    }
    f.pull = sqrtf(square) * dt;
    uint32_t i = 0;
    for (; i + LANES <= n; i += LANES) run(l, i, &f, box);
    if (i < n) run_rest(l, i, n, &f, box);
}

void WISP_SIMD(snow_near)(const float *const pos[3], uint32_t n, const float center[3],
                          float radius, uint8_t *near) {
    const float *restrict px = pos[0], *restrict py = pos[1], *restrict pz = pos[2];
    uint8_t *restrict out = near;
    const float x = center[0], y = center[1], z = center[2], square = radius * radius;
    for (uint32_t i = 0; i < n; i++) {
        float dx = px[i] - x, dy = py[i] - y, dz = pz[i] - z;
        out[i] = dx * dx + dy * dy + dz * dz < square;
    }
}
