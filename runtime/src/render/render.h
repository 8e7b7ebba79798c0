/* SPDX-License-Identifier: MIT
 *
 * render - the passes of one picture: shadow, opaque, effects, post.
 *
 * Order: PREPARE of effects; sun's shadow map; bodies, sky, OPAQUE of effects into an HDR
 * target; copy of the depth; BLEND of effects as ordered by the scene; copy of the colour;
 * REFRACT; bloom; tone map, vignette, dither, sRGB into the caller's framebuffer.
 *
 * Units      SI; linear light; px.
 * Ownership  gfx is lent for the life of the render. Its objects belong to GFX_RENDER.
 * Errors     A shader that does not build leaves its part of the picture out; see gfx.h.
 * Threads    That of the GL context.
 */
#ifndef WISP_RENDER_RENDER_H
#define WISP_RENDER_RENDER_H

#include "gfx/gfx.h"
#include "scene/frame.h"

struct render;

struct render_config {
    const struct allocator *allocator; /* NULL: allocator_default() */
    struct gfx *gfx;
    /* Draw one effect in view->pass; called within gfx_effect_begin and _end. NULL: none. */
    void (*draw_effect)(void *user, const struct frame_effect *effect, const wisp_view *view);
    /* Owner whose objects and passes these are, for gfx_effect_end. NULL: GFX_RENDER. */
    gfx_owner (*effect_owner)(void *user, const struct frame_effect *effect);
    /* Mesh of a body's file; *revision is another when the file changed. NULL: none. */
    const wisp_mesh *(*mesh)(void *user, const char *path, uint32_t *revision);
    void *user;
};

wisp_status render_create(const struct render_config *config, struct render **out);
void render_destroy(struct render *render); /* NULL is fine */

/* Draw the frame into a framebuffer of the caller (0 is the window's) of output size; the
 * picture itself is frame->width x frame->height and is scaled when they differ. */
void render_draw(struct render *render, const struct scene_frame *frame, uint32_t framebuffer,
                 uint32_t output_width, uint32_t output_height);

/* Draw and read back: frame->width * frame->height * 4 bytes, sRGB, row 0 at the top, alpha
 * 255. */
wisp_status render_read(struct render *render, const struct scene_frame *frame, uint8_t *rgba8);

struct render_stats {
    uint32_t bodies, lights, effects; /* drawn in the last picture */
    uint64_t draw_ns;                 /* 0: measuring is the caller's */
};
struct render_stats render_stats(const struct render *render);

#endif
