/* SPDX-License-Identifier: MIT */
#include "kit/mesh_area.h"

#include <math.h>

static const float *corner(const wisp_mesh *mesh, uint32_t triangle, uint32_t k) {
    return mesh->positions + 3 * (size_t)mesh->indices[3 * (size_t)triangle + k];
}

static float cross_of(const wisp_mesh *mesh, uint32_t triangle, float n[3]) {
    const float *a = corner(mesh, triangle, 0), *b = corner(mesh, triangle, 1);
    const float *c = corner(mesh, triangle, 2);
    float e[3], f[3];
    for (int k = 0; k < 3; k++) {
        e[k] = b[k] - a[k];
        f[k] = c[k] - a[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = e[(k + 1) % 3] * f[(k + 2) % 3] - e[(k + 2) % 3] * f[(k + 1) % 3];
    return sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

float kit_mesh_area_build(struct kit_mesh_area *area) {
    double sum = 0.0;
    float n[3];
    for (uint32_t t = 0; t < area->triangle_count; t++) {
        sum += 0.5 * (double)cross_of(area->mesh, t, n);
        area->cumulative[t] = (float)sum;
    }
    return (float)sum;
}

static uint32_t triangle_at(const struct kit_mesh_area *area, float where) {
    uint32_t lo = 0, hi = area->triangle_count - 1;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (where < area->cumulative[mid])
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

void kit_mesh_area_sample(const struct kit_mesh_area *area, const float u[3], float position[3],
                          float normal[3]) {
    uint32_t t;
    float root, w[3], length;
    if (area->triangle_count == 0) return;
    t = triangle_at(area, u[2] * area->cumulative[area->triangle_count - 1]);
    root = sqrtf(u[0]);
    w[0] = 1.0f - root;
    w[1] = root * (1.0f - u[1]);
    w[2] = root * u[1];
    for (int k = 0; k < 3; k++)
        position[k] = w[0] * corner(area->mesh, t, 0)[k] + w[1] * corner(area->mesh, t, 1)[k] +
                      w[2] * corner(area->mesh, t, 2)[k];
    length = cross_of(area->mesh, t, normal);
    for (int k = 0; k < 3; k++) normal[k] = length > 0.0f ? normal[k] / length : k == 1;
}
