/* SPDX-License-Identifier: MIT
 *
 * gl_state - what OpenGL is set to: remembered, put back, and changed only where it differs.
 *
 * Saved and restored around a frame, for programs that draw with OpenGL themselves:
 *   bindings  draw and read framebuffer, program, vertex array, array, copy-read, copy-write,
 *             uniform (generic, and indexed 0 and 1), pixel pack and unpack buffers; active
 *             texture unit; 2-D, 3-D and 2-D array textures and samplers of units 0 to 11
 *   tests     blend (function, equation, colour), depth (test, function, mask, range, clamp),
 *             stencil test, scissor (test, box), cull (test, face, front), colour mask,
 *             multisample, sample alpha to coverage, logic operation, dither, sRGB framebuffer,
 *             primitive restart, rasteriser discard, polygon mode and fill offset, point size
 *             from the program
 *   values    viewport, clear colour and depth, pixel store (alignment, row length, skips)
 * Not touched, so not saved: everything else, queries and transform feedback among it. The
 * caller's bound vertex array object is never written to.
 */
#ifndef WISP_GFX_GL_STATE_H
#define WISP_GFX_GL_STATE_H

#include "gfx/backend.h"
#include <glad/gl.h>

enum { GL_UNITS = DRAW_TEXTURES_MOST, GL_SWITCHES = 16, GL_TEXTURE_KINDS = 3 };

struct gl_saved {
    GLint draw_framebuffer, read_framebuffer, program, vertex_array;
    GLint array, copy_read, copy_write, uniform, pack, unpack;
    GLint uniform_index[2];
    GLint64 uniform_start[2], uniform_size[2];
    GLint active, textures[GL_UNITS][GL_TEXTURE_KINDS], samplers[GL_UNITS];
    GLboolean switches[GL_SWITCHES];
    GLint blend[4], equation[2], depth_func, cull_face, front_face, polygon[2];
    GLfloat blend_color[4], depth_range[2], clear_color[4], clear_depth;
    GLboolean depth_mask, color_mask[4];
    GLint viewport[4], scissor[4], pixel_store[8];
    GLfloat offset[2];
};

/* The cache of our own settings. */
struct gl_state {
    GLuint framebuffer, program, array, textures[GL_UNITS], samplers[GL_UNITS];
    uint32_t unit, blend, depth, cull;
    GLuint effect_buffer;
    size_t effect_offset, effect_bytes;
    uint32_t width, height;
    uint32_t attrs; /* bits of enabled vertex attributes */
};

void gl_save(struct gl_saved *saved);
void gl_restore(const struct gl_saved *saved);
/* Known settings for all of the above, and a cache that agrees. */
void gl_begin(struct gl_state *state, GLuint vertex_array);

void gl_framebuffer(struct gl_state *state, GLuint framebuffer);
void gl_viewport(struct gl_state *state, uint32_t width, uint32_t height);
void gl_program(struct gl_state *state, GLuint program);
void gl_blend(struct gl_state *state, uint32_t blend); /* WISP_BLEND_ */
void gl_depth(struct gl_state *state, uint32_t depth); /* WISP_DEPTH_ */
void gl_cull(struct gl_state *state, uint32_t cull);   /* WISP_CULL_ */
void gl_texture(struct gl_state *state, uint32_t unit, GLenum kind, GLuint texture,
                GLuint sampler);
void gl_array(struct gl_state *state, GLuint buffer);

#endif
