/* SPDX-License-Identifier: MIT
 *
 * gfx_null - the backend that draws nothing: it counts objects, gives memory to stream into and
 * lets the device record what was asked for. Shaders are read and put together, not compiled.
 */
#include "gfx/device.h"

#include <string.h>

struct null_data {
    uint32_t next_name;
    unsigned char frame_block[UNIFORM_BYTES_MOST];
};

static uint32_t new_name(struct gfx *gfx) {
    gfx->backend_objects++;
    return ++((struct null_data *)gfx->backend_data)->next_name;
}

static void null_destroy(struct gfx *gfx) {
    alloc_free(gfx->allocator, gfx->backend_data, sizeof(struct null_data));
    alloc_free(gfx->allocator, gfx->records, GFX_RECORDS_MOST * sizeof *gfx->records);
    alloc_free(gfx->allocator, gfx->last_records, GFX_RECORDS_MOST * sizeof *gfx->records);
}

static void null_frame(struct gfx *gfx) { (void)gfx; }

static bool null_buffer_make(struct gfx *gfx, struct buffer *buffer, const void *data) {
    (void)data;
    buffer->name = new_name(gfx);
    return true;
}

static void null_buffer_write(struct gfx *gfx, struct buffer *buffer, size_t offset,
                              const void *data, size_t bytes) {
    (void)gfx, (void)buffer, (void)offset, (void)data, (void)bytes;
}

static void null_buffer_end(struct gfx *gfx, struct buffer *buffer) {
    alloc_free(gfx->allocator, buffer->shadow, buffer->bytes);
    buffer->shadow = NULL;
    gfx->backend_objects--;
}

static void *null_buffer_map(struct gfx *gfx, struct buffer *buffer, size_t offset,
                             size_t bytes) {
    (void)bytes;
    if (!buffer->shadow) buffer->shadow = alloc_bytes(gfx->allocator, buffer->bytes);
    return buffer->shadow ? buffer->shadow + offset : NULL;
}

static void null_buffer_unmap(struct gfx *gfx, struct buffer *buffer, size_t written) {
    (void)gfx, (void)buffer, (void)written;
}

static void *null_fence_make(struct gfx *gfx) {
    (void)gfx;
    return NULL;
}

static void null_fence_wait(struct gfx *gfx, void *fence) { (void)gfx, (void)fence; }

static bool null_image_make(struct gfx *gfx, struct image *image, const void *data) {
    (void)data;
    image->name = new_name(gfx);
    return true;
}

static void null_image_write(struct gfx *gfx, struct image *image, const void *data) {
    (void)gfx, (void)image, (void)data;
}

static void null_image_end(struct gfx *gfx, struct image *image) {
    image->name = 0;
    gfx->backend_objects--;
}

static bool null_target_make(struct gfx *gfx, struct target *target) {
    target->name = new_name(gfx);
    return true;
}

static void null_target_end(struct gfx *gfx, struct target *target) {
    target->name = 0;
    gfx->backend_objects--;
}

static bool null_program_make(struct gfx *gfx, struct program_build *build,
                              struct strbuf *out) {
    (void)out;
    build->name = new_name(gfx);
    return true;
}

static void null_program_end(struct gfx *gfx, uint32_t name) {
    (void)name;
    gfx->backend_objects--;
}

static void null_pass_begin(struct gfx *gfx, const struct target *target,
                            const wisp_pass *pass) {
    (void)gfx, (void)target, (void)pass;
}

static void null_draw(struct gfx *gfx, const struct draw_call *call) { (void)gfx, (void)call; }

static void null_frame_uniforms(struct gfx *gfx, const void *data, size_t bytes) {
    memcpy(((struct null_data *)gfx->backend_data)->frame_block, data, bytes);
}

static void null_copy(struct gfx *gfx, const struct target *from, const struct target *to,
                      bool depth) {
    (void)gfx, (void)from, (void)to, (void)depth;
}

static bool null_read(struct gfx *gfx, const struct target *target, bool as_float, void *out) {
    (void)gfx;
    memset(out, 0, (size_t)target->width * target->height * 4 * (as_float ? sizeof(float) : 1));
    return true;
}

wisp_status backend_null_create(struct gfx *gfx) {
    static const struct backend table = {
        .destroy = null_destroy,
        .frame_begin = null_frame,
        .frame_end = null_frame,
        .buffer_make = null_buffer_make,
        .buffer_write = null_buffer_write,
        .buffer_end = null_buffer_end,
        .buffer_map = null_buffer_map,
        .buffer_unmap = null_buffer_unmap,
        .fence_make = null_fence_make,
        .fence_wait = null_fence_wait,
        .image_make = null_image_make,
        .image_write = null_image_write,
        .image_end = null_image_end,
        .target_make = null_target_make,
        .target_end = null_target_end,
        .program_make = null_program_make,
        .program_end = null_program_end,
        .pass_begin = null_pass_begin,
        .draw = null_draw,
        .frame_uniforms = null_frame_uniforms,
        .copy = null_copy,
        .read = null_read,
    };
    gfx->backend = &table;
    gfx->backend_data = alloc_zero(gfx->allocator, sizeof(struct null_data));
    gfx->records = alloc_array(gfx->allocator, GFX_RECORDS_MOST, sizeof *gfx->records);
    gfx->last_records = alloc_array(gfx->allocator, GFX_RECORDS_MOST, sizeof *gfx->records);
    if (!gfx->backend_data || !gfx->records || !gfx->last_records) return WISP_E_NOMEM;
    gfx->vendor = "wisp";
    gfx->renderer = "null";
    gfx->max_texture = GFX_IMAGE_SIDE_MOST;
    gfx->uniform_align = 256;
    gfx->float_blend = true;
    return WISP_OK;
}
