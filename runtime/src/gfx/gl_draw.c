/* SPDX-License-Identifier: MIT
 *
 * gl_draw - one draw: every setting it depends on is made here.
 */
#include "gfx/gfx_gl.h"

struct attr_format {
    GLint components;
    GLenum type;
    GLboolean normalized;
};

static const struct attr_format attr_formats[] = {
    [WISP_ATTR_F32] = {1, GL_FLOAT, GL_FALSE},
    [WISP_ATTR_F32X2] = {2, GL_FLOAT, GL_FALSE},
    [WISP_ATTR_F32X3] = {3, GL_FLOAT, GL_FALSE},
    [WISP_ATTR_F32X4] = {4, GL_FLOAT, GL_FALSE},
    [WISP_ATTR_U8X4N] = {4, GL_UNSIGNED_BYTE, GL_TRUE},
    [WISP_ATTR_U32] = {1, GL_UNSIGNED_INT, GL_FALSE},
    [WISP_ATTR_F16X2] = {2, GL_HALF_FLOAT, GL_FALSE},
    [WISP_ATTR_F16X4] = {4, GL_HALF_FLOAT, GL_FALSE},
    [WISP_ATTR_I16X2N] = {2, GL_SHORT, GL_TRUE},
    [WISP_ATTR_U16X2N] = {2, GL_UNSIGNED_SHORT, GL_TRUE},
};

/* GL takes offsets into buffers as pointers. */
static const void *as_pointer(size_t offset) {
    union {
        size_t offset;
        const void *pointer;
    } u = {offset};
    return u.pointer;
}

static void set_attrs(struct gl_state *state, const struct draw_call *call) {
    const wisp_gfx_pipeline_desc *d = call->pipeline;
    uint32_t used = 0;
    for (size_t i = 0; i < WISP_MAX_ATTRS && d->attrs[i].format; i++) {
        const wisp_attr *a = &d->attrs[i];
        const struct attr_format *f = &attr_formats[a->format];
        GLsizei stride = (GLsizei)d->strides[a->buffer];
        const void *at = as_pointer(call->offsets[a->buffer] + a->offset);
        gl_array(state, call->buffers[a->buffer]);
        if (a->format == WISP_ATTR_U32)
            glVertexAttribIPointer(a->location, f->components, f->type, stride, at);
        else
            glVertexAttribPointer(a->location, f->components, f->type, f->normalized, stride,
                                  at);
        glVertexAttribDivisor(a->location, d->per_instance[a->buffer] ? 1 : 0);
        used |= 1u << a->location;
    }
    uint32_t changed = used ^ state->attrs;
    for (GLuint i = 0; changed; i++, changed >>= 1) {
        if (!(changed & 1)) continue;
        if (used & 1u << i)
            glEnableVertexAttribArray(i);
        else
            glDisableVertexAttribArray(i);
    }
    state->attrs = used;
}

static void set_uniforms(struct gl_state *state, const struct draw_call *call) {
    if (!call->uniform_buffer) return;
    if (state->effect_buffer == call->uniform_buffer &&
        state->effect_offset == call->uniform_offset &&
        state->effect_bytes == call->uniform_bytes)
        return;
    state->effect_buffer = call->uniform_buffer;
    state->effect_offset = call->uniform_offset;
    state->effect_bytes = call->uniform_bytes;
    glBindBufferRange(GL_UNIFORM_BUFFER, 1, call->uniform_buffer,
                      (GLintptr)call->uniform_offset, (GLsizeiptr)call->uniform_bytes);
}

static void set_textures(struct gl_data *gl, const struct draw_call *call) {
    const struct program_build *build = &call->program->build;
    for (uint32_t i = 0; i < build->sampler_count; i++)
        gl_texture(&gl->state, i, gl_image_kind(build->samplers[i].kind), call->textures[i],
                   build->samplers[i].shadow ? gl->shadow_sampler : 0);
}

static void submit(const struct draw_call *call) {
    static const GLenum primitives[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_LINES, GL_POINTS};
    const wisp_gfx_pipeline_desc *d = call->pipeline;
    GLenum primitive = primitives[d->primitive];
    GLsizei count = (GLsizei)call->count, instances = (GLsizei)call->instances;
    if (!d->index_bytes) {
        glDrawArraysInstanced(primitive, (GLint)call->first, count, instances);
        return;
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, call->index);
    glDrawElementsInstanced(primitive, count,
                            d->index_bytes == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                            as_pointer((size_t)call->first * d->index_bytes), instances);
}

void gl_draw(struct gfx *gfx, const struct draw_call *call) {
    struct gl_data *gl = gl_data(gfx);
    gl_framebuffer(&gl->state, call->target->name);
    gl_viewport(&gl->state, call->target->width, call->target->height);
    gl_program(&gl->state, call->program->build.name);
    gl_blend(&gl->state, call->pipeline->blend);
    gl_depth(&gl->state, call->pipeline->depth);
    gl_cull(&gl->state, call->pipeline->cull);
    set_textures(gl, call);
    set_uniforms(&gl->state, call);
    set_attrs(&gl->state, call);
    submit(call);
}
