/* SPDX-License-Identifier: MIT
 *
 * Drawing the fire: one box marched per pixel, at full or half resolution, with an optional
 * average over pictures.
 */
#include "simplex_fire/fire_effect.h"

#include <math.h>
#include <string.h>
#include <wisp/gfx.h>

/* Block Effect of shaders/simplex_fire/fire.glsl. */
struct fire_uniforms {
    float object_to_clip[16];
    float eye[4], low[4], high[4], wind[4], noise[4], march[4], glow[4], smoke[4], depth[4];
    float state[4];
    uint32_t seed[4];
};

struct fire_detail {
    float step;
    int octaves;
};

static struct fire_detail quality_detail(int quality) {
    switch (quality) {
    case FIRE_LOW:
        return (struct fire_detail){1.0f / 8, 2};
    case FIRE_HIGH:
        return (struct fire_detail){1.0f / 32, 4};
    case FIRE_ULTRA:
        return (struct fire_detail){1.0f / 64, 5};
    default:
        return (struct fire_detail){1.0f / 16, 4};
    }
}

/* What the values ask for, less what nobody could see at this size. */
static struct fire_detail choose_detail(wisp_instance *self, const wisp_view *view,
                                        const struct fire_now *now) {
    const wisp_value *v = view->values;
    struct fire_detail d = quality_detail(v[FIRE_QUALITY].i);
    if (v[FIRE_STEP].v[0] > 0.0f) d.step = fmaxf(v[FIRE_STEP].v[0], 1.0f / 256);
    if (v[FIRE_OCTAVES].i > 0) d.octaves = v[FIRE_OCTAVES].i;
    if (!v[FIRE_LOD].i) return d;
    float center[3];
    memcpy(center, view->pose.position, sizeof center);
    center[1] += 0.5f * now->height;
    float pixels = self->host->report->screen_size(self, center, 0.5f * now->width);
    if (pixels <= 0.0f) return d;
    if (pixels < 60.0f && d.octaves > 3) d.octaves = 3;
    if (pixels < 25.0f && d.octaves > 2) d.octaves = 2;
    if (pixels < 25.0f) d.step = fmaxf(d.step, 1.0f / 12);
    return d;
}

static void multiply(const float a[16], const float b[16], float out[16]) {
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            float sum = 0.0f;
            for (int k = 0; k < 4; k++) sum += a[4 * k + r] * b[4 * c + k];
            out[4 * c + r] = sum;
        }
}

static void set4(float out[4], float a, float b, float c, float d) {
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

static void fill(struct fire_uniforms *u, wisp_instance *self, const wisp_view *view,
                 const struct fire_now *now) {
    const wisp_value *v = view->values;
    const struct fire_detail detail = choose_detail(self, view, now);
    float world[16];
    fire_object_to_world(now, &view->pose, world);
    multiply(view->view_proj, world, u->object_to_clip);
    fire_to_object(now, &view->pose, view->eye, u->eye);
    u->eye[3] = now->end;
    memcpy(u->low, now->low, sizeof now->low);
    memcpy(u->high, now->high, sizeof now->high);
    u->low[3] = now->breath;
    u->high[3] = now->end > 0.0f ? v[FIRE_RIDGE].v[0] : 0.0f;
    set4(u->wind, now->lean[0], now->lean[1], (float)now->wind_mode, now->scroll);
    set4(u->noise, v[FIRE_SCALE].v[0], v[FIRE_ROUGHNESS].v[0], (float)detail.octaves,
         v[FIRE_BUOYANCY].v[0]);
    set4(u->march, detail.step, (float)v[FIRE_DEPTH_MODE].i, v[FIRE_JITTER].v[0], 0.0f);
    set4(u->glow, v[FIRE_TEMPERATURE].v[0], v[FIRE_TIP_TEMPERATURE].v[0],
         v[FIRE_BRIGHTNESS].v[0], v[FIRE_ABSORPTION].v[0]);
    set4(u->smoke, v[FIRE_SMOKE].v[0], now->high[1], 1.0f, v[FIRE_WARP].v[0]);
    set4(u->depth, view->near_z, view->far_z, 1.0f, v[FIRE_SKIP].i ? 1.0f : 0.0f);
    set4(u->state, fmaxf(now->alight, 0.02f), 1.0f, 0.0f, 0.0f);
    u->seed[0] = (uint32_t)self->seed;
    u->seed[1] = v[FIRE_ABSORPTION].v[0] > 0.0f;
}

/* Only what is asked for is compiled: software drivers take long over each noise. */
static void march_defines(const wisp_value *v, int half, char out[64]) {
    static const char *const words[4] = {"HALF 1\n", "SMOKE 1\n", "PROFILE 1\n", "WARP 1\n"};
    const int wanted[4] = {half, v[FIRE_SMOKE].v[0] > 0.0f, v[FIRE_PROFILE].text[0] != '\0',
                           v[FIRE_WARP].v[0] > 0.0f};
    size_t length = 0;
    for (int k = 0; k < 4; k++) {
        size_t size = wanted[k] ? strlen(words[k]) : 0;
        memcpy(out + length, words[k], size);
        length += size;
    }
    out[length] = '\0';
}

static void draw_box(wisp_instance *self, const wisp_view *view, const struct fire_uniforms *u,
                     int half, uint32_t blend) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    const char *path = view->values[FIRE_PROFILE].text;
    char defines[64];
    march_defines(view->values, half, defines);
    const wisp_gfx_pipeline_desc pipeline = {.struct_size = sizeof pipeline,
                                             .shader = {sizeof pipeline.shader, 0,
                                                        "simplex_fire/box.vert",
                                                        "simplex_fire/march.frag", defines},
                                             .blend = blend,
                                             .depth = WISP_DEPTH_OFF,
                                             .cull = WISP_CULL_FRONT};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = gfx->pipeline(self, &pipeline),
                      .count = 36,
                      .textures = {{"u_scene_depth", gfx->scene_depth(self)}},
                      .uniforms = u,
                      .uniform_bytes = sizeof *u};
    if (path[0] != '\0') {
        const wisp_gfx_image_desc image = {
            .struct_size = sizeof image, .key = "profile", .path = path};
        draw.textures[1] = (wisp_texture){"u_profile", gfx->image(self, &image)};
    }
    gfx->draw(self, &draw);
}

