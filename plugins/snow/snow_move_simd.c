/* SPDX-License-Identifier: MIT
 *
 * One step of flakes, compiled once per instruction set.
 *
 * Drag is quadratic: a = g - |g| |w| w / vt^2 with w = v - wind. It is taken implicitly in w
 * with |w| from before, which is stable for any step and rests at exactly vt.
 */
#include "snow_move.h"

#include <math.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SIMD(name) JOIN(name, WISP_SIMD_SUFFIX)

static inline float floor_of(float x) {
    float f = (float)(int32_t)x;
    return f > x ? f - 1.0f : f;
}

/* New velocity into vel, way of this step added to pos. */
static void fall(const struct snow_lanes *l, uint32_t n, const float g[3], float dt) {
    float *restrict px = l->pos[0], *restrict py = l->pos[1], *restrict pz = l->pos[2];
    float *restrict vx = l->vel[0], *restrict vy = l->vel[1], *restrict vz = l->vel[2];
    const float *restrict ax = l->wind[0], *restrict ay = l->wind[1], *restrict az = l->wind[2];
    const float *restrict vt = l->fall;
    const float gx = g[0] * dt, gy = g[1] * dt, gz = g[2] * dt, half = 0.5f * dt;
    const float pull = sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * dt;
    for (uint32_t i = 0; i < n; i++) {
        float wx = vx[i] - ax[i], wy = vy[i] - ay[i], wz = vz[i] - az[i];
        float speed = sqrtf(wx * wx + wy * wy + wz * wz);
        float keep = 1.0f / (1.0f + pull * speed / (vt[i] * vt[i]));
        float ux = ax[i] + (wx + gx) * keep, uy = ay[i] + (wy + gy) * keep;
        float uz = az[i] + (wz + gz) * keep;
        px[i] += half * (vx[i] + ux);
        py[i] += half * (vy[i] + uy);
        pz[i] += half * (vz[i] + uz);
        vx[i] = ux;
        vy[i] = uy;
        vz[i] = uz;
    }
}

static void wrap(float *restrict p, uint32_t n, float low, float size) {
    const float per = 1.0f / size;
    for (uint32_t i = 0; i < n; i++) {
        float t = (p[i] - low) * per;
        float r = low + size * (t - floor_of(t));
        p[i] = r < low + size ? r : low;
    }
}

static void wrap_down(float *restrict p, int32_t *restrict round, uint32_t n, float low,
                      float size) {
    const float per = 1.0f / size;
    for (uint32_t i = 0; i < n; i++) {
        float t = (p[i] - low) * per, f = floor_of(t);
        float r = low + size * (t - f);
        p[i] = r < low + size ? r : low;
        round[i] = (int32_t)-f;
    }
}

void SIMD(snow_move)(const struct snow_lanes *l, uint32_t n, const struct snow_box *box,
                     const float gravity[3], float dt) {
    fall(l, n, gravity, dt);
    if (!box) return;
    wrap(l->pos[0], n, box->low[0], box->size[0]);
    wrap(l->pos[2], n, box->low[2], box->size[2]);
    wrap_down(l->pos[1], l->round, n, box->low[1], box->size[1]);
}

void SIMD(snow_near)(const float *const pos[3], uint32_t n, const float center[3], float radius,
                     uint8_t *near) {
    const float *restrict px = pos[0], *restrict py = pos[1], *restrict pz = pos[2];
    uint8_t *restrict out = near;
    const float x = center[0], y = center[1], z = center[2], square = radius * radius;
    for (uint32_t i = 0; i < n; i++) {
        float dx = px[i] - x, dy = py[i] - y, dz = pz[i] - z;
        out[i] = dx * dx + dy * dy + dz * dz < square;
    }
}
