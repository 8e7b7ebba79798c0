/* SPDX-License-Identifier: MIT
 *
 * Profile coordinates of a single flame and of a sea of fire.
 */
#include "simplex_fire/fire_map.h"

#include <math.h>

/* h is the height over the base. Anchored: at h = 0 no noise can move v away from 0. */
static float anchored(float h, float noise, float roughness) {
    return h + roughness * fabsf(noise) * sqrtf(fmaxf(h, 0.0f));
}

struct fire_coords fire_map_flame(const float p[3], float noise, float roughness) {
    float radius = sqrtf(p[0] * p[0] + p[2] * p[2]);
    return (struct fire_coords){2.0f * radius, anchored(p[1] + 0.5f, noise, roughness)};
}

float fire_sea_end(const struct fire_sea *sea) {
    return fmaxf(0.5f * (sea->length - sea->depth), 0.0f);
}

struct fire_coords fire_map_sea(const struct fire_sea *sea, const float p[3], float noise,
                                float roughness) {
    float past = fmaxf(fabsf(p[0]) - fire_sea_end(sea), 0.0f);
    float radius = sqrtf(past * past + p[2] * p[2]);
    float h = p[1] / sea->height + 0.5f;
    return (struct fire_coords){2.0f / sea->depth * radius, anchored(h, noise, roughness)};
}

float fire_sea_area(const struct fire_sea *sea) {
    return 2.0f * fire_sea_end(sea) * sea->depth + 0.78539816f * sea->depth * sea->depth;
}

void fire_noise_point(const float p[3], float scale, float scroll, float q[3]) {
    q[0] = scale * p[0];
    q[1] = scale * (p[1] - scroll);
    q[2] = scale * p[2];
}

void fire_noise_point_oblique(const float p[3], float scale, float scroll, const float lean[2],
                              float q[3]) {
    float shift = scroll / sqrtf(1.0f + lean[0] * lean[0] + lean[1] * lean[1]);
    q[0] = scale * (p[0] - shift * lean[0]);
    q[1] = scale * (p[1] - shift);
    q[2] = scale * (p[2] - shift * lean[1]);
}
