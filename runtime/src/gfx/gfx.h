/* SPDX-License-Identifier: MIT
 *
 * gfx - the drawing device: objects by key, draws that carry their whole state, frames.
 *
 * It stands on an OpenGL 3.3 context that somebody else made, or on the null backend, which
 * draws nothing, records what was asked for and behaves the same in every other way. Objects
 * belong to an owner: a number for one instance or one generation of it, chosen by the caller.
 * The functions from gfx_buffer to gfx_drop are those of wisp_gfx_1 with an owner in place of
 * the instance; wisp/gfx.h says what they mean.
 *
 * Units      px; linear light.
 * Ownership  Handles are counted, not owned: gfx_sweep ends all of one owner. Descriptions and
 *            their texts are copied. All memory comes from the given allocator; nothing is
 *            allocated in a frame that does the same as the one before.
 * Errors     A zero, stale or FAILED handle draws nothing. Words go to config.report, or to the
 *            log when there is none, once per cause.
 * Threads    One: that of the context.
 */
#ifndef WISP_GFX_GFX_H
#define WISP_GFX_GFX_H

#include "base/alloc.h"
#include "base/diag.h"
#include "base/log.h"
#include <wisp/effect.h>
#include <wisp/gfx.h>

struct gfx;
typedef uint32_t gfx_owner;
/* HOST is gfx itself and is never swept; RENDER is the render layer. */
#define GFX_HOST 0u
#define GFX_RENDER UINT32_MAX

enum {
    GFX_IMAGE_SIDE_MOST = 4096,
    GFX_IMAGE_PIXELS_MOST = 16 << 20,
    GFX_IMAGE_FILE_MOST = 16 << 20,
    GFX_SHADER_FILE_MOST = 1 << 20,
    GFX_ROOTS_MOST = 8
};

/* How files are read; gfx itself knows no operating system. */
struct gfx_files {
    /* All of a regular file of at most limit bytes, and a zero after them: *bytes has
     * *size + 1 bytes from the allocator. WISP_E_NOT_FOUND, WISP_E_LIMIT, ... */
    wisp_status (*read)(void *user, const struct allocator *allocator, const char *path,
                        size_t limit, unsigned char **bytes, size_t *size);
    void *user;
};

struct gfx_config {
    const struct allocator *allocator; /* NULL: allocator_default() */
    struct log *log;                   /* NULL is fine */
    /* Finds GL functions by name in the current context. NULL: the null backend. */
    void *(*get_proc)(const char *name);
    struct gfx_files files;
    /* Folders looked through in order; at most GFX_ROOTS_MOST, zero-terminated. Copied. */
    const char *shader_roots[GFX_ROOTS_MOST];
    const char *asset_roots[GFX_ROOTS_MOST];
    size_t stream_bytes; /* most bytes streamed in one frame; 0 is 64 MiB */
    /* Problems in shaders and images, as they are found. NULL: they go to the log. */
    void (*report)(void *user, const struct diag *diag);
    void *report_user;
};

/* WISP_E_UNSUPPORTED, with words in the log, when the context is no OpenGL 3.3 core. */
wisp_status gfx_create(const struct gfx_config *config, struct gfx **out);
void gfx_destroy(struct gfx *gfx); /* NULL is fine; the context must still be current */

/* ---- Objects and draws, as in wisp_gfx_1 */

wisp_buffer gfx_buffer(struct gfx *gfx, gfx_owner owner, const wisp_gfx_buffer_desc *desc);
wisp_image gfx_image(struct gfx *gfx, gfx_owner owner, const wisp_gfx_image_desc *desc);
wisp_target gfx_target(struct gfx *gfx, gfx_owner owner, const wisp_gfx_target_desc *desc);
wisp_pipeline gfx_pipeline(struct gfx *gfx, gfx_owner owner,
                           const wisp_gfx_pipeline_desc *desc);
uint32_t gfx_pipeline_state(struct gfx *gfx, wisp_pipeline pipeline);
uint32_t gfx_image_state(struct gfx *gfx, wisp_image image);
/* Grows each time its file is read anew. */
uint32_t gfx_image_revision(struct gfx *gfx, wisp_image image);
/* False, and nothing written, unless it is ready. */
bool gfx_image_size(struct gfx *gfx, wisp_image image, uint32_t *width, uint32_t *height);
void gfx_update(struct gfx *gfx, wisp_buffer buffer, size_t offset, const void *data,
                size_t bytes);
void *gfx_stream(struct gfx *gfx, size_t bytes, wisp_buffer *buffer, size_t *offset);
void gfx_draw(struct gfx *gfx, gfx_owner owner, const wisp_draw *draw);
void gfx_begin_pass(struct gfx *gfx, gfx_owner owner, const wisp_pass *pass);
void gfx_end_pass(struct gfx *gfx, gfx_owner owner);
wisp_image gfx_target_color(struct gfx *gfx, wisp_target target, uint32_t index);
wisp_image gfx_target_depth(struct gfx *gfx, wisp_target target);
wisp_image gfx_scene_depth(struct gfx *gfx); /* zero outside BLEND and REFRACT */
wisp_image gfx_scene_color(struct gfx *gfx); /* zero outside REFRACT */
wisp_image gfx_sky(struct gfx *gfx);
uint64_t gfx_cap(struct gfx *gfx, uint32_t which);
void gfx_drop(struct gfx *gfx, gfx_owner owner, const char *key);

