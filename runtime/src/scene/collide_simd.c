/* SPDX-License-Identifier: MIT
 *
 * Distance loops, compiled once per instruction set; the same bits from each.
 *
 * Every shape is a function from a local point to a distance and a local normal. Choices are
 * written as selections, so that the loops have no branches.
 */
#include "scene/collide_kernel.h"

#include <math.h>
#include <wisp/effect.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SIMD(name) JOIN(name, WISP_SIMD_SUFFIX)

struct hit {
    float d, x, y, z; /* distance, local normal */
};

static inline float absf(float x) { return x < 0.0f ? -x : x; }
static inline float maxf(float a, float b) { return a > b ? a : b; }
static inline float signf(float x) { return x < 0.0f ? -1.0f : 1.0f; }

static inline struct hit plane_at(const float *s, float x, float y, float z) {
    (void)s, (void)x, (void)z;
    return (struct hit){y, 0.0f, 1.0f, 0.0f};
}

/* A ball about the point that (x, y, z) is measured from. */
static inline struct hit ball(float radius, float x, float y, float z) {
    float l = sqrtf(x * x + y * y + z * z);
    float inv = l > 1e-12f ? 1.0f / l : 0.0f;
    return (struct hit){l - radius, x * inv, l > 1e-12f ? y * inv : 1.0f, z * inv};
}

static inline struct hit sphere_at(const float *s, float x, float y, float z) {
    return ball(s[0], x, y, z);
}

static inline struct hit capsule_at(const float *s, float x, float y, float z) {
    float c = y > s[1] ? s[1] : y < -s[1] ? -s[1] : y;
    return ball(s[0], x, y - c, z);
}

static inline struct hit box_at(const float *s, float x, float y, float z) {
    float qx = absf(x) - s[0], qy = absf(y) - s[1], qz = absf(z) - s[2];
    float ox = maxf(qx, 0.0f), oy = maxf(qy, 0.0f), oz = maxf(qz, 0.0f);
    float l = sqrtf(ox * ox + oy * oy + oz * oz);
    float inside = maxf(qx, maxf(qy, qz));
    float inv = l > 0.0f ? 1.0f / l : 0.0f;
    float ix = qx >= qy && qx >= qz ? 1.0f : 0.0f;
    float iy = ix == 0.0f && qy >= qz ? 1.0f : 0.0f;
    float iz = ix == 0.0f && iy == 0.0f ? 1.0f : 0.0f;
    float nx = l > 0.0f ? ox * inv : ix, ny = l > 0.0f ? oy * inv : iy;
    float nz = l > 0.0f ? oz * inv : iz;
    return (struct hit){l > 0.0f ? l : inside, nx * signf(x), ny * signf(y), nz * signf(z)};
}

static inline struct hit cylinder_at(const float *s, float x, float y, float z) {
    float r = sqrtf(x * x + z * z), inv = r > 1e-12f ? 1.0f / r : 0.0f;
    float qr = r - s[0], qy = absf(y) - s[1];
    float outr = maxf(qr, 0.0f), outy = maxf(qy, 0.0f);
    float l = sqrtf(outr * outr + outy * outy), il = l > 0.0f ? 1.0f / l : 0.0f;
    float side = qr >= qy ? 1.0f : 0.0f;
    float nr = l > 0.0f ? outr * il : side, ny = l > 0.0f ? outy * il : 1.0f - side;
    float ux = r > 1e-12f ? x * inv : 1.0f;
    return (struct hit){l > 0.0f ? l : maxf(qr, qy), nr * ux, ny * signf(y), nr * z * inv};
}

#define LOOP(name, shape_at)                                                                  \
    static void name(const struct collide_kernel *k, uint64_t n, const float *const xyz[3],   \
                     float *restrict distance, float *const normal[3]) {                      \
        const float *restrict px = xyz[0], *restrict py = xyz[1], *restrict pz = xyz[2];      \
        float *restrict ox = normal[0], *restrict oy = normal[1], *restrict oz = normal[2];   \
        const float ax = k->axis[0][0], ay = k->axis[0][1], az = k->axis[0][2];               \
        const float bx = k->axis[1][0], by = k->axis[1][1], bz = k->axis[1][2];               \
        const float cx = k->axis[2][0], cy = k->axis[2][1], cz = k->axis[2][2];               \
        const float mx = k->center[0], my = k->center[1], mz = k->center[2];                  \
        const float size[3] = {k->size[0], k->size[1], k->size[2]};                           \
        if (!ox) {                                                                            \
            for (uint64_t i = 0; i < n; i++) {                                                \
                float x = px[i] - mx, y = py[i] - my, z = pz[i] - mz;                         \
                distance[i] = shape_at(size, x * ax + y * ay + z * az,                        \
                                       x * bx + y * by + z * bz, x * cx + y * cy + z * cz)    \
                                  .d;                                                         \
            }                                                                                 \
            return;                                                                           \
        }                                                                                     \
        for (uint64_t i = 0; i < n; i++) {                                                    \
            float x = px[i] - mx, y = py[i] - my, z = pz[i] - mz;                             \
            struct hit h = shape_at(size, x * ax + y * ay + z * az, x * bx + y * by + z * bz, \
                                    x * cx + y * cy + z * cz);                                \
            distance[i] = h.d;                                                                \
            ox[i] = h.x * ax + h.y * bx + h.z * cx;                                           \
            oy[i] = h.x * ay + h.y * by + h.z * cy;                                           \
            oz[i] = h.x * az + h.y * bz + h.z * cz;                                           \
        }                                                                                     \
    }

LOOP(run_plane, plane_at)
LOOP(run_box, box_at)
LOOP(run_sphere, sphere_at)
LOOP(run_cylinder, cylinder_at)
LOOP(run_capsule, capsule_at)

void SIMD(collide_kernel_run)(const struct collide_kernel *k, uint64_t n,
                              const float *const xyz[3], float *distance,
                              float *const normal[3]) {
    switch (k->shape) {
    case WISP_SHAPE_PLANE:
        run_plane(k, n, xyz, distance, normal);
        break;
    case WISP_SHAPE_SPHERE:
        run_sphere(k, n, xyz, distance, normal);
        break;
    case WISP_SHAPE_CYLINDER:
        run_cylinder(k, n, xyz, distance, normal);
        break;
    case WISP_SHAPE_CAPSULE:
        run_capsule(k, n, xyz, distance, normal);
        break;
    default:
        run_box(k, n, xyz, distance, normal);
        break;
    }
}
