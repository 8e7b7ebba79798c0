/* SPDX-License-Identifier: MIT
 *
 * backend - what a graphics interface must be able to do: OpenGL 3.3 or nothing at all.
 *
 * The device (device.h) has already checked everything: objects are alive and ready, ranges lie
 * within buffers, a target is not read while it is drawn into.
 */
#ifndef WISP_GFX_BACKEND_H
#define WISP_GFX_BACKEND_H

#include "base/str.h"
#include "gfx/gfx.h"
#include <stdbool.h>

struct buffer;
struct image;
struct target;
struct program;
struct program_build;

enum { DRAW_TEXTURES_MOST = 12 };

/* One draw with everything resolved. */
struct draw_call {
    const struct program *program;
    const wisp_gfx_pipeline_desc *pipeline;
    uint32_t buffers[WISP_MAX_VERTEX_BUFFERS]; /* backend names */
    size_t offsets[WISP_MAX_VERTEX_BUFFERS];
    uint32_t index;
    uint32_t first, count, instances;
    uint32_t textures[DRAW_TEXTURES_MOST]; /* backend names, one per sampler of the program */
    uint32_t uniform_buffer;               /* 0: none */
    size_t uniform_offset, uniform_bytes;
    const struct target *target;
};

struct backend {
    void (*destroy)(struct gfx *gfx);
    void (*frame_begin)(struct gfx *gfx);
    void (*frame_end)(struct gfx *gfx);
    bool (*buffer_make)(struct gfx *gfx, struct buffer *buffer, const void *data);
    void (*buffer_write)(struct gfx *gfx, struct buffer *buffer, size_t offset,
                         const void *data, size_t bytes);
    void (*buffer_end)(struct gfx *gfx, struct buffer *buffer);
    /* Room that the GPU does not read now. unmap: bytes [0, written) of it were filled. */
    void *(*buffer_map)(struct gfx *gfx, struct buffer *buffer, size_t offset, size_t bytes);
    void (*buffer_unmap)(struct gfx *gfx, struct buffer *buffer, size_t written);
    /* A mark in the GPU's work; wait returns when it is passed and ends the mark. */
    void *(*fence_make)(struct gfx *gfx);
    void (*fence_wait)(struct gfx *gfx, void *fence);
    /* data NULL: undefined content. */
    bool (*image_make)(struct gfx *gfx, struct image *image, const void *data);
    void (*image_write)(struct gfx *gfx, struct image *image, const void *data);
    void (*image_end)(struct gfx *gfx, struct image *image);
    bool (*target_make)(struct gfx *gfx, struct target *target);
    void (*target_end)(struct gfx *gfx, struct target *target);
    /* On failure out gets the compiler's words with a line "vertex", "fragment" or "link"
     * before them. */
    bool (*program_make)(struct gfx *gfx, struct program_build *build, struct strbuf *out);
    void (*program_end)(struct gfx *gfx, uint32_t name);
    void (*pass_begin)(struct gfx *gfx, const struct target *target, const wisp_pass *pass);
    void (*draw)(struct gfx *gfx, const struct draw_call *call);
    void (*frame_uniforms)(struct gfx *gfx, const void *data, size_t bytes);
    void (*copy)(struct gfx *gfx, const struct target *from, const struct target *to,
                 bool depth);
    bool (*read)(struct gfx *gfx, const struct target *target, bool as_float, void *out);
};

/* Fill gfx->backend, limits and names. */
wisp_status backend_gl_create(struct gfx *gfx, void *(*get_proc)(const char *name));
wisp_status backend_null_create(struct gfx *gfx);

#endif
