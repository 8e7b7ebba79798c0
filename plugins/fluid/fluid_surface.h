/* SPDX-License-Identifier: MIT
 *
 * fluid_surface - triangles around what is inside of a field, by marching cubes.
 *
 * No table of cases: on each face of a cube the crossings around every run of inside corners are
 * joined, and following the joints gives the polygons. Where a face is ambiguous, inside corners
 * are kept apart, alike for both cubes at the face, so the mesh has no holes.
 *
 * Units      Nodes of the grid.
 * Ownership  Everything is lent.
 */
#ifndef FLUID_SURFACE_H
#define FLUID_SURFACE_H

#include <stdint.h>

#define FLUID_NO_VERTEX UINT32_MAX

typedef struct fluid_mesh_grid {
    uint32_t nodes[3];
    const float *field; /* x fastest */
    float level;        /* above it is inside */
    uint32_t *edge;     /* 3 per node: vertex on the edge towards +x, +y, +z */
} fluid_mesh_grid;

/* Number the crossed edges and write their points (xyz); NULL counts only. */
uint32_t fluid_mesh_vertices(const fluid_mesh_grid *g, float *position);
/* Indices, three a triangle, counter-clockwise seen from outside; NULL counts only. After
 * fluid_mesh_vertices. */
uint32_t fluid_mesh_triangles(const fluid_mesh_grid *g, uint32_t *index);

#endif
