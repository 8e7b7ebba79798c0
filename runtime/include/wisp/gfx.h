/* SPDX-License-Identifier: MIT
 *
 * wisp/gfx.h - drawing, for plugins.
 *
 * Objects are asked for by key on every use or once: the same key and description give the same
 * handle, another description rebuilds it. The host owns them all, counts them per plugin and
 * sweeps them when the instance or its generation ends. One that failed to build is FAILED and
 * draws with it are dropped, so a broken shader never breaks a frame.
 *
 * Shaders    GLSL 330 files below shaders/, without #version; the host resolves #include
 * "lib/...". Block Frame (lib/frame.glsl) carries camera, time, sun, fog and lights; block
 * Effect is the draw's own uniforms, std140, so a C struct of vec4 and mat4 matches it. Output
 * Linear HDR light, premultiplied alpha, into an RGBA16F target; depth is OpenGL's 0..1. Does
 * not   hand out GL names, read back in a frame, keep state from one draw to the next. Threads
 * [main], inside draw, except that create and update may make and update objects. Errors Never:
 * a NULL or zero handle draws nothing. Reasons go to the log once.
 */
#ifndef WISP_GFX_H
#define WISP_GFX_H

#include "effect.h"
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Handles; zero is none. */
typedef struct wisp_buffer {
    uint32_t id;
} wisp_buffer;
typedef struct wisp_image {
    uint32_t id;
} wisp_image;
typedef struct wisp_shader {
    uint32_t id;
} wisp_shader;
typedef struct wisp_pipeline {
    uint32_t id;
} wisp_pipeline;
typedef struct wisp_target {
    uint32_t id;
} wisp_target;

#define WISP_GFX_NONE 0u
#define WISP_GFX_READY 1u
#define WISP_GFX_FAILED 2u

#define WISP_USAGE_STATIC 0u  /* written once or seldom */
#define WISP_USAGE_DYNAMIC 1u /* written often with update() */

typedef struct wisp_gfx_buffer_desc {
    uint32_t struct_size;
    uint32_t usage;
    const char *key;
    size_t bytes;
    const void *data;  /* NULL leaves it undefined */
    uint32_t is_index; /* 1: holds indices */
    uint32_t reserved;
} wisp_gfx_buffer_desc;

#define WISP_FORMAT_RGBA8 0u
#define WISP_FORMAT_SRGBA8 1u
#define WISP_FORMAT_R8 2u
#define WISP_FORMAT_RG8 3u
#define WISP_FORMAT_R16F 4u
#define WISP_FORMAT_RG16F 5u
#define WISP_FORMAT_RGBA16F 6u
#define WISP_FORMAT_R32F 7u
#define WISP_FORMAT_RGBA32F 8u
#define WISP_FORMAT_DEPTH 9u /* 32-bit float depth */
#define WISP_FORMAT_R11G11B10F 10u

#define WISP_FILTER_LINEAR 0u
#define WISP_FILTER_NEAREST 1u
#define WISP_WRAP_CLAMP 0u
#define WISP_WRAP_REPEAT 1u

typedef struct wisp_gfx_image_desc {
    uint32_t struct_size;
    uint32_t format;
    const char *key;
    const char *path; /* load this asset instead of data: sRGB decoded, alpha premultiplied */
    uint32_t width, height;
    uint32_t layers; /* 2 or more: a 2-D array, data layer after layer */
    uint32_t filter, wrap;
    uint32_t mipmaps;  /* 1: build them */
    const void *data;  /* tightly packed, row 0 first */
    uint32_t revision; /* another number with the same shape: upload data again */
    uint32_t depth;    /* 2 or more: a 3-D image */
} wisp_gfx_image_desc;

#define WISP_TARGET_MAX_COLORS 4
typedef struct wisp_gfx_target_desc {
    uint32_t struct_size;
    uint32_t color_count; /* 0 is 1 */
    const char *key;
    uint32_t width, height;                   /* px; 0: the view's size times scale */
    float scale;                              /* 0 is 1 */
    uint32_t depth;                           /* 1: with a depth image that can be read */
    uint32_t formats[WISP_TARGET_MAX_COLORS]; /* 0 (RGBA8) stands for RGBA16F here */
    uint32_t filter, wrap;
} wisp_gfx_target_desc;

