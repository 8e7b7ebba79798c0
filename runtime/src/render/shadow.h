/* SPDX-License-Identifier: MIT
 *
 * shadow - the sun's map of the bodies that cast shadows.
 */
#ifndef WISP_RENDER_SHADOW_H
#define WISP_RENDER_SHADOW_H

#include "render/bodies.h"
#include "render/frame_block.h"

enum { SHADOW_SIDE = 1024 };

/* Fill the shadow's fields of the block. False: there is nothing to draw a map for. */
bool shadow_fit(struct frame_block *block, const struct scene_frame *frame);
/* Draw the map, with a block that holds what shadow_fit made. */
void shadow_draw(struct gfx *gfx, struct bodies *bodies);

#endif
