/* SPDX-License-Identifier: MIT
 *
 * frame_block - the C twin of block Frame in shaders/lib/frame.glsl, std140.
 */
#ifndef WISP_RENDER_FRAME_BLOCK_H
#define WISP_RENDER_FRAME_BLOCK_H

#include "scene/frame.h"
#include <stddef.h>

enum { FRAME_LIGHTS = 32 };

struct frame_light {
    float position[3], radius;
    float color[3], range;
};

struct frame_block {
    float view[16], proj[16], view_proj[16];
    float inverse_view[16], inverse_proj[16], inverse_view_proj[16];
    float shadow[16];
    float viewport[4], clip[4];
    float camera[3], time;
    float sun_direction[3], sun_softness;
    float sun_color[3], sun_shadow;
    float ambient[3], step_dt;
    float bounce[3], step_alpha;
    float fog_color[3], fog_density;
    float mean_wind[3];
    int32_t light_count;
    float shadow_map[4];
    struct frame_light lights[FRAME_LIGHTS];
};

_Static_assert(offsetof(struct frame_block, viewport) == 448, "seven matrices");
_Static_assert(offsetof(struct frame_block, light_count) == 588, "vec3 and int share a vec4");
_Static_assert(offsetof(struct frame_block, lights) == 608, "lights begin on a vec4");
_Static_assert(sizeof(struct frame_block) == 608 + 32 * FRAME_LIGHTS, "no padding");

/* Everything but the shadow's fields, which become none. Lights beyond FRAME_LIGHTS: the least
 * important go, by importance or, where that is 0, by intensity at the camera. */
void frame_block_fill(struct frame_block *block, const struct scene_frame *frame);

/* Radiance of the gradient at t in 0..1 (horizon to zenith), brightness included. */
void sky_color_at(const wisp_value *sky, float t, float out[3]);

#endif