typedef struct wisp_gfx_shader_desc {
    uint32_t struct_size;
    uint32_t reserved;
    const char *vertex, *fragment; /* "snow/flake.vert": below shaders/ */
    const char *defines;           /* "LIT 1\nSTEPS 32": one #define a line; NULL is none */
} wisp_gfx_shader_desc;

#define WISP_ATTR_F32 1u
#define WISP_ATTR_F32X2 2u
#define WISP_ATTR_F32X3 3u
#define WISP_ATTR_F32X4 4u
#define WISP_ATTR_U8X4N 5u /* four bytes as 0..1 */
#define WISP_ATTR_U32 6u   /* integer in the shader */
#define WISP_ATTR_F16X2 7u
#define WISP_ATTR_F16X4 8u
#define WISP_ATTR_I16X2N 9u
#define WISP_ATTR_U16X2N 10u

typedef struct wisp_attr {
    uint32_t format; /* 0 ends the list */
    uint32_t location;
    uint32_t buffer; /* index into wisp_draw.buffers */
    uint32_t offset; /* bytes in the element */
} wisp_attr;

#define WISP_PRIMITIVE_TRIANGLES 0u
#define WISP_PRIMITIVE_TRIANGLE_STRIP 1u
#define WISP_PRIMITIVE_LINES 2u
#define WISP_PRIMITIVE_POINTS 3u

#define WISP_BLEND_PREMULTIPLIED 0u /* one, 1 - src alpha: alpha 0 adds, alpha 1 covers */
#define WISP_BLEND_NONE 1u
#define WISP_BLEND_ADD 2u
#define WISP_BLEND_MIN 3u
#define WISP_BLEND_MAX 4u
#define WISP_BLEND_MULTIPLY 5u

#define WISP_DEPTH_TEST 0u /* test, no write: what blended draws want */
#define WISP_DEPTH_TEST_WRITE 1u
#define WISP_DEPTH_OFF 2u

#define WISP_CULL_NONE 0u
#define WISP_CULL_BACK 1u
#define WISP_CULL_FRONT 2u

#define WISP_MAX_ATTRS 16
#define WISP_MAX_VERTEX_BUFFERS 8
#define WISP_MAX_TEXTURES 8

typedef struct wisp_gfx_pipeline_desc {
    uint32_t struct_size;
    uint32_t primitive;
    wisp_gfx_shader_desc shader;
    wisp_attr attrs[WISP_MAX_ATTRS];
    uint32_t strides[WISP_MAX_VERTEX_BUFFERS];      /* bytes */
    uint32_t per_instance[WISP_MAX_VERTEX_BUFFERS]; /* 1: steps once an instance */
    uint32_t index_bytes;                           /* 0 none, 2 or 4 */
    uint32_t blend, depth, cull;
    uint32_t depth_mode; /* reserved, 0 */
    uint32_t reserved;
} wisp_gfx_pipeline_desc;

typedef struct wisp_texture {
    const char *name; /* the sampler's name in the shader */
    wisp_image image;
} wisp_texture;

typedef struct wisp_draw {
    uint32_t struct_size;
    wisp_pipeline pipeline;
    wisp_buffer buffers[WISP_MAX_VERTEX_BUFFERS];
    size_t offsets[WISP_MAX_VERTEX_BUFFERS]; /* bytes */
    wisp_buffer index;
    uint32_t first, count; /* vertices, or indices with an index buffer */
    uint32_t instances;    /* 0 is 1 */
    wisp_texture textures[WISP_MAX_TEXTURES];
    const void *uniforms; /* block Effect, std140; copied */
    size_t uniform_bytes; /* at most 16384 */
} wisp_draw;

typedef struct wisp_pass {
    uint32_t struct_size;
    wisp_target target;
    uint32_t clear_color, clear_depth; /* 1: clear */
    float color[4];
    float depth_value; /* 0 is 1, the far plane */
} wisp_pass;

#define WISP_CAP_FLOAT_BLEND 1u /* blending into 32-bit float targets */
#define WISP_CAP_COMPUTE 2u
#define WISP_CAP_MAX_TEXTURE 3u /* px a side */
#define WISP_CAP_NULL 4u        /* 1: nothing is drawn, only recorded */

