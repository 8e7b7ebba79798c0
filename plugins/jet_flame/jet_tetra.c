/* SPDX-License-Identifier: MIT
 *
 * Geometry of the half-tetrahedron.
 */
#include "jet_flame/jet_tetra.h"

#include "jet_flame/jet_evolution.h"

#include <math.h>

const uint16_t jet_tetra_faces[JET_TETRA_TRIANGLES][3] = {
    {4, 0, 1}, {4, 1, 2}, {4, 2, 3}, {4, 3, 0}};

void jet_tetra_vertices(float a, float h, float position[JET_TETRA_VERTICES][3],
                        float uv[JET_TETRA_VERTICES][2]) {
    static const float corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 2; k++) {
            position[i][k] = a * (corner[i][k] - 0.5f);
            uv[i][k] = corner[i][k];
        }
        position[i][2] = 0.0f;
    }
    position[4][0] = position[4][1] = 0.0f;
    position[4][2] = h;
    uv[4][0] = uv[4][1] = 0.5f;
}

void jet_tetra_normal(float a, float h, int face, float normal[3]) {
    float p[JET_TETRA_VERTICES][3], uv[JET_TETRA_VERTICES][2];
    jet_tetra_vertices(a, h, p, uv);
    const uint16_t *f = jet_tetra_faces[face];
    float u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = p[f[1]][k] - p[f[0]][k];
        v[k] = p[f[2]][k] - p[f[0]][k];
    }
    normal[0] = u[1] * v[2] - u[2] * v[1];
    normal[1] = u[2] * v[0] - u[0] * v[2];
    normal[2] = u[0] * v[1] - u[1] * v[0];
}

float jet_tetra_area(float a, float h) {
    return 4.0f * 0.5f * a * sqrtf(h * h + 0.25f * a * a);
}

float jet_tetra_hole_angle(float a, float h) { return atanf(0.5f * a / h) * 57.29577951f; }

static float normalize(float v[3]) {
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length < 1e-6f) return 0.0f;
    for (int k = 0; k < 3; k++) v[k] /= length;
    return length;
}

static void cross(const float a[3], const float b[3], float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

void jet_tetra_orient(const float center[3], const float eye[3], const float up[3],
                      float axes[3][3]) {
    for (int k = 0; k < 3; k++) axes[2][k] = eye[k] - center[k];
    if (normalize(axes[2]) == 0.0f) axes[2][0] = axes[2][1] = 0.0f, axes[2][2] = 1.0f;
    cross(up, axes[2], axes[0]);
    if (normalize(axes[0]) == 0.0f) {
        const float side[3] = {fabsf(axes[2][0]) < 0.9f, fabsf(axes[2][0]) >= 0.9f, 0};
        cross(side, axes[2], axes[0]);
        normalize(axes[0]);
    }
    cross(axes[2], axes[0], axes[1]);
}

float jet_tetra_texture_radius(float s, float eye, float h) {
    return s * (eye - h) / (eye - s * h);
}

float jet_tetra_apex_shift(float f, float off_axis, float eye, float h) {
    return f * off_axis * h / (eye * (eye - h));
}

float jet_tetra_height(float a, float t, float t1, float t2) {
    if (t <= t2) {
        const struct jet_evolution grow = {t1, t2, 0.0f, 1.0f, 1.0f};
        return a * (1.5f + jet_evolve(&grow, t));
    }
    float s = (fminf(t, 1.0f) - t2) / (1.0f - t2);
    return 2.5f * a * (1.0f - s * s);
}
