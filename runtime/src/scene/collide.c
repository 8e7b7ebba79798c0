/* SPDX-License-Identifier: MIT */
#include "scene/collide.h"
#include "scene/collide_kernel.h"
#include "scene/wind.h"
#include "scene/world.h"

#include <math.h>

static collide_kernel_fn *kernel_of(int level) {
#if defined(__x86_64__)
    if (level >= 2) return collide_kernel_run_simd2;
    if (level == 1) return collide_kernel_run_simd1;
#endif
    (void)level;
    return collide_kernel_run_simd0;
}

static void prepare(const wisp_collider *c, struct collide_kernel *k) {
    static const float unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    k->shape = c->shape;
    for (int i = 0; i < 3; i++) {
        pose_rotate(c->pose.rotation, unit[i], k->axis[i]);
        k->center[i] = c->pose.position[i];
        k->size[i] = c->size[i];
    }
}

/* The cell and the share in it, clamped to the grid. */
static uint32_t grid_cell(float x, uint32_t count, float *share) {
    float most = (float)(count - 1);
    x = x < 0.0f ? 0.0f : x > most ? most : x;
    uint32_t cell = (uint32_t)x;
    if (count > 1 && cell > count - 2) cell = count - 2;
    *share = x - (float)cell;
    return cell;
}

static float grid_value(const wisp_sdf *g, const float at[3]) {
    float f[3];
    uint32_t x = grid_cell(at[0], g->nx, &f[0]), y = grid_cell(at[1], g->ny, &f[1]);
    uint32_t z = grid_cell(at[2], g->nz, &f[2]);
    size_t dx = g->nx > 1, dy = g->ny > 1 ? g->nx : 0, row = g->nx;
    size_t dz = g->nz > 1 ? row * g->ny : 0;
    const float *d = g->distance + (z * (size_t)g->ny + y) * row + x;
    float a = d[0] + (d[dx] - d[0]) * f[0], b = d[dy] + (d[dy + dx] - d[dy]) * f[0];
    float c = d[dz] + (d[dz + dx] - d[dz]) * f[0];
    float e = d[dz + dy] + (d[dz + dy + dx] - d[dz + dy]) * f[0];
    a += (b - a) * f[1];
    c += (e - c) * f[1];
    return a + (c - a) * f[2];
}

/* Distance at a local point: the grid's value where the grid is, plus the way there. */
static float grid_distance(const wisp_sdf *g, const float p[3]) {
    const uint32_t n[3] = {g->nx, g->ny, g->nz};
    float at[3], way = 0.0f;
    for (int i = 0; i < 3; i++) {
        at[i] = (p[i] - g->origin[i]) / g->cell;
        float most = (float)(n[i] - 1);
        float over = at[i] < 0.0f ? -at[i] : at[i] > most ? at[i] - most : 0.0f;
        way += over * over;
    }
    return grid_value(g, at) + sqrtf(way) * g->cell;
}

static void grid_normal(const wisp_sdf *g, const float p[3], float out[3]) {
    float h = 0.5f * g->cell, length = 0.0f;
    for (int i = 0; i < 3; i++) {
        float a[3] = {p[0], p[1], p[2]}, b[3] = {p[0], p[1], p[2]};
        a[i] += h;
        b[i] -= h;
        out[i] = grid_distance(g, a) - grid_distance(g, b);
        length += out[i] * out[i];
    }
    length = sqrtf(length);
    if (length > 1e-12f)
        for (int i = 0; i < 3; i++) out[i] /= length;
    else
        out[0] = 0.0f, out[1] = 1.0f, out[2] = 0.0f;
}

static void mesh_distance(const wisp_collider *c, uint64_t n, const float *const xyz[3],
                          float *distance, float *const normal[3]) {
    float scale = c->pose.scale > 0.0f ? c->pose.scale : 1.0f;
    for (uint64_t i = 0; i < n; i++) {
        float d[3], p[3], q[3], m[3];
        for (int j = 0; j < 3; j++) d[j] = (xyz[j][i] - c->pose.position[j]) / scale;
        pose_rotate_inverse(c->pose.rotation, d, p);
        distance[i] = grid_distance(c->sdf, p) * scale;
        if (!normal[0]) continue;
        grid_normal(c->sdf, p, q);
        pose_rotate(c->pose.rotation, q, m);
        for (int j = 0; j < 3; j++) normal[j][i] = m[j];
    }
}

static bool has_grid(const wisp_collider *c) {
    const wisp_sdf *g = c->sdf;
    return c->shape == WISP_SHAPE_MESH && g && g->distance && g->nx && g->ny && g->nz &&
           g->cell > 0.0f;
}

void collide_distance_level(const wisp_collider *c, int level, uint64_t n,
                            const float *const xyz[3], float *distance,
                            float *const normal[3]) {
    float *const none[3] = {NULL, NULL, NULL};
    if (!normal) normal = none;
    if (has_grid(c)) {
        mesh_distance(c, n, xyz, distance, normal);
        return;
    }
    struct collide_kernel k;
    prepare(c, &k);
    kernel_of(level)(&k, n, xyz, distance, normal);
}

void collide_distance(const wisp_collider *c, uint64_t n, const float *const xyz[3],
                      float *distance, float *const normal[3]) {
    collide_distance_level(c, wind_level(), n, xyz, distance, normal);
}

float collide_point(const wisp_collider *c, const float point[3], float normal[3]) {
    const float *const xyz[3] = {&point[0], &point[1], &point[2]};
    float *const out[3] = {normal, normal ? normal + 1 : NULL, normal ? normal + 2 : NULL};
    float d;
    collide_distance_level(c, 0, 1, xyz, &d, out);
    return d;
}