#define WISP_GFX_ID "wisp.gfx/1"
typedef struct wisp_gfx_1 {
    uint32_t struct_size;
    uint32_t reserved;
    wisp_buffer (*buffer)(wisp_instance *self, const wisp_gfx_buffer_desc *desc);
    wisp_image (*image)(wisp_instance *self, const wisp_gfx_image_desc *desc);
    wisp_target (*target)(wisp_instance *self, const wisp_gfx_target_desc *desc);
    /* Pipelines are found by their whole description; no key is needed. */
    wisp_pipeline (*pipeline)(wisp_instance *self, const wisp_gfx_pipeline_desc *desc);
    uint32_t (*pipeline_state)(wisp_instance *self, wisp_pipeline pipeline); /* WISP_GFX_ */
    uint32_t (*image_state)(wisp_instance *self, wisp_image image);
    void (*update)(wisp_instance *self, wisp_buffer buffer, size_t offset, const void *data,
                   size_t bytes);
    /* Room for data of this frame: write it, then draw from buffer at offset. NULL when the
     * frame's budget is spent. The address holds until the next call of any function here but
     * stream. */
    void *(*stream)(wisp_instance *self, size_t bytes, wisp_buffer *buffer, size_t *offset);
    void (*draw)(wisp_instance *self, const wisp_draw *draw);
    /* Draw into an own target until end_pass; not nested. */
    void (*begin_pass)(wisp_instance *self, const wisp_pass *pass);
    void (*end_pass)(wisp_instance *self);
    wisp_image (*target_color)(wisp_instance *self, wisp_target target, uint32_t index);
    wisp_image (*target_depth)(wisp_instance *self, wisp_target target);
    /* Copies of what is already drawn: depth in BLEND and REFRACT, colour in REFRACT (linear
     * HDR). */
    wisp_image (*scene_depth)(wisp_instance *self);
    wisp_image (*scene_color)(wisp_instance *self);
    wisp_image (*sky)(wisp_instance *self); /* 2-D lat-long map of the sky for reflections */
    uint64_t (*cap)(wisp_instance *self, uint32_t which);
    /* Drop an object of this instance before its time. */
    void (*drop)(wisp_instance *self, const char *key);
} wisp_gfx_1;

/* Draw n quads: strips of 4 vertices whose instance attributes 0, 1, ... are one float each, from
 * `count` planes (at most 8) of n floats that lie one after the other. The caller has set what else
 * draw needs: struct_size, uniforms, textures. Does nothing when n is 0 or the frame's budget is spent. */
static inline void wisp_draw_quads(wisp_instance *self, wisp_draw *draw,
                                   const wisp_gfx_shader_desc *shader, const float *planes, size_t n,
                                   uint32_t count) {
    const wisp_gfx_1 *gfx = self->host->gfx;
    const size_t bytes = n * sizeof(float);
    wisp_gfx_pipeline_desc desc;
    void *out;
    uint32_t k;
    if (n == 0 || count > WISP_MAX_VERTEX_BUFFERS) return;
    out = gfx->stream(self, count * bytes, &draw->buffers[0], &draw->offsets[0]);
    if (!out) return;
    memcpy(out, planes, count * bytes);
    memset(&desc, 0, sizeof desc);
    desc.struct_size = (uint32_t)sizeof desc;
    desc.primitive = WISP_PRIMITIVE_TRIANGLE_STRIP;
    desc.shader = *shader;
    for (k = 0; k < count; k++) {
        draw->buffers[k] = draw->buffers[0];
        draw->offsets[k] = draw->offsets[0] + k * bytes;
        desc.attrs[k].format = WISP_ATTR_F32;
        desc.attrs[k].location = desc.attrs[k].buffer = k;
        desc.strides[k] = 4;
        desc.per_instance[k] = 1;
    }
    draw->pipeline = gfx->pipeline(self, &desc);
    draw->count = 4;
    draw->instances = (uint32_t)n;
    gfx->draw(self, draw);
}

#ifdef __cplusplus
}
#endif
#endif
