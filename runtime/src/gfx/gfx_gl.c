/* SPDX-License-Identifier: MIT
 *
 * gfx_gl - the OpenGL 3.3 backend: start, frames, buffers and fences.
 *
 * Buffers go through the copy-write binding, which no draw looks at, so that making and
 * updating them between frames is cheap and leaves no trace.
 */
#include "gfx/gfx_gl.h"

#include <string.h>

struct gl_data *gl_data(struct gfx *gfx) {
    return gfx->backend_data;
}

void gl_enter(struct gfx *gfx, struct gl_scope *scope) {
    scope->outside = !gfx->in_frame;
    if (!scope->outside) return;
    gl_save(&scope->saved);
    gl_begin(&gl_data(gfx)->state, gl_data(gfx)->vertex_array);
}

void gl_leave(struct gfx *gfx, const struct gl_scope *scope) {
    (void)gfx;
    if (scope->outside) gl_restore(&scope->saved);
}

static void gl_destroy(struct gfx *gfx) {
    struct gl_data *gl = gl_data(gfx);
    if (!gl) return;
    for (size_t i = 0; i < sizeof gl->fences / sizeof gl->fences[0]; i++)
        if (gl->fences[i]) glDeleteSync(gl->fences[i]);
    if (gl->vertex_array) glDeleteVertexArrays(1, &gl->vertex_array);
    if (gl->frame_buffer) glDeleteBuffers(1, &gl->frame_buffer);
    if (gl->shadow_sampler) glDeleteSamplers(1, &gl->shadow_sampler);
    if (gl->read_framebuffer) glDeleteFramebuffers(1, &gl->read_framebuffer);
    alloc_free(gfx->allocator, gl, sizeof *gl);
    gfx->backend_data = NULL;
}

static void gl_frame_begin(struct gfx *gfx) {
    struct gl_data *gl = gl_data(gfx);
    gl_save(&gl->saved);
    gl_begin(&gl->state, gl->vertex_array);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, gl->frame_buffer);
}

static void gl_frame_end(struct gfx *gfx) { gl_restore(&gl_data(gfx)->saved); }

/* ---- Buffers */

/* Within a frame the binding is nobody's. */
static GLint bind_copy(const struct gfx *gfx, GLuint name) {
    GLint before = 0;
    if (!gfx->in_frame) glGetIntegerv(GL_COPY_WRITE_BUFFER, &before);
    glBindBuffer(GL_COPY_WRITE_BUFFER, name);
    return before;
}

static void unbind_copy(GLint before) { glBindBuffer(GL_COPY_WRITE_BUFFER, (GLuint)before); }

static void clear_errors(void) {
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++) {
    }
}

static bool gl_buffer_make(struct gfx *gfx, struct buffer *buffer, const void *data) {
    clear_errors();
    glGenBuffers(1, &buffer->name);
    GLint before = bind_copy(gfx, buffer->name);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)buffer->bytes, data,
                 buffer->usage == WISP_USAGE_DYNAMIC ? GL_STREAM_DRAW : GL_STATIC_DRAW);
    unbind_copy(before);
    gfx->backend_objects++;
    if (glGetError() == GL_NO_ERROR) return true;
    glDeleteBuffers(1, &buffer->name);
    gfx->backend_objects--;
    buffer->name = 0;
    return false;
}

static void gl_buffer_write(struct gfx *gfx, struct buffer *buffer, size_t offset,
                            const void *data, size_t bytes) {
    GLint before = bind_copy(gfx, buffer->name);
    /* All of it is new: the driver need not wait for draws that still read the old. */
    if (offset == 0 && bytes == buffer->bytes)
        glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, data,
                     buffer->usage == WISP_USAGE_DYNAMIC ? GL_STREAM_DRAW : GL_STATIC_DRAW);
    else
        glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)offset, (GLsizeiptr)bytes, data);
    unbind_copy(before);
}

static void gl_buffer_end(struct gfx *gfx, struct buffer *buffer) {
    struct gl_state *state = &gl_data(gfx)->state;
    if (state->array == buffer->name) gl_array(state, 0);
    if (state->effect_buffer == buffer->name) state->effect_buffer = 0;
    glDeleteBuffers(1, &buffer->name);
    gfx->backend_objects--;
}

static void *gl_buffer_map(struct gfx *gfx, struct buffer *buffer, size_t offset,
                           size_t bytes) {
    GLint before = bind_copy(gfx, buffer->name);
    void *map = glMapBufferRange(GL_COPY_WRITE_BUFFER, (GLintptr)offset, (GLsizeiptr)bytes,
                                 GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT |
                                     GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
    unbind_copy(before);
    return map;
}

static void gl_buffer_unmap(struct gfx *gfx, struct buffer *buffer, size_t written) {
    GLint before = bind_copy(gfx, buffer->name);
    if (written) glFlushMappedBufferRange(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)written);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    unbind_copy(before);
}

