/* SPDX-License-Identifier: MIT */
#include "kit/shape.h"

#include "kit/mesh_area.h"
#include <math.h>
#include <string.h>

#define TAU 6.283185307179586f

static void set(float *out, float x, float y, float z) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static void normalize_or(float *v, const float *fallback) {
    float n = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (n > 1e-20f)
        set(v, v[0] / n, v[1] / n, v[2] / n);
    else
        memcpy(v, fallback, 3 * sizeof *v);
}

static void on_sphere(const float *u, float *out) {
    float y = 1.0f - 2.0f * u[0], r = sqrtf(fmaxf(0.0f, 1.0f - y * y));
    set(out, r * cosf(TAU * u[1]), y, r * sinf(TAU * u[1]));
}

static void sample_ring(float outer, float inner, const float *u, float *p, float *n) {
    float r = sqrtf(inner * inner + (outer * outer - inner * inner) * u[0]);
    set(p, r * cosf(TAU * u[1]), 0.0f, r * sinf(TAU * u[1]));
    set(n, 0.0f, 1.0f, 0.0f);
}

static void sample_sphere(float radius, float share, const float *u, float *p, float *n) {
    on_sphere(u, n);
    set(p, radius * share * n[0], radius * share * n[1], radius * share * n[2]);
}

static void sample_box_surface(const float *h, const float *u, float *p, float *n) {
    float area[3] = {h[1] * h[2], h[0] * h[2], h[0] * h[1]};
    float total = area[0] + area[1] + area[2], x = u[2] * total;
    int axis = x < area[0] ? 0 : x < area[0] + area[1] ? 1 : 2;
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    float side = u[3] < 0.5f ? -1.0f : 1.0f;
    set(n, 0.0f, 0.0f, 0.0f);
    n[axis] = side;
    p[axis] = side * h[axis];
    p[j] = (2.0f * u[0] - 1.0f) * h[j];
    p[k] = (2.0f * u[1] - 1.0f) * h[k];
}

static void sample_cone(const struct kit_shape *s, const float *u, float *p, float *n) {
    float share = cbrtf(u[2]); /* Volume below a height grows with its cube. */
    sample_ring(s->radius * share, 0.0f, u, p, n);
    p[1] = s->size[1] * share;
}

void kit_shape_sample(const struct kit_shape *s, const float u[4], float position[3],
                      float normal[3]) {
    static const float up[3] = {0.0f, 1.0f, 0.0f};
    set(position, 0.0f, 0.0f, 0.0f);
    memcpy(normal, up, sizeof up);
    switch (s->kind) {
    case KIT_POINT:
        break;
    case KIT_LINE:
        for (int k = 0; k < 3; k++) position[k] = s->a[k] + (s->b[k] - s->a[k]) * u[0];
        break;
    case KIT_CIRCLE:
    case KIT_DISC:
        sample_ring(s->radius, 0.0f, u, position, normal);
        break;
    case KIT_RING:
        sample_ring(s->radius, s->inner, u, position, normal);
        break;
    case KIT_SPHERE:
        sample_sphere(s->radius, cbrtf(u[2]), u, position, normal);
        break;
    case KIT_SPHERE_SURFACE:
        sample_sphere(s->radius, 1.0f, u, position, normal);
        break;
    case KIT_BOX:
        for (int k = 0; k < 3; k++) position[k] = (2.0f * u[k] - 1.0f) * s->size[k];
        memcpy(normal, position, 3 * sizeof *normal);
        normalize_or(normal, up);
        break;
    case KIT_BOX_SURFACE:
        sample_box_surface(s->size, u, position, normal);
        break;
    case KIT_CONE:
        sample_cone(s, u, position, normal);
        break;
    case KIT_RECTANGLE:
        set(position, (2.0f * u[0] - 1.0f) * s->size[0], 0.0f,
            (2.0f * u[1] - 1.0f) * s->size[2]);
        break;
    case KIT_MESH:
        if (s->mesh) kit_mesh_area_sample(s->mesh, u, position, normal);
        break;
    }
}

void kit_cone_sample(const float axis[3], float angle, const float u[2], float direction[3]) {
    float c = 1.0f - u[0] * (1.0f - cosf(angle)), s = sqrtf(fmaxf(0.0f, 1.0f - c * c));
    float x = s * cosf(TAU * u[1]), z = s * sinf(TAU * u[1]);
    /* A frame around the axis without a pole: Duff et al., Building an Orthonormal Basis, 2017.
     */
    float sign = axis[2] < 0.0f ? -1.0f : 1.0f, a = -1.0f / (sign + axis[2]);
    float b = axis[0] * axis[1] * a;
    float t1[3] = {1.0f + sign * axis[0] * axis[0] * a, sign * b, -sign * axis[0]};
    float t2[3] = {b, sign + axis[1] * axis[1] * a, -axis[1]};
    for (int k = 0; k < 3; k++) direction[k] = c * axis[k] + x * t1[k] + z * t2[k];
}

void kit_direction_sample(enum kit_direction_kind kind, const float position[3],
                          const float normal[3], float angle, const float u[2],
                          float direction[3]) {
    float axis[3] = {0.0f, 1.0f, 0.0f};
    if (kind == KIT_EVERYWHERE) {
        on_sphere(u, direction);
        return;
    }
    if (kind == KIT_OUTWARD || kind == KIT_INWARD) {
        float side = kind == KIT_OUTWARD ? 1.0f : -1.0f;
        set(axis, side * normal[0], side * normal[1], side * normal[2]);
    } else if (kind == KIT_TANGENT) {
        float along_x[3] = {1.0f, 0.0f, 0.0f};
        set(axis, position[2], 0.0f, -position[0]);
        normalize_or(axis, along_x);
    }
    kit_cone_sample(axis, angle, u, direction);
}
