/* SPDX-License-Identifier: MIT
 *
 * sky - the background: a gradient or a picture, with the sun; and its map for reflections.
 */
#ifndef WISP_RENDER_SKY_H
#define WISP_RENDER_SKY_H

#include "gfx/gfx.h"
#include "render/frame_block.h"

struct sky {
    uint64_t drawn; /* hash of what the map shows */
    uint32_t revision;
    uint64_t gradient; /* hash of what is uploaded */
    wisp_target map;
};

/* Bring the map up to date. Outside of any pass, after gfx_frame_uniforms. */
void sky_prepare(struct sky *sky, struct gfx *gfx, const struct scene_frame *frame,
                 const struct frame_block *block);
/* Draw the background behind what is in the current pass. */
void sky_draw(struct sky *sky, struct gfx *gfx, const struct scene_frame *frame,
              const struct frame_block *block);
/* The map, for gfx_set_scene_images. */
wisp_image sky_map(const struct sky *sky, struct gfx *gfx);

#endif
