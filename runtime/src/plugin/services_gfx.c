/* SPDX-License-Identifier: MIT */
#include "gfx/gfx.h"
#include "plugin/run.h"

static struct gfx *gfx_of(wisp_instance *self) { return run_of(self)->env->gfx; }

static wisp_buffer make_buffer(wisp_instance *self, const wisp_gfx_buffer_desc *desc) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_buffer(gfx, run_of(self)->owner, desc) : (wisp_buffer){0};
}

static wisp_image make_image(wisp_instance *self, const wisp_gfx_image_desc *desc) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_image(gfx, run_of(self)->owner, desc) : (wisp_image){0};
}

static wisp_target make_target(wisp_instance *self, const wisp_gfx_target_desc *desc) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_target(gfx, run_of(self)->owner, desc) : (wisp_target){0};
}

static wisp_pipeline make_pipeline(wisp_instance *self, const wisp_gfx_pipeline_desc *desc) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_pipeline(gfx, run_of(self)->owner, desc) : (wisp_pipeline){0};
}

static uint32_t pipeline_state(wisp_instance *self, wisp_pipeline pipeline) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_pipeline_state(gfx, pipeline) : WISP_GFX_NONE;
}

static uint32_t image_state(wisp_instance *self, wisp_image image) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_image_state(gfx, image) : WISP_GFX_NONE;
}

static void update(wisp_instance *self, wisp_buffer buffer, size_t offset, const void *data,
                   size_t bytes) {
    struct gfx *gfx = gfx_of(self);
    if (gfx) gfx_update(gfx, buffer, offset, data, bytes);
}

static void *stream(wisp_instance *self, size_t bytes, wisp_buffer *buffer, size_t *offset) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_stream(gfx, bytes, buffer, offset) : NULL;
}

static void draw(wisp_instance *self, const wisp_draw *what) {
    struct gfx *gfx = gfx_of(self);
    if (gfx) gfx_draw(gfx, run_of(self)->owner, what);
}

static void begin_pass(wisp_instance *self, const wisp_pass *pass) {
    struct gfx *gfx = gfx_of(self);
    if (gfx) gfx_begin_pass(gfx, run_of(self)->owner, pass);
}

static void end_pass(wisp_instance *self) {
    struct gfx *gfx = gfx_of(self);
    if (gfx) gfx_end_pass(gfx, run_of(self)->owner);
}

static wisp_image target_color(wisp_instance *self, wisp_target target, uint32_t index) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_target_color(gfx, target, index) : (wisp_image){0};
}

static wisp_image target_depth(wisp_instance *self, wisp_target target) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_target_depth(gfx, target) : (wisp_image){0};
}

static wisp_image scene_depth(wisp_instance *self) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_scene_depth(gfx) : (wisp_image){0};
}

static wisp_image scene_color(wisp_instance *self) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_scene_color(gfx) : (wisp_image){0};
}

static wisp_image sky(wisp_instance *self) {
    struct gfx *gfx = gfx_of(self);
    return gfx ? gfx_sky(gfx) : (wisp_image){0};
}

static uint64_t cap(wisp_instance *self, uint32_t which) {
    struct gfx *gfx = gfx_of(self);
    if (!gfx) return which == WISP_CAP_NULL;
    return gfx_cap(gfx, which);
}

static void drop(wisp_instance *self, const char *key) {
    struct gfx *gfx = gfx_of(self);
    if (gfx) gfx_drop(gfx, run_of(self)->owner, key);
}

const wisp_gfx_1 services_gfx = {.struct_size = sizeof services_gfx,
                                 .buffer = make_buffer,
                                 .image = make_image,
                                 .target = make_target,
                                 .pipeline = make_pipeline,
                                 .pipeline_state = pipeline_state,
                                 .image_state = image_state,
                                 .update = update,
                                 .stream = stream,
                                 .draw = draw,
                                 .begin_pass = begin_pass,
                                 .end_pass = end_pass,
                                 .target_color = target_color,
                                 .target_depth = target_depth,
                                 .scene_depth = scene_depth,
                                 .scene_color = scene_color,
                                 .sky = sky,
                                 .cap = cap,
                                 .drop = drop};

void services_gfx_sweep(const struct plugin_env *env, uint32_t owner) {
    if (env->gfx) gfx_sweep(env->gfx, owner);
}
