/* SPDX-License-Identifier: MIT */
#include "kit/pose.h"

#include <math.h>

wisp_pose kit_pose_between(const wisp_pose *a, const wisp_pose *b, float f) {
    wisp_pose out = {.scale = a->scale + (b->scale - a->scale) * f};
    float dot = 0.0f, square = 0.0f, side;
    for (int k = 0; k < 3; k++)
        out.position[k] = a->position[k] + (b->position[k] - a->position[k]) * f;
    for (int k = 0; k < 4; k++) dot += a->rotation[k] * b->rotation[k];
    side = dot < 0.0f ? -1.0f : 1.0f;
    for (int k = 0; k < 4; k++) {
        out.rotation[k] = a->rotation[k] + (side * b->rotation[k] - a->rotation[k]) * f;
        square += out.rotation[k] * out.rotation[k];
    }
    for (int k = 0; k < 4; k++)
        out.rotation[k] = square > 1e-12f ? out.rotation[k] / sqrtf(square) : b->rotation[k];
    return out;
}

void kit_pose_rotate(const wisp_pose *pose, const float v[3], float out[3]) {
    const float *q = pose->rotation;
    float t[3], u[3];
    /* v + 2 w (q x v) + 2 q x (q x v) */
    for (int k = 0; k < 3; k++)
        t[k] = 2.0f * (q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3]);
    for (int k = 0; k < 3; k++)
        u[k] = q[(k + 1) % 3] * t[(k + 2) % 3] - q[(k + 2) % 3] * t[(k + 1) % 3];
    for (int k = 0; k < 3; k++) out[k] = v[k] + q[3] * t[k] + u[k];
}

void kit_pose_point(const wisp_pose *pose, const float p[3], float out[3]) {
    float scaled[3], turned[3];
    for (int k = 0; k < 3; k++) scaled[k] = pose->scale * p[k];
    kit_pose_rotate(pose, scaled, turned);
    for (int k = 0; k < 3; k++) out[k] = pose->position[k] + turned[k];
}

void kit_pose_velocity(const wisp_pose *a, const wisp_pose *b, const float local[3], float dt,
                       float out[3]) {
    float from[3], to[3];
    kit_pose_point(a, local, from);
    kit_pose_point(b, local, to);
    for (int k = 0; k < 3; k++) out[k] = dt > 0.0f ? (to[k] - from[k]) / dt : 0.0f;
}
