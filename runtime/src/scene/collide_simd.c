/* SPDX-License-Identifier: MIT
 *
 * Distance loops, compiled once per instruction set; the same bits from each.
 *
 * Every shape is a function from a local point to a distance and a local normal. Choices are
 * written as selections, so that the loops have no branches.
 */
#include "scene/collide_kernel.h"
#include "scene/lanes.h"

#include <stdbool.h>
#include <string.h>
#include <wisp/effect.h>

struct hit {
    lanes d, n[3]; /* distance, local normal */
};

/* -1 below zero, else 1. */
static inline lanes sign_of(lanes x) { return choose(x < 0.0f, all(-1.0f), all(1.0f)); }
/* 1 / x, or 0 where x is not above `tiny`. */
static inline lanes inverse(lanes x, float tiny) {
    return choose(x > tiny, 1.0f / choose(x > tiny, x, all(1.0f)), all(0.0f));
}

static inline struct hit plane_at(const float *s, const lanes p[3]) {
    (void)s;
    return (struct hit){p[1], {all(0.0f), all(1.0f), all(0.0f)}};
}

/* A ball about the point that p is measured from. */
static inline struct hit ball(float radius, lanes x, lanes y, lanes z) {
    lanes l = root(x * x + y * y + z * z), inv = inverse(l, 1e-12f);
    return (struct hit){l - radius, {x * inv, choose(l > 1e-12f, y * inv, all(1.0f)), z * inv}};
}

static inline struct hit sphere_at(const float *s, const lanes p[3]) {
    return ball(s[0], p[0], p[1], p[2]);
}

static inline struct hit capsule_at(const float *s, const lanes p[3]) {
    lanes c = most(all(-s[1]), least(p[1], all(s[1])));
    return ball(s[0], p[0], p[1] - c, p[2]);
}

static inline struct hit box_at(const float *s, const lanes p[3]) {
    lanes q[3], o[3], square = {0};
    for (int k = 0; k < 3; k++) {
        q[k] = size_of(p[k]) - s[k];
        o[k] = most(q[k], all(0.0f));
        square += o[k] * o[k];
    }
    lanes l = root(square), inv = inverse(l, 0.0f);
    whole outside = l > 0.0f, x = (q[0] >= q[1]) & (q[0] >= q[2]), y = ~x & (q[1] >= q[2]);
    const whole nearest[3] = {x, y, ~x & ~y}; /* face, seen from inside */
    struct hit h = {.d = choose(outside, l, most(q[0], most(q[1], q[2])))};
    for (int k = 0; k < 3; k++)
        h.n[k] = sign_of(p[k]) *
                 choose(outside, o[k] * inv, choose(nearest[k], all(1.0f), all(0.0f)));
    return h;
}

static inline struct hit cylinder_at(const float *s, const lanes p[3]) {
    lanes r = root(p[0] * p[0] + p[2] * p[2]), inv = inverse(r, 1e-12f);
    lanes qr = r - s[0], qy = size_of(p[1]) - s[1];
    lanes outr = most(qr, all(0.0f)), outy = most(qy, all(0.0f));
    lanes l = root(outr * outr + outy * outy), il = inverse(l, 0.0f);
    lanes side = choose(qr >= qy, all(1.0f), all(0.0f));
    lanes nr = choose(l > 0.0f, outr * il, side), ny = choose(l > 0.0f, outy * il, 1.0f - side);
    lanes ux = choose(r > 1e-12f, p[0] * inv, all(1.0f));
    return (struct hit){choose(l > 0.0f, l, most(qr, qy)),
                        {nr * ux, ny * sign_of(p[1]), nr * p[2] * inv}};
}

static inline struct hit shape_at(uint32_t shape, const float *size, const lanes p[3]) {
    switch (shape) {
    case WISP_SHAPE_PLANE:
        return plane_at(size, p);
    case WISP_SHAPE_SPHERE:
        return sphere_at(size, p);
    case WISP_SHAPE_CYLINDER:
        return cylinder_at(size, p);
    case WISP_SHAPE_CAPSULE:
        return capsule_at(size, p);
    default:
        return box_at(size, p);
    }
}

/* One run of LANES points, already at the pointers. */
static inline void run(const struct collide_kernel *k, const float *const in[3],
                       float *distance, float *const normal[3]) {
    lanes d[3], p[3];
    for (int c = 0; c < 3; c++) {
        memcpy(&d[c], in[c], sizeof d[c]);
        d[c] -= k->center[c];
    }
    for (int a = 0; a < 3; a++)
        p[a] = d[0] * k->axis[a][0] + d[1] * k->axis[a][1] + d[2] * k->axis[a][2];
    struct hit h = shape_at(k->shape, k->size, p);
    memcpy(distance, &h.d, sizeof h.d);
    for (int c = 0; normal[0] && c < 3; c++) {
        lanes n = h.n[0] * k->axis[0][c] + h.n[1] * k->axis[1][c] + h.n[2] * k->axis[2][c];
        memcpy(normal[c], &n, sizeof n);
    }
}

void WISP_SIMD(collide_kernel_run)(const struct collide_kernel *k, uint64_t n,
                                   const float *const xyz[3], float *distance,
                                   float *const normal[3]) {
    const bool normals = normal[0] != NULL;
    uint64_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        const float *const in[3] = {xyz[0] + i, xyz[1] + i, xyz[2] + i};
        float *const out[3] = {normals ? normal[0] + i : NULL, normals ? normal[1] + i : NULL,
                               normals ? normal[2] + i : NULL};
        run(k, in, distance + i, out);
    }
    if (i == n) return;
    float at[3][LANES] = {{0}}, d[LANES], to[3][LANES]; /* the last few, filled up */
    const float *const in[3] = {at[0], at[1], at[2]};
    float *const out[3] = {normals ? to[0] : NULL, to[1], to[2]};
    for (int c = 0; c < 3; c++) memcpy(at[c], xyz[c] + i, (n - i) * sizeof(float));
    run(k, in, d, out);
    memcpy(distance + i, d, (n - i) * sizeof(float));
    for (int c = 0; normals && c < 3; c++)
        memcpy(normal[c] + i, to[c], (n - i) * sizeof(float));
}
