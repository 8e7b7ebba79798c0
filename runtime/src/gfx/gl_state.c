/* SPDX-License-Identifier: MIT
 *
 * gl_state - see gl_state.h.
 */
#include "gfx/gl_state.h"

#include <string.h>

static const GLenum texture_kinds[GL_TEXTURE_KINDS][2] = {
    {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
    {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
    {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
};

static const GLenum switches[GL_SWITCHES] = {GL_BLEND,
                                             GL_DEPTH_TEST,
                                             GL_STENCIL_TEST,
                                             GL_SCISSOR_TEST,
                                             GL_CULL_FACE,
                                             GL_MULTISAMPLE,
                                             GL_SAMPLE_ALPHA_TO_COVERAGE,
                                             GL_COLOR_LOGIC_OP,
                                             GL_DITHER,
                                             GL_FRAMEBUFFER_SRGB,
                                             GL_PRIMITIVE_RESTART,
                                             GL_RASTERIZER_DISCARD,
                                             GL_POLYGON_OFFSET_FILL,
                                             GL_PROGRAM_POINT_SIZE,
                                             GL_DEPTH_CLAMP,
                                             GL_SAMPLE_COVERAGE};

/* The state that frames want; all other switches are off. */
static bool wanted(GLenum what) {
    return what == GL_DEPTH_TEST || what == GL_PROGRAM_POINT_SIZE;
}

static const GLenum pixel_store[8] = {
    GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
    GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,   GL_PACK_SKIP_PIXELS};

static void set_switch(GLenum what, bool on) {
    if (on)
        glEnable(what);
    else
        glDisable(what);
}

static void save_bindings(struct gl_saved *s) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &s->draw_framebuffer);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &s->read_framebuffer);
    glGetIntegerv(GL_CURRENT_PROGRAM, &s->program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &s->vertex_array);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &s->array);
    glGetIntegerv(GL_COPY_READ_BUFFER, &s->copy_read);
    glGetIntegerv(GL_COPY_WRITE_BUFFER, &s->copy_write);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &s->pack);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &s->unpack);
    glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &s->uniform);
    for (GLuint i = 0; i < 2; i++) {
        glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, i, &s->uniform_index[i]);
        glGetInteger64i_v(GL_UNIFORM_BUFFER_START, i, &s->uniform_start[i]);
        glGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, i, &s->uniform_size[i]);
    }
    glGetIntegerv(GL_ACTIVE_TEXTURE, &s->active);
    for (GLuint unit = 0; unit < GL_UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetIntegerv(GL_SAMPLER_BINDING, &s->samplers[unit]);
        for (int k = 0; k < GL_TEXTURE_KINDS; k++)
            glGetIntegerv(texture_kinds[k][1], &s->textures[unit][k]);
    }
}

static void save_values(struct gl_saved *s) {
    for (int i = 0; i < GL_SWITCHES; i++) s->switches[i] = glIsEnabled(switches[i]);
    glGetIntegerv(GL_BLEND_SRC_RGB, &s->blend[0]);
    glGetIntegerv(GL_BLEND_DST_RGB, &s->blend[1]);
    glGetIntegerv(GL_BLEND_SRC_ALPHA, &s->blend[2]);
    glGetIntegerv(GL_BLEND_DST_ALPHA, &s->blend[3]);
    glGetIntegerv(GL_BLEND_EQUATION_RGB, &s->equation[0]);
    glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &s->equation[1]);
    glGetFloatv(GL_BLEND_COLOR, s->blend_color);
    glGetIntegerv(GL_DEPTH_FUNC, &s->depth_func);
    glGetBooleanv(GL_DEPTH_WRITEMASK, &s->depth_mask);
    glGetFloatv(GL_DEPTH_RANGE, s->depth_range);
    glGetIntegerv(GL_CULL_FACE_MODE, &s->cull_face);
    glGetIntegerv(GL_FRONT_FACE, &s->front_face);
    s->polygon[1] = 0;
    glGetIntegerv(GL_POLYGON_MODE, s->polygon); /* One value in core, two in old drivers. */
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, &s->offset[0]);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, &s->offset[1]);
    glGetBooleanv(GL_COLOR_WRITEMASK, s->color_mask);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, s->clear_color);
    glGetFloatv(GL_DEPTH_CLEAR_VALUE, &s->clear_depth);
    glGetIntegerv(GL_VIEWPORT, s->viewport);
    glGetIntegerv(GL_SCISSOR_BOX, s->scissor);
    for (int i = 0; i < 8; i++) glGetIntegerv(pixel_store[i], &s->pixel_store[i]);
}

