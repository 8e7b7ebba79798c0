/* SPDX-License-Identifier: MIT
 *
 * Poses: unit quaternions x, y, z, w. Setup work on scalars, so libm serves.
 */
#include "scene/world.h"

#include <math.h>

void pose_identity(wisp_pose *pose) {
    *pose = (wisp_pose){.rotation = {0.0f, 0.0f, 0.0f, 1.0f}, .scale = 1.0f};
}

static void normalise(float q[4]) {
    float l = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(l > 1e-12f)) {
        q[0] = q[1] = q[2] = 0.0f;
        q[3] = 1.0f;
        return;
    }
    for (int i = 0; i < 4; i++) q[i] /= l;
}

void pose_from_direction(float rotation[4], const float d[3]) {
    float l = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(l > 1e-12f)) {
        rotation[0] = rotation[1] = rotation[2] = 0.0f;
        rotation[3] = 1.0f;
        return;
    }
    float x = d[0] / l, y = d[1] / l, z = d[2] / l;
    if (y < -0.999999f) { /* straight down: half a turn about x */
        rotation[0] = 1.0f;
        rotation[1] = rotation[2] = rotation[3] = 0.0f;
        return;
    }
    rotation[0] = z; /* +y cross d */
    rotation[1] = 0.0f;
    rotation[2] = -x;
    rotation[3] = 1.0f + y;
    normalise(rotation);
}

void pose_multiply(const float a[4], const float b[4], float out[4]) {
    float r[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    for (int i = 0; i < 4; i++) out[i] = r[i];
}

void pose_from_angles(float rotation[4], const float angles[3]) {
    float q[3][4] = {{0}};
    for (int i = 0; i < 3; i++) {
        q[i][i] = sinf(0.5f * angles[i]);
        q[i][3] = cosf(0.5f * angles[i]);
    }
    float xy[4];
    pose_multiply(q[1], q[0], xy);
    pose_multiply(q[2], xy, rotation);
    normalise(rotation);
}

void pose_rotate(const float q[4], const float v[3], float out[3]) {
    float t[3] = {2.0f * (q[1] * v[2] - q[2] * v[1]), 2.0f * (q[2] * v[0] - q[0] * v[2]),
                  2.0f * (q[0] * v[1] - q[1] * v[0])};
    float r[3] = {v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1],
                  v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
                  v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0]};
    for (int i = 0; i < 3; i++) out[i] = r[i];
}

void pose_rotate_inverse(const float q[4], const float v[3], float out[3]) {
    const float back[4] = {-q[0], -q[1], -q[2], q[3]};
    pose_rotate(back, v, out);
}

void pose_attach(const wisp_pose *parent, const wisp_pose *child, wisp_pose *out) {
    wisp_pose r = *child;
    float at[3];
    float scale = parent->scale > 0.0f ? parent->scale : 1.0f;
    for (int i = 0; i < 3; i++) at[i] = child->position[i] * scale;
    pose_rotate(parent->rotation, at, r.position);
    for (int i = 0; i < 3; i++) r.position[i] += parent->position[i];
    pose_multiply(parent->rotation, child->rotation, r.rotation);
    r.scale = child->scale * scale;
    *out = r;
}

void pose_mix(const wisp_pose *a, const wisp_pose *b, float t, wisp_pose *out) {
    wisp_pose r;
    float dot = 0.0f;
    for (int i = 0; i < 4; i++) dot += a->rotation[i] * b->rotation[i];
    float sign = dot < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++)
        r.position[i] = a->position[i] + (b->position[i] - a->position[i]) * t;
    for (int i = 0; i < 4; i++)
        r.rotation[i] = a->rotation[i] + (sign * b->rotation[i] - a->rotation[i]) * t;
    r.scale = a->scale + (b->scale - a->scale) * t;
    normalise(r.rotation);
    *out = r;
}
