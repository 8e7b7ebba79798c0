/* SPDX-License-Identifier: MIT
 *
 * gl_target - framebuffers of the OpenGL backend: making, clearing, copying, reading back.
 */
#include "gfx/gfx_gl.h"

#include <string.h>

static const GLenum color_points[WISP_TARGET_MAX_COLORS] = {
    GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3};

bool gl_target_make(struct gfx *gfx, struct target *target) {
    struct gl_scope scope;
    struct gl_state *state = &gl_data(gfx)->state;
    gl_enter(gfx, &scope);
    glGenFramebuffers(1, &target->name);
    gfx->backend_objects++;
    gl_framebuffer(state, target->name);
    for (uint32_t i = 0; i < target->color_count; i++)
        glFramebufferTexture2D(GL_FRAMEBUFFER, color_points[i], GL_TEXTURE_2D,
                               target->color_names[i], 0);
    if (target->depth_name)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D,
                               target->depth_name, 0);
    if (target->color_count) {
        glDrawBuffers((GLsizei)target->color_count, color_points);
    } else {
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    bool ok = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (ok) {
        /* Nothing is ever read that was not written. */
        const wisp_pass pass = {.clear_color = 1, .clear_depth = 1, .depth_value = 1.0f};
        gl_target_pass(gfx, target, &pass);
    } else {
        gl_target_end(gfx, target);
    }
    gl_leave(gfx, &scope);
    return ok;
}

void gl_target_end(struct gfx *gfx, struct target *target) {
    struct gl_state *state = &gl_data(gfx)->state;
    if (state->framebuffer == target->name) state->framebuffer = ~0u;
    glDeleteFramebuffers(1, &target->name);
    target->name = 0;
    gfx->backend_objects--;
}

void gl_target_pass(struct gfx *gfx, const struct target *target, const wisp_pass *pass) {
    struct gl_state *state = &gl_data(gfx)->state;
    gl_framebuffer(state, target->name);
    gl_viewport(state, target->width, target->height);
    for (GLint i = 0; pass->clear_color && i < (GLint)target->color_count; i++)
        glClearBufferfv(GL_COLOR, i, pass->color);
    if (pass->clear_depth && target->depth_name) {
        gl_depth(state, WISP_DEPTH_TEST_WRITE); /* A clear obeys the mask. */
        glClearBufferfv(GL_DEPTH, 0, &pass->depth_value);
    }
}

void gl_target_copy(struct gfx *gfx, const struct target *from, const struct target *to,
                    bool depth) {
    struct gl_state *state = &gl_data(gfx)->state;
    GLint w = (GLint)from->width, h = (GLint)from->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->name);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->name);
    glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, depth ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    state->framebuffer = ~0u;
}

static void flip_rows(void *pixels, size_t row, size_t rows) {
    unsigned char *low = pixels, *high = low + row * (rows - 1), part[256];
    for (; low < high; low += row, high -= row)
        for (size_t at = 0; at < row; at += sizeof part) {
            size_t n = row - at < sizeof part ? row - at : sizeof part;
            memcpy(part, low + at, n);
            memcpy(low + at, high + at, n);
            memcpy(high + at, part, n);
        }
}

bool gl_target_read(struct gfx *gfx, const struct target *target, bool as_float, void *out) {
    struct gl_scope scope;
    gl_enter(gfx, &scope);
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++) {
    }
    gl_framebuffer(&gl_data(gfx)->state, target->name);
    glReadPixels(0, 0, (GLsizei)target->width, (GLsizei)target->height, GL_RGBA,
                 as_float ? GL_FLOAT : GL_UNSIGNED_BYTE, out);
    bool ok = glGetError() == GL_NO_ERROR;
    gl_leave(gfx, &scope);
    flip_rows(out, (size_t)target->width * 4 * (as_float ? sizeof(float) : 1), target->height);
    return ok;
}
