/* SPDX-License-Identifier: MIT
 *
 * body_mesh - triangles of the plain shapes, made once and stretched by each body's size.
 *
 * A vertex lies at position * size.xyz + (0, stretch * size.w, 0) in the body's space: a
 * capsule's halves move apart by size.w and stay round.
 * Units      Positions within -1..1.
 */
#ifndef WISP_RENDER_BODY_MESH_H
#define WISP_RENDER_BODY_MESH_H

#include <stdint.h>
#include <wisp/effect.h>

struct body_vertex {
    float position[3], stretch;
    float normal[3], pad;
    float uv[2];
};

enum { BODY_VERTICES_MOST = 1024, BODY_INDICES_MOST = 6144 };

struct body_mesh {
    struct body_vertex vertices[BODY_VERTICES_MOST];
    uint16_t indices[BODY_INDICES_MOST];
    uint32_t vertex_count, index_count;
};

/* shape: WISP_SHAPE_PLANE to WISP_SHAPE_CAPSULE; counter-clockwise from outside. */
void body_mesh_make(struct body_mesh *mesh, uint32_t shape);

#endif