void gl_save(struct gl_saved *saved) {
    save_bindings(saved);
    save_values(saved);
}

static void restore_uniform(const struct gl_saved *s, GLuint i) {
    if (s->uniform_index[i] && s->uniform_size[i])
        glBindBufferRange(GL_UNIFORM_BUFFER, i, (GLuint)s->uniform_index[i],
                          (GLintptr)s->uniform_start[i], (GLsizeiptr)s->uniform_size[i]);
    else
        glBindBufferBase(GL_UNIFORM_BUFFER, i, (GLuint)s->uniform_index[i]);
}

static void restore_bindings(const struct gl_saved *s) {
    for (GLuint unit = 0; unit < GL_UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindSampler(unit, (GLuint)s->samplers[unit]);
        for (int k = 0; k < GL_TEXTURE_KINDS; k++)
            glBindTexture(texture_kinds[k][0], (GLuint)s->textures[unit][k]);
    }
    glActiveTexture((GLenum)s->active);
    restore_uniform(s, 0);
    restore_uniform(s, 1);
    glBindBuffer(GL_UNIFORM_BUFFER, (GLuint)s->uniform);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)s->pack);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)s->unpack);
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)s->copy_read);
    glBindBuffer(GL_COPY_WRITE_BUFFER, (GLuint)s->copy_write);
    glBindVertexArray((GLuint)s->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)s->array);
    glUseProgram((GLuint)s->program);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)s->draw_framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)s->read_framebuffer);
}

void gl_restore(const struct gl_saved *s) {
    restore_bindings(s);
    for (int i = 0; i < GL_SWITCHES; i++) set_switch(switches[i], s->switches[i]);
    glBlendFuncSeparate((GLenum)s->blend[0], (GLenum)s->blend[1], (GLenum)s->blend[2],
                        (GLenum)s->blend[3]);
    glBlendEquationSeparate((GLenum)s->equation[0], (GLenum)s->equation[1]);
    glBlendColor(s->blend_color[0], s->blend_color[1], s->blend_color[2], s->blend_color[3]);
    glDepthFunc((GLenum)s->depth_func);
    glDepthMask(s->depth_mask);
    glDepthRange((GLdouble)s->depth_range[0], (GLdouble)s->depth_range[1]);
    glCullFace((GLenum)s->cull_face);
    glFrontFace((GLenum)s->front_face);
    glPolygonMode(GL_FRONT_AND_BACK, (GLenum)s->polygon[0]);
    glPolygonOffset(s->offset[0], s->offset[1]);
    glColorMask(s->color_mask[0], s->color_mask[1], s->color_mask[2], s->color_mask[3]);
    glClearColor(s->clear_color[0], s->clear_color[1], s->clear_color[2], s->clear_color[3]);
    glClearDepth((GLdouble)s->clear_depth);
    glViewport(s->viewport[0], s->viewport[1], s->viewport[2], s->viewport[3]);
    glScissor(s->scissor[0], s->scissor[1], s->scissor[2], s->scissor[3]);
    for (int i = 0; i < 8; i++) glPixelStorei(pixel_store[i], s->pixel_store[i]);
}

