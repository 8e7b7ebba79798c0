/* SPDX-License-Identifier: MIT
 *
 * Geometry of the fire at one moment.
 */
#include "simplex_fire/fire_effect.h"
#include "simplex_fire/fire_profile.h"

#include <math.h>
#include <string.h>

static const float turn = 6.2831853072f;

/* Widest half-width of the procedural profile, in object units. */
static float hull_radius(float breath) {
    return 0.5f * fire_profile_hull(0.0f) * breath + 0.01f;
}

static void make_box(struct fire_now *now, const wisp_value *v) {
    int tight = v[FIRE_SKIP].i != 0 && v[FIRE_PROFILE].text[0] == '\0';
    float radius = tight ? hull_radius(now->breath) : 0.5f;
    float top = 0.5f, reach = 1.0f;
    if (v[FIRE_SMOKE].v[0] > 0.0f) {
        top = v[FIRE_SMOKE_HEIGHT].v[0] - 0.5f;
        radius = fmaxf(radius, 0.35f + 0.35f * (top - 0.1f));
        reach = top + 0.5f;
        if (now->wind_mode == FIRE_WIND_BEND) reach *= reach;
    }
    const float half[3] = {now->end + radius, 0.5f, radius};
    const float lean[3] = {reach * now->lean[0], 0.0f, reach * now->lean[1]};
    for (int a = 0; a < 3; a++) {
        now->low[a] = fminf(lean[a], 0.0f) - half[a];
        now->high[a] = fmaxf(lean[a], 0.0f) + half[a];
    }
    now->high[1] = top;
}

void fire_now_from(struct fire_now *now, const struct fire_state *s, const wisp_value *v,
                   float scale) {
    memset(now, 0, sizeof *now);
    now->width = v[FIRE_SIZE].v[0] * scale;
    now->height = v[FIRE_SIZE].v[1] * scale;
    now->length = fmaxf(v[FIRE_LENGTH].v[0] * scale, now->width);
    now->end = 0.5f * (now->length / now->width - 1.0f);
    now->lean[0] = (float)s->lean_x;
    now->lean[1] = (float)s->lean_z;
    now->scroll = (float)s->scroll;
    now->alight = (float)s->alight;
    now->wind_mode = (enum fire_wind_mode)v[FIRE_WIND_MODE].i;
    float cycles = (float)fmod(s->age * 1.5 / sqrt((double)now->width), 1.0);
    now->breath = 1.0f + v[FIRE_BREATHING].v[0] * sinf(turn * cycles);
    make_box(now, v);
}

static void rotation_columns(const float q[4], float m[3][3]) {
    const float x = q[0], y = q[1], z = q[2], w = q[3];
    const float c[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
                           {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
                           {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
    memcpy(m, c, sizeof c);
}

void fire_object_to_world(const struct fire_now *now, const wisp_pose *pose, float m[16]) {
    const float size[3] = {now->width, now->height, now->width};
    float axis[3][3];
    rotation_columns(pose->rotation, axis);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) m[4 * c + r] = axis[c][r] * size[c];
        m[4 * c + 3] = 0.0f;
    }
    for (int r = 0; r < 3; r++) m[12 + r] = pose->position[r] + 0.5f * now->height * axis[1][r];
    m[15] = 1.0f;
}

void fire_to_object(const struct fire_now *now, const wisp_pose *pose, const float world[3],
                    float object[3]) {
    const float size[3] = {now->width, now->height, now->width};
    float axis[3][3];
    rotation_columns(pose->rotation, axis);
    for (int c = 0; c < 3; c++) {
        float along = 0.0f;
        for (int r = 0; r < 3; r++) along += axis[c][r] * (world[r] - pose->position[r]);
        object[c] = along / size[c] - (c == 1 ? 0.5f : 0.0f);
    }
}
