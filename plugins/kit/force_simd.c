/* SPDX-License-Identifier: MIT
 *
 * Loops over one block that the compiler vectorises, once per instruction set; see wisp/simd.h.
 */
#include "kit/force.h"

#include <math.h>

static void WISP_SIMD(attract)(const struct kit_block *block, const struct kit_attractor *a,
                               float *const accel[3]) {
    const float *restrict x = block->pos[0], *restrict y = block->pos[1];
    const float *restrict z = block->pos[2];
    float *restrict ax = accel[0], *restrict ay = accel[1], *restrict az = accel[2];
    const float along = a->kind == KIT_ATTRACT_POINT ? 0.0f : 1.0f, r2 = a->radius * a->radius;
    const float pull = a->kind == KIT_ATTRACT_VORTEX ? 0.0f : a->strength;
    const float swirl = a->kind == KIT_ATTRACT_VORTEX ? a->strength : 0.0f;
    const float *restrict u = block->vel[0], *restrict v = block->vel[1];
    const float *restrict w = block->vel[2];
    const float turning = a->kind == KIT_ATTRACT_VORTEX ? 1.0f : 0.0f;
    for (uint32_t i = 0; i < block->n; i++) {
        float dx = a->position[0] - x[i], dy = a->position[1] - y[i],
              dz = a->position[2] - z[i];
        float on = along * (dx * a->axis[0] + dy * a->axis[1] + dz * a->axis[2]);
        float d2, d, f, g, tx, ty, tz, vt;
        dx -= on * a->axis[0];
        dy -= on * a->axis[1];
        dz -= on * a->axis[2];
        d2 = dx * dx + dy * dy + dz * dz;
        d = sqrtf(d2) + 1e-6f;
        tx = (dy * a->axis[2] - dz * a->axis[1]) / d;
        ty = (dz * a->axis[0] - dx * a->axis[2]) / d;
        tz = (dx * a->axis[1] - dy * a->axis[0]) / d;
        vt = u[i] * tx + v[i] * ty + w[i] * tz;
        /* What holds a vortex together: the low pressure inside pulls with v^2 / r. */
        f = pull * 2.0f * r2 / ((d2 + r2) * d) + turning * vt * vt / (d2 + 0.01f * r2);
        /* Rational stand-in for Lamb-Oseen: rises with d in the core, falls with 1/d outside, 1 at the radius. */
        g = swirl * 2.0f * a->radius * d / (d2 + r2);
        ax[i] += f * dx + g * tx;
        ay[i] += f * dy + g * ty;
        az[i] += f * dz + g * tz;
    }
}

static void WISP_SIMD(drag_quadratic)(const struct kit_block *block, float q, float dt,
                                      const float wind[3]) {
    float *restrict x = block->vel[0], *restrict y = block->vel[1], *restrict z = block->vel[2];
    for (uint32_t i = 0; i < block->n; i++) {
        float rx = x[i] - wind[0], ry = y[i] - wind[1], rz = z[i] - wind[2];
        float keep = 1.0f / (1.0f + q * dt * sqrtf(rx * rx + ry * ry + rz * rz));
        x[i] = wind[0] + rx * keep;
        y[i] = wind[1] + ry * keep;
        z[i] = wind[2] + rz * keep;
    }
}

static void WISP_SIMD(limit_speed)(const struct kit_block *block, float limit) {
    float *restrict x = block->vel[0], *restrict y = block->vel[1], *restrict z = block->vel[2];
    const float square = limit * limit;
    for (uint32_t i = 0; i < block->n; i++) {
        float s2 = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
        float f = s2 > square ? limit / sqrtf(s2) : 1.0f;
        x[i] *= f;
        y[i] *= f;
        z[i] *= f;
    }
}

static uint32_t WISP_SIMD(bounce)(const struct kit_block *block, const struct kit_plane *plane,
                                  float radius) {
    float *restrict x = block->pos[0], *restrict y = block->pos[1], *restrict z = block->pos[2];
    float *restrict u = block->vel[0], *restrict v = block->vel[1], *restrict w = block->vel[2];
    const float nx = plane->normal[0], ny = plane->normal[1], nz = plane->normal[2];
    const float level = plane->offset + radius, e = plane->restitution,
                keep = 1.0f - plane->friction;
    uint32_t touched = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        float depth = level - (nx * x[i] + ny * y[i] + nz * z[i]);
        float ru = u[i] - plane->velocity[0], rv = v[i] - plane->velocity[1];
        float rw = w[i] - plane->velocity[2], along = nx * ru + ny * rv + nz * rw;
        int in = depth > 0.0f, hit = in & (along < 0.0f);
        float push = in ? depth : 0.0f;
        /* The new relative velocity: across the plane times keep, along the normal times -e. */
        float across = hit ? keep : 1.0f, back = hit ? -(e + keep) * along : 0.0f;
        x[i] += push * nx;
        y[i] += push * ny;
        z[i] += push * nz;
        u[i] = plane->velocity[0] + ru * across + back * nx;
        v[i] = plane->velocity[1] + rv * across + back * ny;
        w[i] = plane->velocity[2] + rw * across + back * nz;
        touched += (uint32_t)hit;
    }
    return touched;
}

extern const struct kit_forces WISP_SIMD(kit_forces);
const struct kit_forces WISP_SIMD(kit_forces) = {
    .attract = WISP_SIMD(attract),
    .drag_quadratic = WISP_SIMD(drag_quadratic),
    .limit_speed = WISP_SIMD(limit_speed),
    .bounce = WISP_SIMD(bounce),
};
