/* SPDX-License-Identifier: MIT
 *
 * shadow - the sun's map of the bodies that cast shadows.
 */
#ifndef WISP_RENDER_SHADOW_H
#define WISP_RENDER_SHADOW_H

#include "render/bodies.h"
#include "render/frame_block.h"

/* px of the map's side for a view of this height: small pictures show no finer shadow. */
static inline uint32_t shadow_side(uint32_t view_height) {
    return view_height <= 400 ? 512 : 1024;
}

/* Fill the shadow's fields of the block. False: there is nothing to draw a map for. */
bool shadow_fit(struct frame_block *block, const struct scene_frame *frame);
/* Draw the map, with a block that holds what shadow_fit made. */
void shadow_draw(struct gfx *gfx, struct bodies *bodies, uint32_t side);

#endif
