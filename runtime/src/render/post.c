/* SPDX-License-Identifier: MIT
 *
 * post - see post.h. Bloom goes down five halvings and back up, adding on the way: a wide glow
 * from small pictures.
 */
#include "render/post.h"
#include "base/str.h"

#include <math.h>

enum { LEVELS = 5 };

struct post_uniforms {
    float a[4], b[4];
};

static uint32_t halved(uint32_t side, int times) {
    uint32_t value = side >> times;
    return value ? value : 1;
}

static wisp_target level_target(struct gfx *gfx, const struct scene_frame *frame, int level) {
    char key[32];
    str_format(key, sizeof key, "render.bloom %d", level);
    return gfx_target(gfx, GFX_RENDER,
                      &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                              .key = key,
                                              .width = halved(frame->width, level + 1),
                                              .height = halved(frame->height, level + 1)});
}

static void draw_whole(struct gfx *gfx, wisp_target target, const char *fragment,
                       uint32_t blend, const wisp_texture textures[2],
                       const struct post_uniforms *uniforms) {
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "lib/fullscreen.vert", fragment, NULL},
        .blend = blend,
        .depth = WISP_DEPTH_OFF};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = gfx_pipeline(gfx, GFX_RENDER, &pipeline),
                      .count = 3,
                      .textures = {textures[0], textures[1]},
                      .uniforms = uniforms,
                      .uniform_bytes = sizeof *uniforms};
    gfx_begin_pass(gfx, GFX_RENDER,
                   &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = target});
    gfx_draw(gfx, GFX_RENDER, &draw);
    gfx_end_pass(gfx, GFX_RENDER);
}

/* The glow at half the picture's size. */
static wisp_image bloom(struct gfx *gfx, const struct scene_frame *frame, wisp_target scene) {
    wisp_target levels[LEVELS];
    uint32_t w = frame->width, h = frame->height;
    wisp_texture source[2] = {{"u_source", gfx_target_color(gfx, scene, 0)}};
    float threshold = frame->post[POST_BLOOM_THRESHOLD].v[0];
    for (int i = 0; i < LEVELS; i++) {
        struct post_uniforms u = {.a = {1.0f / (float)w, 1.0f / (float)h,
                                        i ? 0.0f : fmaxf(threshold, 1e-4f), 0.5f * threshold}};
        levels[i] = level_target(gfx, frame, i);
        draw_whole(gfx, levels[i], "render/bloom_down.frag", WISP_BLEND_NONE, source, &u);
        source[0].image = gfx_target_color(gfx, levels[i], 0);
        w = halved(frame->width, i + 1);
        h = halved(frame->height, i + 1);
    }
    float radius = frame->post[POST_BLOOM_RADIUS].v[0];
    for (int i = LEVELS - 1; i > 0; i--) {
        struct post_uniforms u = {.a = {1.0f / (float)halved(frame->width, i + 1),
                                        1.0f / (float)halved(frame->height, i + 1),
                                        0.4f + radius, 0.0f}};
        source[0].image = gfx_target_color(gfx, levels[i], 0);
        draw_whole(gfx, levels[i - 1], "render/bloom_up.frag", WISP_BLEND_ADD, source, &u);
    }
    return gfx_target_color(gfx, levels[0], 0);
}

void post_draw(struct gfx *gfx, const struct scene_frame *frame, wisp_target scene,
               wisp_target output) {
    const wisp_value *v = frame->post;
    float strength = v[POST_BLOOM_STRENGTH].v[0];
    wisp_texture textures[2] = {{"u_scene", gfx_target_color(gfx, scene, 0)}};
    if (strength > 0.0f) textures[1] = (wisp_texture){"u_glow", bloom(gfx, frame, scene)};
    /* The levels add up: keep the sum about one for a radius of one half. */
    float radius = v[POST_BLOOM_RADIUS].v[0], sum = 0.0f, weight = 1.0f;
    for (int i = 0; i < LEVELS; i++, weight *= 0.4f + radius) sum += weight;
    struct post_uniforms u = {.a = {v[POST_EXPOSURE].v[0], (float)v[POST_TONE].i,
                                    strength / sum * 2.0f, v[POST_SATURATION].v[0]},
                              .b = {v[POST_VIGNETTE].v[0],
                                    (float)frame->width / (float)frame->height,
                                    1.0f / (float)frame->width, 1.0f / (float)frame->height}};
    draw_whole(gfx, output, "render/tone.frag", WISP_BLEND_NONE, textures, &u);
}