static void draw_screen(wisp_instance *self, const struct fire_uniforms *u,
                        const char *fragment, const wisp_texture textures[3], uint32_t blend) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    const wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "simplex_fire/composite.vert", fragment, NULL},
        .blend = blend,
        .depth = WISP_DEPTH_OFF};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = gfx->pipeline(self, &pipeline),
                      .count = 3,
                      .uniforms = u,
                      .uniform_bytes = sizeof *u};
    for (int k = 0; k < 3; k++) draw.textures[k] = textures[k];
    gfx->draw(self, &draw);
}

static wisp_target make_target(wisp_instance *self, const char *key, float scale, int depth) {
    const wisp_gfx_target_desc desc = {.struct_size = sizeof desc,
                                       .key = key,
                                       .scale = scale,
                                       .color_count = depth ? 2u : 1u,
                                       .formats = {WISP_FORMAT_RGBA16F, WISP_FORMAT_R32F},
                                       .filter = WISP_FILTER_NEAREST};
    return self->host->gfx->target(self, &desc);
}

/* Blends this picture's fire with the history and returns the sum. */
static wisp_image accumulate(wisp_instance *self, const wisp_view *view,
                             struct fire_uniforms *u, wisp_image fresh, float scale) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    struct fire_block *block = self->block;
    static const char *const keys[2] = {"history0", "history1"};
    wisp_target to = make_target(self, keys[block->frame & 1], scale, 0);
    wisp_target from = make_target(self, keys[~block->frame & 1], scale, 0);
    int still = block->has_history &&
                memcmp(block->view_proj, view->view_proj, sizeof block->view_proj) == 0;
    u->state[1] = still ? 0.2f : 1.0f;
    const wisp_texture textures[3] = {{"u_fire", fresh},
                                      {"u_history", gfx->target_color(self, from, 0)}};
    const wisp_pass pass = {.struct_size = sizeof pass, .target = to, .clear_color = 1};
    gfx->begin_pass(self, &pass);
    draw_screen(self, u, "simplex_fire/accumulate.frag", textures, WISP_BLEND_NONE);
    gfx->end_pass(self);
    memcpy(block->view_proj, view->view_proj, sizeof block->view_proj);
    block->has_history = 1;
    block->frame++;
    return gfx->target_color(self, to, 0);
}

void fire_draw(wisp_instance *self, const wisp_view *view) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    struct fire_block *block = self->block;
    if (!block->state || block->state->alight <= 0.0) return;
    struct fire_now now;
    struct fire_uniforms u = {0};
    fire_now_from(&now, block->state, view->values, view->pose.scale);
    now.scroll += (view->alpha - 1.0f) * view->step_dt * view->values[FIRE_SPEED].v[0];
    fill(&u, self, view, &now);
    int half = view->values[FIRE_RESOLUTION].i == 2;
    int temporal = view->values[FIRE_TEMPORAL].i;
    if (!half && !temporal) {
        draw_box(self, view, &u, 0, WISP_BLEND_PREMULTIPLIED);
        return;
    }
    float scale = half ? 0.5f : 1.0f;
    u.depth[2] = 1.0f / scale;
    if (temporal) u.march[3] = (float)(block->frame & 63u);
    wisp_target target = make_target(self, "fire", scale, 1);
    const wisp_pass pass = {.struct_size = sizeof pass, .target = target, .clear_color = 1};
    gfx->begin_pass(self, &pass);
    draw_box(self, view, &u, 1, WISP_BLEND_NONE);
    gfx->end_pass(self);
    wisp_image fire = gfx->target_color(self, target, 0);
    if (temporal) fire = accumulate(self, view, &u, fire, scale);
    const wisp_texture textures[3] = {{"u_fire", fire},
                                      {"u_fire_depth", gfx->target_color(self, target, 1)},
                                      {"u_scene_depth", gfx->scene_depth(self)}};
    draw_screen(self, &u, "simplex_fire/composite.frag", textures, WISP_BLEND_PREMULTIPLIED);
}
