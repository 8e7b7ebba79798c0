/* SPDX-License-Identifier: MIT
 *
 * shadow - see shadow.h. The map covers a ball around the casters, not the view: with few
 * bodies on a large ground that spends every texel where there is something to see.
 */
#include "render/shadow.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

/* Casters farther from the camera than this, in m, are left out. */
static const float reach = 80.0f;

bool bodies_caster_ball(const struct scene_frame *frame, float center[3], float *radius) {
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3];
    for (int c = 0; c < 3; c++) high[c] = -low[c];
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct frame_body *body = &frame->bodies[i];
        if (!body->shadow || body->shape == WISP_SHAPE_PLANE) continue;
        float r = bodies_radius(body), square = 0.0f;
        for (int c = 0; c < 3; c++) {
            float d = body->pose.position[c] - frame->camera.eye[c];
            square += d * d;
        }
        if (sqrtf(square) - r > reach) continue;
        for (int c = 0; c < 3; c++) {
            low[c] = fminf(low[c], body->pose.position[c] - r);
            high[c] = fmaxf(high[c], body->pose.position[c] + r);
        }
    }
    float square = 0.0f;
    for (int c = 0; c < 3; c++) {
        center[c] = 0.5f * (low[c] + high[c]);
        square += 0.25f * (high[c] - low[c]) * (high[c] - low[c]);
    }
    *radius = sqrtf(square);
    return low[0] <= high[0] && isfinite(*radius);
}

bool shadow_fit(struct frame_block *block, const struct scene_frame *frame) {
    vec3 center, eye, up = {0.0f, 1.0f, 0.0f};
    float radius;
    const float *color = block->sun_color;
    block->sun_shadow = 0.0f;
    if (color[0] + color[1] + color[2] <= 0.0f || block->sun_direction[1] <= 0.02f ||
        !bodies_caster_ball(frame, center, &radius))
        return false;
    /* Room for penumbrae, which reach past the casters. */
    radius *= 1.05f + 0.5f * block->sun_softness;
    for (int c = 0; c < 3; c++) eye[c] = center[c] + 2.0f * radius * block->sun_direction[c];
    if (fabsf(block->sun_direction[1]) > 0.99f) {
        up[1] = 0.0f;
        up[2] = 1.0f;
    }
    mat4 look, box, whole;
    glm_lookat(eye, center, up, look);
    glm_ortho(-radius, radius, -radius, radius, radius, 3.0f * radius, box);
    glm_mat4_mul(box, look, whole);
    mat4 to_unit = {{0.5f, 0, 0, 0}, {0, 0.5f, 0, 0}, {0, 0, 0.5f, 0}, {0.5f, 0.5f, 0.5f, 1}};
    glm_mat4_mul(to_unit, whole, whole);
    memcpy(block->shadow, whole, sizeof whole);
    block->shadow_map[0] = 1.0f / (float)shadow_side(frame->height);
    block->shadow_map[1] = 2.0f * radius;
    block->shadow_map[2] = 2.0f * radius;
    block->sun_shadow = 1.0f;
    return true;
}

void shadow_draw(struct gfx *gfx, struct bodies *bodies, uint32_t side) {
    wisp_target map =
        gfx_target(gfx, GFX_RENDER,
                   &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                           .key = "render.shadow",
                                           .width = side,
                                           .height = side,
                                           .formats = {WISP_FORMAT_DEPTH}});
    gfx_begin_pass(
        gfx, GFX_RENDER,
        &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = map, .clear_depth = 1});
    bodies_draw_shadow(bodies);
    gfx_end_pass(gfx, GFX_RENDER);
    gfx_frame_texture(gfx, "w_shadow", gfx_target_depth(gfx, map));
    gfx_frame_texture(gfx, "w_shadow_depth", gfx_target_depth(gfx, map));
}
