/* SPDX-License-Identifier: MIT
 *
 * render - see render.h.
 */
#include "render/render.h"
#include "render/bodies.h"
#include "render/frame_block.h"
#include "render/post.h"
#include "render/shadow.h"
#include "render/sky.h"

#include <string.h>

struct render {
    struct render_config config;
    struct bodies bodies;
    struct sky sky;
    struct frame_block block;
    struct render_stats stats;
};

wisp_status render_create(const struct render_config *config, struct render **out) {
    const struct allocator *allocator =
        config->allocator ? config->allocator : allocator_default();
    struct render *render = alloc_zero(allocator, sizeof *render);
    if (!render) return WISP_E_NOMEM;
    render->config = *config;
    render->config.allocator = allocator;
    bodies_init(&render->bodies, &render->config);
    *out = render;
    return WISP_OK;
}

void render_destroy(struct render *render) {
    if (!render) return;
    bodies_free(&render->bodies);
    gfx_frame_texture(render->config.gfx, "w_shadow", (wisp_image){0});
    gfx_frame_texture(render->config.gfx, "w_shadow_depth", (wisp_image){0});
    gfx_frame_texture(render->config.gfx, "w_sky", (wisp_image){0});
    gfx_set_scene_images(render->config.gfx, (wisp_image){0}, (wisp_image){0}, (wisp_image){0});
    gfx_sweep(render->config.gfx, GFX_RENDER);
    alloc_free(render->config.allocator, render, sizeof *render);
}

struct render_stats render_stats(const struct render *render) {
    return render->stats;
}

static wisp_target view_target(struct gfx *gfx, const char *key, uint32_t format,
                               uint32_t depth) {
    return gfx_target(gfx, GFX_RENDER,
                      &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                              .key = key,
                                              .formats = {format},
                                              .depth = depth});
}

/* ---- Effects */

static void fill_view(wisp_view *view, const struct scene_frame *f,
                      const struct frame_effect *effect, uint32_t pass) {
    const struct camera_view *c = &f->camera;
    *view = (wisp_view){.struct_size = sizeof *view,
                        .pass = pass,
                        .width = f->width,
                        .height = f->height,
                        .fov_y = c->fov_y,
                        .near_z = c->near_z,
                        .far_z = c->far_z,
                        .alpha = f->alpha,
                        .step_dt = f->step_dt,
                        .time = f->time,
                        .pose = effect->pose};
    memcpy(view->view, c->view, sizeof view->view);
    memcpy(view->proj, c->proj, sizeof view->proj);
    memcpy(view->view_proj, c->view_proj, sizeof view->view_proj);
    memcpy(view->eye, c->eye, sizeof view->eye);
    memcpy(view->forward, c->forward, sizeof view->forward);
    memcpy(view->up, c->up, sizeof view->up);
}

static bool wants(const struct scene_frame *frame, uint32_t pass) {
    for (uint32_t i = 0; i < frame->effect_count; i++)
        if (frame->effects[i].passes & pass) return true;
    return false;
}

static void draw_effects(struct render *render, const struct scene_frame *frame,
                         uint32_t pass) {
    const struct render_config *c = &render->config;
    for (uint32_t i = 0; c->draw_effect && i < frame->effect_count; i++) {
        const struct frame_effect *effect = &frame->effects[i];
        if (!(effect->passes & pass)) continue;
        gfx_owner owner = c->effect_owner ? c->effect_owner(c->user, effect) : GFX_RENDER;
        wisp_view view;
        fill_view(&view, frame, effect, pass);
        gfx_effect_begin(c->gfx, owner);
        c->draw_effect(c->user, effect, &view);
        if (owner != GFX_RENDER) gfx_effect_end(c->gfx, owner);
        render->stats.effects += pass != WISP_PASS_PREPARE;
    }
}

static void begin(struct gfx *gfx, wisp_target target, bool clear) {
    gfx_begin_pass(gfx, GFX_RENDER,
                   &(wisp_pass){.struct_size = sizeof(wisp_pass),
                                .target = target,
                                .clear_color = clear,
                                .clear_depth = clear,
                                .color = {0.0f, 0.0f, 0.0f, 1.0f}});
}

/* ---- Passes */

