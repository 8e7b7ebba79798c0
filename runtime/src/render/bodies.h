/* SPDX-License-Identifier: MIT
 *
 * bodies - the solid things of a scene: gathered into instances once a picture, drawn twice.
 *
 * Ownership  Buffers belong to GFX_RENDER; the arrays to struct bodies.
 * Errors     A body without a mesh, or all of them without memory, are left out.
 */
#ifndef WISP_RENDER_BODIES_H
#define WISP_RENDER_BODIES_H

#include "render/render.h"

enum { BODY_SHAPES = WISP_SHAPE_MESH, BODY_OCCLUDERS = 8 };

/* Triangles in buffers; count 0: not made yet or not possible. */
struct body_part {
    wisp_buffer vertices, indices;
    uint32_t index_count, index_bytes;
};

/* A mesh file in buffers. */
struct body_file {
    uint64_t path;
    uint32_t revision;
    struct body_part part;
};

/* Bodies that are drawn together; those that cast shadows come first. */
struct body_group {
    uint32_t shape;
    const char *file, *texture; /* of the frame */
    struct body_part part;
    uint32_t first, count, casters;
};

/* Block Effect of body.frag. */
struct body_uniforms {
    float occluders[BODY_OCCLUDERS][4];
};

struct bodies {
    const struct render_config *config;
    struct body_part shapes[BODY_SHAPES];
    struct body_file *files;
    size_t file_count, file_capacity;
    struct body_group *groups;
    size_t group_count, group_capacity;
    uint32_t *group_of; /* each body's group; UINT32_MAX: not drawn */
    size_t body_capacity;
    wisp_buffer instances; /* of this picture */
    size_t instances_offset;
    struct body_uniforms uniforms;
    uint32_t drawn;
};

void bodies_init(struct bodies *bodies, const struct render_config *config);
void bodies_free(struct bodies *bodies);

/* Upload this picture's instances. Call within a gfx frame. */
void bodies_gather(struct bodies *bodies, const struct scene_frame *frame);
void bodies_draw(struct bodies *bodies);
void bodies_draw_shadow(struct bodies *bodies);

/* Ball around all casters near the camera; false when there is none. */
bool bodies_caster_ball(const struct scene_frame *frame, float center[3], float *radius);
/* Of a ball around a body that is no plane, m. */
float bodies_radius(const struct frame_body *body);

#endif
