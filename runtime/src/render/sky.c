/* SPDX-License-Identifier: MIT
 *
 * sky - see sky.h. A gradient's map is small, a picture's large enough to be looked at.
 */
#include "render/sky.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { GRADIENT = 64 };

struct sky_look {
    float brightness, layout, sun, pad;
};

static wisp_image gradient_image(struct sky *sky, struct gfx *gfx,
                                 const struct scene_frame *frame) {
    float pixels[GRADIENT][4];
    for (int i = 0; i < GRADIENT; i++) {
        sky_color_at(frame->sky, (float)i / (GRADIENT - 1), pixels[i]);
        pixels[i][3] = 1.0f;
    }
    uint64_t hash = hash_bytes64(pixels, sizeof pixels);
    if (hash != sky->gradient) sky->revision++;
    sky->gradient = hash;
    return gfx_image(gfx, GFX_RENDER,
                     &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc),
                                            .key = "render.gradient",
                                            .format = WISP_FORMAT_RGBA32F,
                                            .width = GRADIENT,
                                            .height = 1,
                                            .data = pixels,
                                            .revision = sky->revision});
}

static wisp_image picture_image(struct gfx *gfx, const struct scene_frame *frame) {
    const char *path = frame->sky[SKY_IMAGE].text;
    if (!path || !path[0]) return (wisp_image){0};
    return gfx_image(gfx, GFX_RENDER,
                     &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc),
                                            .key = "render.sky picture",
                                            .path = path});
}

/* 0 none, 1 lat-long, 2 lying cross, 3 standing cross: by its sides. */
static float layout_of(struct gfx *gfx, wisp_image picture) {
    uint32_t w, h;
    if (!gfx_image_size(gfx, picture, &w, &h)) return 0.0f;
    if (3 * w == 4 * h) return 2.0f;
    return 4 * w == 3 * h ? 3.0f : 1.0f;
}

/* The sun has a disc only in a sky that is bright enough to have one. */
static float disc_share(const struct frame_block *block) {
    float light =
        0.2126f * block->ambient[0] + 0.7152f * block->ambient[1] + 0.0722f * block->ambient[2];
    return fminf(1.0f, 3.0f * light * light * 4.0f);
}

static void draw_sky(struct sky *sky, struct gfx *gfx, const struct scene_frame *frame,
                     const struct frame_block *block, const wisp_gfx_pipeline_desc *pipeline) {
    wisp_image picture = picture_image(gfx, frame);
    struct sky_look look = {frame->sky[SKY_BRIGHTNESS].v[0], layout_of(gfx, picture),
                            disc_share(block), 0.0f};
    wisp_draw draw = {
        .struct_size = sizeof draw,
        .pipeline = gfx_pipeline(gfx, GFX_RENDER, pipeline),
        .count = 3,
        .textures = {{"u_gradient", gradient_image(sky, gfx, frame)}, {"u_picture", picture}},
        .uniforms = &look,
        .uniform_bytes = sizeof look};
    gfx_draw(gfx, GFX_RENDER, &draw);
}

static uint64_t look_of(struct sky *sky, struct gfx *gfx, const struct scene_frame *frame,
                        const struct frame_block *block) {
    struct {
        uint64_t gradient, picture;
        float brightness, layout, sun[3], color[3];
    } whole;
    memset(&whole, 0, sizeof whole);
    wisp_image picture = picture_image(gfx, frame);
    gradient_image(sky, gfx, frame);
    whole.gradient = sky->gradient;
    whole.picture = (uint64_t)picture.id << 32 | gfx_image_revision(gfx, picture);
    whole.brightness = frame->sky[SKY_BRIGHTNESS].v[0];
    whole.layout = layout_of(gfx, picture);
    memcpy(whole.sun, block->sun_direction, sizeof whole.sun);
    memcpy(whole.color, block->sun_color, sizeof whole.color);
    return hash_bytes64(&whole, sizeof whole);
}

static wisp_target map_target(struct gfx *gfx, bool picture) {
    return gfx_target(gfx, GFX_RENDER,
                      &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                              .key = "render.sky",
                                              .width = picture ? 1024 : 128,
                                              .height = picture ? 512 : 64,
                                              .wrap = WISP_WRAP_REPEAT});
}

void sky_prepare(struct sky *sky, struct gfx *gfx, const struct scene_frame *frame,
                 const struct frame_block *block) {
    static const wisp_gfx_pipeline_desc pipeline = {.struct_size = sizeof pipeline,
                                                    .shader = {sizeof pipeline.shader, 0,
                                                               "lib/fullscreen.vert",
                                                               "render/sky_map.frag", NULL},
                                                    .blend = WISP_BLEND_NONE,
                                                    .depth = WISP_DEPTH_OFF};
    bool picture = layout_of(gfx, picture_image(gfx, frame)) > 0.0f;
    sky->map = map_target(gfx, picture);
    gfx_frame_texture(gfx, "w_sky", sky_map(sky, gfx));
    uint64_t look = look_of(sky, gfx, frame, block) + picture;
    uint32_t state = gfx_pipeline_state(gfx, gfx_pipeline(gfx, GFX_RENDER, &pipeline));
    if (look == sky->drawn || state != WISP_GFX_READY) return;
    sky->drawn = look;
    gfx_begin_pass(gfx, GFX_RENDER,
                   &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = sky->map});
    draw_sky(sky, gfx, frame, block, &pipeline);
    gfx_end_pass(gfx, GFX_RENDER);
}

void sky_draw(struct sky *sky, struct gfx *gfx, const struct scene_frame *frame,
              const struct frame_block *block) {
    static const wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "render/sky.vert", "render/sky.frag", NULL},
        .blend = WISP_BLEND_NONE,
        .depth = WISP_DEPTH_TEST};
    draw_sky(sky, gfx, frame, block, &pipeline);
}

wisp_image sky_map(const struct sky *sky, struct gfx *gfx) {
    return gfx_target_color(gfx, sky->map, 0);
}