/* ---- Owners */

struct gfx_count {
    uint32_t buffers, images, targets, pipelines;
    uint64_t bytes; /* of buffers, images and targets, as asked for */
};
struct gfx_count gfx_owner_count(const struct gfx *gfx, gfx_owner owner);
/* End all objects of an owner. */
void gfx_sweep(struct gfx *gfx, gfx_owner owner);
/* End those not asked for and not drawn with in the last `frames` whole frames. */
void gfx_sweep_idle(struct gfx *gfx, gfx_owner owner, uint32_t frames);
/* Give all objects of one owner to another; handles stay valid. Where both have the same key,
 * the receiver's stays and the giver's ends. */
void gfx_hand_over(struct gfx *gfx, gfx_owner from, gfx_owner to);

/* ---- Frames, for the render layer */

/* Between begin and end the GL state is gfx's own: begin remembers the caller's and end puts it
 * back (list in gl_state.h). The view's size is what targets of size 0 follow. Draws need a
 * pass: the render layer's is where effects' draws land, and one pass of an effect may be
 * inside of it. */
void gfx_frame_begin(struct gfx *gfx, uint32_t width, uint32_t height);
void gfx_frame_end(struct gfx *gfx);
/* Block Frame of every draw from now on; copied. */
void gfx_frame_uniforms(struct gfx *gfx, const void *data, size_t bytes);
/* A texture that every shader may read by this name: "w_shadow". At most 4 names, static
 * strings; a zero image takes it away. */
void gfx_frame_texture(struct gfx *gfx, const char *name, wisp_image image);
/* What scene_depth, scene_color and sky give from now on. */
void gfx_set_scene_images(struct gfx *gfx, wisp_image depth, wisp_image color, wisp_image sky);
/* Around one call of an effect's draw: own passes left open are closed, and told of once. */
void gfx_effect_begin(struct gfx *gfx, gfx_owner owner);
void gfx_effect_end(struct gfx *gfx, gfx_owner owner);

/* The framebuffer the caller owns (0 is the window's) as a target. */
wisp_target gfx_external_target(struct gfx *gfx, uint32_t framebuffer, uint32_t width,
                                uint32_t height);
/* Copy depth or the first colour between targets of the same size. */
void gfx_copy_depth(struct gfx *gfx, wisp_target from, wisp_target to);
void gfx_copy_color(struct gfx *gfx, wisp_target from, wisp_target to);

/* Pixels of the first colour: width * height * 4 values, row 0 at the top. Waits for the GPU.
 * The null backend gives zeros. WISP_E_BAD_PARAM when the size is not the target's. */
wisp_status gfx_read_rgba8(struct gfx *gfx, wisp_target target, uint32_t width, uint32_t height,
                           uint8_t *out);
wisp_status gfx_read_float(struct gfx *gfx, wisp_target target, uint32_t width, uint32_t height,
                           float *out);

/* ---- Files that change */

/* Call visit once for each file that shaders or images in use came from or were sought at. */
void gfx_shader_files(const struct gfx *gfx, void (*visit)(void *user, const char *path),
                      void *user);
void gfx_image_files(const struct gfx *gfx, void (*visit)(void *user, const char *path),
                     void *user);
/* Build again whatever uses one of the changed files (paths as visited; count 0: everything).
 * A program that does not build keeps its last good version and adds to diags (may be NULL:
 * then they are reported as in config); it is tried again by the next call. Returns the number
 * of programs, or images, that were replaced. */
uint32_t gfx_reload_shaders(struct gfx *gfx, const char *const *changed, uint32_t count,
                            struct diag_list *diags);
uint32_t gfx_reload_images(struct gfx *gfx, const char *const *changed, uint32_t count,
                           struct diag_list *diags);
/* Check one program without keeping it, for `wisp check`. desc paths are below shader roots. */
bool gfx_check_shader(struct gfx *gfx, const wisp_gfx_shader_desc *desc,
                      struct diag_list *diags);

/* ---- Looking in */

struct gfx_stats {
    struct gfx_count live;     /* of all owners */
    uint32_t programs;         /* shared between pipelines */
    uint32_t draws, dropped;   /* of the last whole frame; dropped: not ready */
    uint64_t vertices;         /* times instances, of the last whole frame */
    uint64_t stream_bytes;     /* of the last whole frame */
    uint64_t stream_reserved;  /* held for streaming */
    uint64_t backend_objects;  /* GL names alive, or what the null backend counts as such */
    const char *vendor, *name; /* of the GL renderer; "null" */
};
struct gfx_stats gfx_stats(const struct gfx *gfx);

/* What the null backend saw in the last whole frame (at most GFX_RECORDS_MOST), in order. */
enum { GFX_RECORDS_MOST = 4096 };
struct gfx_record {
    gfx_owner owner;
    wisp_pipeline pipeline;
    wisp_target target; /* drawn into */
    uint32_t first, count, instances;
    uint32_t textures;      /* bound by the draw */
    uint64_t uniforms_hash; /* of the draw's own block; 0 without */
    size_t uniform_bytes;
};
const struct gfx_record *gfx_records(const struct gfx *gfx, uint32_t *count);

#endif
