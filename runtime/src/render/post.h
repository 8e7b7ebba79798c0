/* SPDX-License-Identifier: MIT
 *
 * post - from the HDR picture to the screen: bloom, tone curve, sRGB.
 */
#ifndef WISP_RENDER_POST_H
#define WISP_RENDER_POST_H

#include "gfx/gfx.h"
#include "scene/frame.h"

/* Outside of any pass. */
void post_draw(struct gfx *gfx, const struct scene_frame *frame, wisp_target scene,
               wisp_target output);

#endif
