/* SPDX-License-Identifier: MIT
 *
 * frame_block - see frame_block.h.
 */
#include "render/frame_block.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

enum { SKY_SAMPLES = 16 };

/* Tangent of the half angle of the softest sun, about a fifth of a right angle. */
static const float softest_sun = 0.32f;
/* What the ground throws back up, as a share of the light that falls on it. */
static const float ground_albedo = 0.18f;

void sky_color_at(const wisp_value *sky, float t, float out[3]) {
    float rgba[4], brightness = sky[SKY_BRIGHTNESS].v[0];
    wisp_color_at(&sky[SKY_COLOR], t, rgba);
    for (int c = 0; c < 3; c++) out[c] = rgba[c] * brightness;
}

/* Mean over the upper half of the sky; equal steps of sin(height) are equal solid angles. */
static void sky_mean(const wisp_value *sky, float out[3]) {
    float one[3];
    out[0] = out[1] = out[2] = 0.0f;
    for (int i = 0; i < SKY_SAMPLES; i++) {
        sky_color_at(sky, ((float)i + 0.5f) / SKY_SAMPLES, one);
        for (int c = 0; c < 3; c++) out[c] += one[c] / SKY_SAMPLES;
    }
}

static void fill_matrices(struct frame_block *b, const struct camera_view *camera) {
    mat4 view, proj, inverse;
    memcpy(view, camera->view, sizeof view);
    memcpy(proj, camera->proj, sizeof proj);
    memcpy(b->view, view, sizeof view);
    memcpy(b->proj, proj, sizeof proj);
    memcpy(b->view_proj, camera->view_proj, sizeof b->view_proj);
    memcpy(b->inverse_view_proj, camera->inverse_view_proj, sizeof b->inverse_view_proj);
    glm_mat4_inv(view, inverse);
    memcpy(b->inverse_view, inverse, sizeof inverse);
    glm_mat4_inv(proj, inverse);
    memcpy(b->inverse_proj, inverse, sizeof inverse);
}

static void fill_sun_and_sky(struct frame_block *b, const struct scene_frame *f) {
    float mean[3];
    sky_mean(f->sky, mean);
    for (int c = 0; c < 3; c++) {
        b->sun_direction[c] = f->sun_direction[c];
        b->sun_color[c] = f->sun[SUN_COLOR].v[c] * f->sun[SUN_INTENSITY].v[0];
        b->ambient[c] = mean[c] * f->sky[SKY_AMBIENT].v[0];
        float down = b->sun_color[c] * fmaxf(f->sun_direction[1], 0.0f) + b->ambient[c];
        b->bounce[c] = ground_albedo * down;
        b->fog_color[c] = f->sky[SKY_FOG_COLOR].v[c] * f->sky[SKY_BRIGHTNESS].v[0];
    }
    b->fog_density = f->sky[SKY_FOG_DENSITY].v[0];
    b->sun_softness = softest_sun * f->sun[SUN_SHADOW_SOFTNESS].v[0];
}

static float largest(const float rgb[3]) { return fmaxf(rgb[0], fmaxf(rgb[1], rgb[2])); }

static float importance(const wisp_light *light, const float eye[3]) {
    float square = 1.0f;
    if (light->importance > 0.0f) return light->importance;
    for (int c = 0; c < 3; c++)
        square += (light->position[c] - eye[c]) * (light->position[c] - eye[c]);
    return largest(light->color) / square;
}

/* Indices of the most important lights, in their own order. */
static uint32_t choose(const struct scene_frame *f, uint32_t chosen[FRAME_LIGHTS]) {
    float weight[FRAME_LIGHTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->light_count; i++) {
        float w = importance(&f->lights[i], f->camera.eye);
        if (count < FRAME_LIGHTS) {
            weight[count] = w;
            chosen[count++] = i;
            continue;
        }
        uint32_t least = 0;
        for (uint32_t k = 1; k < count; k++)
            if (weight[k] < weight[least]) least = k;
        if (w <= weight[least]) continue;
        for (uint32_t k = least; k + 1 < count; k++) {
            chosen[k] = chosen[k + 1];
            weight[k] = weight[k + 1];
        }
        chosen[count - 1] = i;
        weight[count - 1] = w;
    }
    return count;
}

/* Beyond this distance a light gives less than 1/500. */
static float range_of(const wisp_light *light) {
    return light->range > 0.0f ? light->range : sqrtf(500.0f * largest(light->color)) + 0.01f;
}

static void fill_lights(struct frame_block *b, const struct scene_frame *f) {
    uint32_t chosen[FRAME_LIGHTS], count = choose(f, chosen);
    b->light_count = (int32_t)count;
    for (uint32_t i = 0; i < count; i++) {
        const wisp_light *light = &f->lights[chosen[i]];
        memcpy(b->lights[i].position, light->position, sizeof light->position);
        memcpy(b->lights[i].color, light->color, sizeof light->color);
        b->lights[i].radius = light->radius;
        b->lights[i].range = range_of(light);
    }
}

void frame_block_fill(struct frame_block *b, const struct scene_frame *f) {
    *b = (struct frame_block){
        .viewport = {(float)f->width, (float)f->height, 1.0f / (float)f->width,
                     1.0f / (float)f->height},
        .clip = {f->camera.near_z, f->camera.far_z, f->camera.fov_y, f->camera.aspect},
        .camera = {f->camera.eye[0], f->camera.eye[1], f->camera.eye[2]},
        .time = (float)f->time,
        .step_dt = f->step_dt,
        .step_alpha = f->alpha,
    };
    fill_matrices(b, &f->camera);
    fill_sun_and_sky(b, f);
    memcpy(b->mean_wind, f->wind, sizeof b->mean_wind);
    fill_lights(b, f);
}