static void draw_solids(struct render *render, const struct scene_frame *frame,
                        wisp_target scene) {
    struct gfx *gfx = render->config.gfx;
    bodies_gather(&render->bodies, frame);
    bool shadow = shadow_fit(&render->block, frame);
    gfx_frame_uniforms(gfx, &render->block, sizeof render->block);
    sky_prepare(&render->sky, gfx, frame, &render->block);
    gfx_set_scene_images(gfx, (wisp_image){0}, (wisp_image){0}, sky_map(&render->sky, gfx));
    draw_effects(render, frame, WISP_PASS_PREPARE);
    if (shadow) shadow_draw(gfx, &render->bodies, shadow_side(frame->height));
    begin(gfx, scene, true);
    bodies_draw(&render->bodies);
    draw_effects(render, frame, WISP_PASS_OPAQUE);
    sky_draw(&render->sky, gfx, frame, &render->block);
    gfx_end_pass(gfx, GFX_RENDER);
}

static void draw_blended(struct render *render, const struct scene_frame *frame,
                         wisp_target scene) {
    struct gfx *gfx = render->config.gfx;
    bool refract = wants(frame, WISP_PASS_REFRACT);
    if (!refract && !wants(frame, WISP_PASS_BLEND)) return;
    wisp_target copy = view_target(gfx, "render.scene depth", WISP_FORMAT_DEPTH, 1);
    gfx_copy_depth(gfx, scene, copy);
    gfx_set_scene_images(gfx, gfx_target_depth(gfx, copy), (wisp_image){0},
                         sky_map(&render->sky, gfx));
    begin(gfx, scene, false);
    draw_effects(render, frame, WISP_PASS_BLEND);
    gfx_end_pass(gfx, GFX_RENDER);
    if (!refract) return;
    wisp_target color = view_target(gfx, "render.scene color", WISP_FORMAT_RGBA16F, 0);
    gfx_copy_color(gfx, scene, color);
    gfx_set_scene_images(gfx, gfx_target_depth(gfx, copy), gfx_target_color(gfx, color, 0),
                         sky_map(&render->sky, gfx));
    begin(gfx, scene, false);
    draw_effects(render, frame, WISP_PASS_REFRACT);
    gfx_end_pass(gfx, GFX_RENDER);
}

static void draw_frame(struct render *render, const struct scene_frame *frame,
                       wisp_target output) {
    struct gfx *gfx = render->config.gfx;
    render->stats = (struct render_stats){0};
    frame_block_fill(&render->block, frame);
    wisp_target scene = view_target(gfx, "render.scene", WISP_FORMAT_RGBA16F, 1);
    draw_solids(render, frame, scene);
    draw_blended(render, frame, scene);
    gfx_set_scene_images(gfx, (wisp_image){0}, (wisp_image){0}, sky_map(&render->sky, gfx));
    post_draw(gfx, frame, scene, output);
    render->stats.bodies = render->bodies.drawn;
    render->stats.lights = (uint32_t)render->block.light_count;
}

void render_draw(struct render *render, const struct scene_frame *frame, uint32_t framebuffer,
                 uint32_t output_width, uint32_t output_height) {
    struct gfx *gfx = render->config.gfx;
    if (!frame->width || !frame->height || !output_width || !output_height) return;
    gfx_frame_begin(gfx, frame->width, frame->height);
    draw_frame(render, frame,
               gfx_external_target(gfx, framebuffer, output_width, output_height));
    gfx_frame_end(gfx);
}

wisp_status render_read(struct render *render, const struct scene_frame *frame,
                        uint8_t *rgba8) {
    struct gfx *gfx = render->config.gfx;
    if (!frame->width || !frame->height) return WISP_E_BAD_PARAM;
    gfx_frame_begin(gfx, frame->width, frame->height);
    wisp_target output =
        gfx_target(gfx, GFX_RENDER,
                   &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                           .key = "render.output",
                                           .width = frame->width,
                                           .height = frame->height,
                                           .formats = {WISP_FORMAT_SRGBA8}});
    draw_frame(render, frame, output);
    wisp_status status = gfx_read_rgba8(gfx, output, frame->width, frame->height, rgba8);
    gfx_frame_end(gfx);
    return status;
}
