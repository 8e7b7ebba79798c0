/* SPDX-License-Identifier: MIT
 *
 * gl_image - textures of the OpenGL backend.
 */
#include "gfx/gfx_gl.h"

struct gl_format {
    GLenum internal, format, type;
};

static struct gl_format format_of(uint32_t format) {
    static const struct gl_format table[] = {
        [WISP_FORMAT_RGBA8] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
        [WISP_FORMAT_SRGBA8] = {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE},
        [WISP_FORMAT_R8] = {GL_R8, GL_RED, GL_UNSIGNED_BYTE},
        [WISP_FORMAT_RG8] = {GL_RG8, GL_RG, GL_UNSIGNED_BYTE},
        [WISP_FORMAT_R16F] = {GL_R16F, GL_RED, GL_HALF_FLOAT},
        [WISP_FORMAT_RG16F] = {GL_RG16F, GL_RG, GL_HALF_FLOAT},
        [WISP_FORMAT_RGBA16F] = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
        [WISP_FORMAT_R32F] = {GL_R32F, GL_RED, GL_FLOAT},
        [WISP_FORMAT_RGBA32F] = {GL_RGBA32F, GL_RGBA, GL_FLOAT},
        [WISP_FORMAT_DEPTH] = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT},
        [WISP_FORMAT_R11G11B10F] = {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV},
    };
    return table[format];
}

GLenum gl_image_kind(enum image_kind kind) {
    switch (kind) {
    case IMAGE_ARRAY:
        return GL_TEXTURE_2D_ARRAY;
    case IMAGE_3D:
        return GL_TEXTURE_3D;
    case IMAGE_2D:
        break;
    }
    return GL_TEXTURE_2D;
}

static void set_sampling(const struct image *image, GLenum kind) {
    bool nearest = image->filter == WISP_FILTER_NEAREST || image->format == WISP_FORMAT_DEPTH;
    GLint wrap = image->wrap == WISP_WRAP_REPEAT ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    GLint least = nearest ? GL_NEAREST : GL_LINEAR;
    if (image->mipmaps) least = nearest ? GL_NEAREST_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
    glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, least);
    glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, nearest ? GL_NEAREST : GL_LINEAR);
    glTexParameteri(kind, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(kind, GL_TEXTURE_WRAP_T, wrap);
    glTexParameteri(kind, GL_TEXTURE_WRAP_R, wrap);
    if (!image->mipmaps) glTexParameteri(kind, GL_TEXTURE_MAX_LEVEL, 0);
}

static void upload(const struct image *image, const void *data, bool fresh) {
    struct gl_format f = format_of(image->format);
    GLsizei w = (GLsizei)image->width, h = (GLsizei)image->height;
    if (image->kind == IMAGE_2D) {
        if (fresh)
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f.internal, w, h, 0, f.format, f.type, data);
        else
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, w, h, f.format, f.type, data);
        return;
    }
    GLenum kind = gl_image_kind(image->kind);
    GLsizei n = (GLsizei)(image->kind == IMAGE_3D ? image->depth : image->layers);
    if (fresh)
        glTexImage3D(kind, 0, (GLint)f.internal, w, h, n, 0, f.format, f.type, data);
    else
        glTexSubImage3D(kind, 0, 0, 0, 0, w, h, n, f.format, f.type, data);
}

static void end_texture(struct gfx *gfx, GLuint *name) {
    struct gl_state *state = &gl_data(gfx)->state;
    for (uint32_t unit = 0; unit < GL_UNITS; unit++)
        if (state->textures[unit] == *name) state->textures[unit] = 0;
    glDeleteTextures(1, name);
    *name = 0;
    gfx->backend_objects--;
}

/* Unit 0 is used for work on textures; draws bind theirs again. */
static void bind(struct gfx *gfx, const struct image *image) {
    gl_texture(&gl_data(gfx)->state, 0, gl_image_kind(image->kind), image->name, 0);
}

bool gl_image_make(struct gfx *gfx, struct image *image, const void *data) {
    struct gl_scope scope;
    gl_enter(gfx, &scope);
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++) {
    }
    glGenTextures(1, &image->name);
    gfx->backend_objects++;
    bind(gfx, image);
    set_sampling(image, gl_image_kind(image->kind));
    upload(image, data, true);
    if (image->mipmaps && data) glGenerateMipmap(gl_image_kind(image->kind));
    bool ok = glGetError() == GL_NO_ERROR;
    if (!ok) end_texture(gfx, &image->name);
    gl_leave(gfx, &scope);
    return ok;
}

void gl_image_write(struct gfx *gfx, struct image *image, const void *data) {
    struct gl_scope scope;
    gl_enter(gfx, &scope);
    bind(gfx, image);
    upload(image, data, false);
    if (image->mipmaps) glGenerateMipmap(gl_image_kind(image->kind));
    gl_leave(gfx, &scope);
}

void gl_image_end(struct gfx *gfx, struct image *image) { end_texture(gfx, &image->name); }