void gl_begin(struct gl_state *state, GLuint vertex_array) {
    *state = (struct gl_state){.framebuffer = ~0u, .blend = ~0u, .depth = ~0u, .cull = ~0u};
    for (int i = 0; i < GL_SWITCHES; i++) set_switch(switches[i], wanted(switches[i]));
    for (int i = 0; i < 8; i++) glPixelStorei(pixel_store[i], i % 4 == 0 ? 1 : 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindVertexArray(vertex_array);
    for (GLuint i = 0; i < WISP_MAX_ATTRS; i++) glDisableVertexAttribArray(i);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glUseProgram(0);
    for (GLuint unit = GL_UNITS; unit-- > 0;) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindSampler(unit, 0);
        for (int k = 0; k < GL_TEXTURE_KINDS; k++) glBindTexture(texture_kinds[k][0], 0);
    }
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glDepthRange(0.0, 1.0);
    glFrontFace(GL_CCW);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    gl_blend(state, WISP_BLEND_NONE);
    gl_depth(state, WISP_DEPTH_OFF);
    gl_cull(state, WISP_CULL_NONE);
}

void gl_framebuffer(struct gl_state *state, GLuint framebuffer) {
    if (state->framebuffer == framebuffer) return;
    state->framebuffer = framebuffer;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void gl_viewport(struct gl_state *state, uint32_t width, uint32_t height) {
    if (state->width == width && state->height == height) return;
    state->width = width;
    state->height = height;
    glViewport(0, 0, (GLsizei)width, (GLsizei)height);
}

void gl_program(struct gl_state *state, GLuint program) {
    if (state->program == program) return;
    state->program = program;
    glUseProgram(program);
}

void gl_blend(struct gl_state *state, uint32_t blend) {
    static const GLenum table[][3] = {
        [WISP_BLEND_PREMULTIPLIED] = {GL_FUNC_ADD, GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
        [WISP_BLEND_NONE] = {GL_FUNC_ADD, GL_ONE, GL_ZERO},
        [WISP_BLEND_ADD] = {GL_FUNC_ADD, GL_ONE, GL_ONE},
        [WISP_BLEND_MIN] = {GL_MIN, GL_ONE, GL_ONE},
        [WISP_BLEND_MAX] = {GL_MAX, GL_ONE, GL_ONE},
        [WISP_BLEND_MULTIPLY] = {GL_FUNC_ADD, GL_DST_COLOR, GL_ZERO},
    };
    if (state->blend == blend) return;
    state->blend = blend;
    set_switch(GL_BLEND, blend != WISP_BLEND_NONE);
    glBlendEquation(table[blend][0]);
    glBlendFunc(table[blend][1], table[blend][2]);
}

void gl_depth(struct gl_state *state, uint32_t depth) {
    if (state->depth == depth) return;
    state->depth = depth;
    set_switch(GL_DEPTH_TEST, depth != WISP_DEPTH_OFF);
    glDepthMask(depth == WISP_DEPTH_TEST_WRITE);
}

void gl_cull(struct gl_state *state, uint32_t cull) {
    if (state->cull == cull) return;
    state->cull = cull;
    set_switch(GL_CULL_FACE, cull != WISP_CULL_NONE);
    glCullFace(cull == WISP_CULL_FRONT ? GL_FRONT : GL_BACK);
}

void gl_texture(struct gl_state *state, uint32_t unit, GLenum kind, GLuint texture,
                GLuint sampler) {
    if (state->textures[unit] != texture) {
        if (state->unit != unit) glActiveTexture(GL_TEXTURE0 + unit);
        state->unit = unit;
        state->textures[unit] = texture;
        glBindTexture(kind, texture);
    }
    if (state->samplers[unit] != sampler) {
        state->samplers[unit] = sampler;
        glBindSampler(unit, sampler);
    }
}

void gl_array(struct gl_state *state, GLuint buffer) {
    if (state->array == buffer) return;
    state->array = buffer;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
}
