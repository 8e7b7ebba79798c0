/* SPDX-License-Identifier: MIT
 *
 * gfx_gl - the OpenGL 3.3 backend's own data and its parts.
 */
#ifndef WISP_GFX_GFX_GL_H
#define WISP_GFX_GFX_GL_H

#include "gfx/device.h"
#include "gfx/gl_state.h"

struct gl_data {
    struct gl_saved saved;
    struct gl_state state;
    GLuint vertex_array, frame_buffer, shadow_sampler, read_framebuffer;
    GLsync fences[64]; /* 0: free */
};

struct gl_data *gl_data(struct gfx *gfx);

/* Work outside of a frame must leave the caller's settings as they were. */
struct gl_scope {
    struct gl_saved saved;
    bool outside;
};
void gl_enter(struct gfx *gfx, struct gl_scope *scope);
void gl_leave(struct gfx *gfx, const struct gl_scope *scope);

bool gl_image_make(struct gfx *gfx, struct image *image, const void *data);
void gl_image_write(struct gfx *gfx, struct image *image, const void *data);
void gl_image_end(struct gfx *gfx, struct image *image);
GLenum gl_image_kind(enum image_kind kind);

bool gl_target_make(struct gfx *gfx, struct target *target);
void gl_target_end(struct gfx *gfx, struct target *target);
void gl_target_pass(struct gfx *gfx, const struct target *target, const wisp_pass *pass);
void gl_target_copy(struct gfx *gfx, const struct target *from, const struct target *to,
                    bool depth);
bool gl_target_read(struct gfx *gfx, const struct target *target, bool as_float, void *out);

bool gl_program_make(struct gfx *gfx, struct program_build *build, struct strbuf *out);
void gl_program_end(struct gfx *gfx, uint32_t name);

void gl_draw(struct gfx *gfx, const struct draw_call *call);

#endif
