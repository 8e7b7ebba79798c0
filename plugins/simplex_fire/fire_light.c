/* SPDX-License-Identifier: MIT
 *
 * Light of the fire: its own emission, summed over a coarse grid with the same formulas that
 * are drawn, so that the world flickers in step with the picture.
 */
#include "simplex_fire/fire_effect.h"
#include "simplex_fire/fire_map.h"
#include "simplex_fire/fire_noise.h"
#include "simplex_fire/fire_profile.h"

#include "kit/blackbody.h"
#include <math.h>

enum { GRID_X = 4, GRID_Y = 6, GRID_Z = 4, LIGHTS_MOST = 6, LIGHT_OCTAVES = 2 };

/* The same sum for a calm flame: mean over time at the usual roughness. */
static const float usual_sum = 7.5f;

static float climbed(float h, float buoyancy) {
    return buoyancy > 0.0f ? logf(1.0f + buoyancy * h) / buoyancy : h;
}

/* Brightness of one point of the straight flame. */
static float emission_at(const struct fire_now *now, const wisp_value *v, uint32_t seed,
                         const float p[3]) {
    const struct fire_sea sea = {1.0f + 2.0f * now->end, 1.0f, 1.0f};
    float h = p[1] + 0.5f;
    const float at[3] = {p[0], climbed(h, v[FIRE_BUOYANCY].v[0]) - 0.5f, p[2]};
    float q[3];
    fire_noise_point(at, v[FIRE_SCALE].v[0], now->scroll, q);
    float noise = fire_fbm3(q, LIGHT_OCTAVES, seed);
    struct fire_coords c = fire_map_sea(&sea, p, noise, v[FIRE_ROUGHNESS].v[0]);
    c.v /= fmaxf(now->alight, 0.05f);
    return fire_profile_intensity(c.u / now->breath, c.v) *
           (0.3f + fire_profile_heat(c.u / now->breath, c.v));
}

float fire_emission(const struct fire_now *now, const wisp_value *v, uint32_t seed,
                    const float part[2], float middle[3]) {
    float sum = 0.0f, moment[3] = {0, 0, 0};
    for (int k = 0; k < GRID_X * GRID_Y * GRID_Z; k++) {
        float fx = ((float)(k % GRID_X) + 0.5f) / GRID_X;
        float fy = ((float)(k / GRID_X % GRID_Y) + 0.5f) / GRID_Y;
        float fz = ((float)(k / (GRID_X * GRID_Y)) + 0.5f) / GRID_Z;
        const float p[3] = {part[0] + (part[1] - part[0]) * fx, fy - 0.5f, 0.8f * (fz - 0.5f)};
        float e = emission_at(now, v, seed, p);
        sum += e;
        for (int a = 0; a < 3; a++) moment[a] += e * p[a];
    }
    for (int a = 0; a < 3; a++) middle[a] = sum > 0.0f ? moment[a] / sum : 0.0f;
    float h = middle[1] + 0.5f;
    for (int a = 0; a < 2; a++)
        middle[2 * a] += fire_wind_offset(now->wind_mode, now->lean[a], h);
    return sum / usual_sum;
}

static void give_one(wisp_instance *self, const struct fire_now *now, const wisp_step *step,
                     const float part[2], float share) {
    const wisp_value *v = step->values;
    float middle[3], world[16], rgb[3];
    float power = fire_emission(now, v, (uint32_t)self->seed, part, middle) * now->alight;
    struct fire_block *block = self->block;
    block->power += power * share;
    fire_object_to_world(now, &step->pose, world);
    kit_blackbody_color(0.6f * v[FIRE_TEMPERATURE].v[0] + 0.4f * v[FIRE_TIP_TEMPERATURE].v[0],
                        rgb);
    float area = now->width * now->height * (part[1] - part[0]);
    wisp_light light = {
        .struct_size = sizeof light, .radius = 0.35f * now->width, .heat = 4e4f * area * power};
    for (int r = 0; r < 3; r++) {
        light.position[r] = world[12 + r] + world[r] * middle[0] + world[4 + r] * middle[1] +
                            world[8 + r] * middle[2];
        light.color[r] =
            v[FIRE_LIGHT].v[0] * 1.8f * v[FIRE_BRIGHTNESS].v[0] * area * power * rgb[r];
    }
    self->host->world->light(self, &light);
}

void fire_give_light(wisp_instance *self, const struct fire_now *now, const wisp_step *step) {
    struct fire_block *block = self->block;
    block->power = 0.0f;
    if (now->alight <= 0.0f || step->values[FIRE_LIGHT].v[0] <= 0.0f) return;
    float half = now->end + 0.4f;
    int count = (int)fminf(fmaxf(roundf(half), 1.0f), (float)LIGHTS_MOST);
    for (int k = 0; k < count; k++) {
        float from = -half + 2.0f * half * (float)k / (float)count;
        const float part[2] = {from, from + 2.0f * half / (float)count};
        give_one(self, now, step, part, 1.0f / (float)count);
    }
}