/* The fence itself is a pointer to its place in the table. */
static void *gl_fence_make(struct gfx *gfx) {
    struct gl_data *gl = gl_data(gfx);
    for (size_t i = 0; i < sizeof gl->fences / sizeof gl->fences[0]; i++) {
        if (gl->fences[i]) continue;
        gl->fences[i] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        return &gl->fences[i];
    }
    glFinish(); /* Never so many; but then waiting is right. */
    return NULL;
}

static void gl_fence_wait(struct gfx *gfx, void *fence) {
    (void)gfx;
    GLsync *sync = fence;
    glClientWaitSync(*sync, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000u);
    glDeleteSync(*sync);
    *sync = 0;
}

static void gl_frame_uniforms(struct gfx *gfx, const void *data, size_t bytes) {
    struct gl_data *gl = gl_data(gfx);
    glBindBuffer(GL_UNIFORM_BUFFER, gl->frame_buffer);
    if (bytes < UNIFORM_BYTES_MOST) {
        /* A new store each time: draws of the frame before may still read the old one. */
        glBufferData(GL_UNIFORM_BUFFER, UNIFORM_BYTES_MOST, NULL, GL_STREAM_DRAW);
        glBufferSubData(GL_UNIFORM_BUFFER, 0, (GLsizeiptr)bytes, data);
    } else {
        glBufferData(GL_UNIFORM_BUFFER, UNIFORM_BYTES_MOST, data, GL_STREAM_DRAW);
    }
}

/* ---- Start */

static bool is_enough(struct gfx *gfx, int version) {
    int major = version ? GLAD_VERSION_MAJOR(version) : 0,
        minor = version ? GLAD_VERSION_MINOR(version) : 0;
    if (major > 3 || (major == 3 && minor >= 3)) return true;
    if (version)
        log_write(gfx->log, LOG_LEVEL_ERROR, "gfx",
                  "OpenGL 3.3 is needed; this driver gives %d.%d (%s)", major, minor,
                  (const char *)glGetString(GL_RENDERER));
    else
        log_write(gfx->log, LOG_LEVEL_ERROR, "gfx", "OpenGL 3.3 is needed; there is none here");
    return false;
}

static void find_limits(struct gfx *gfx) {
    GLint value = 0;
    gfx->vendor = (const char *)glGetString(GL_VENDOR);
    gfx->renderer = (const char *)glGetString(GL_RENDERER);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
    gfx->max_texture = (uint32_t)value;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &value);
    gfx->uniform_align = value > 0 ? (uint32_t)value : 256;
    gfx->float_blend = true; /* Part of OpenGL 3.3; of ES 3.0 it would be an extension. */
}

static void make_own(struct gfx *gfx) {
    struct gl_data *gl = gl_data(gfx);
    glGenVertexArrays(1, &gl->vertex_array);
    glGenFramebuffers(1, &gl->read_framebuffer);
    glGenBuffers(1, &gl->frame_buffer);
    GLint before = bind_copy(gfx, gl->frame_buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, UNIFORM_BYTES_MOST, NULL, GL_STREAM_DRAW);
    unbind_copy(before);
    glGenSamplers(1, &gl->shadow_sampler);
    glSamplerParameteri(gl->shadow_sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glSamplerParameteri(gl->shadow_sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glSamplerParameteri(gl->shadow_sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(gl->shadow_sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(gl->shadow_sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glSamplerParameteri(gl->shadow_sampler, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

/* glad wants functions that return functions; SDL and EGL give void pointers. POSIX makes them
 * the same size; a union says so without a cast that ISO C forbids. */
static GLADapiproc load(void *user, const char *name) {
    union {
        void *data;
        GLADapiproc code;
    } found;
    void *(*const *get_proc)(const char *name) = user;
    found.data = (*get_proc)(name);
    return found.code;
}

wisp_status backend_gl_create(struct gfx *gfx, void *(*get_proc)(const char *name)) {
    static const struct backend table = {
        .destroy = gl_destroy,
        .frame_begin = gl_frame_begin,
        .frame_end = gl_frame_end,
        .buffer_make = gl_buffer_make,
        .buffer_write = gl_buffer_write,
        .buffer_end = gl_buffer_end,
        .buffer_map = gl_buffer_map,
        .buffer_unmap = gl_buffer_unmap,
        .fence_make = gl_fence_make,
        .fence_wait = gl_fence_wait,
        .image_make = gl_image_make,
        .image_write = gl_image_write,
        .image_end = gl_image_end,
        .target_make = gl_target_make,
        .target_end = gl_target_end,
        .program_make = gl_program_make,
        .program_end = gl_program_end,
        .pass_begin = gl_target_pass,
        .draw = gl_draw,
        .frame_uniforms = gl_frame_uniforms,
        .copy = gl_target_copy,
        .read = gl_target_read,
    };
    if (!is_enough(gfx, gladLoadGLUserPtr(load, &get_proc))) return WISP_E_UNSUPPORTED;
    gfx->backend_data = alloc_zero(gfx->allocator, sizeof(struct gl_data));
    if (!gfx->backend_data) return WISP_E_NOMEM;
    gfx->backend = &table;
    find_limits(gfx);
    make_own(gfx);
    return WISP_OK;
}
