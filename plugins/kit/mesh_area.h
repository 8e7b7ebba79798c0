/* SPDX-License-Identifier: MIT
 *
 * mesh_area - places on a triangle mesh, evenly by area.
 *
 * Ownership  mesh and cumulative are lent; cumulative lies in a scratch buffer of
 * triangle_count floats.
 */
#ifndef KIT_MESH_AREA_H
#define KIT_MESH_AREA_H

#include <wisp/effect.h>

struct kit_mesh_area {
    const wisp_mesh *mesh;
    float *cumulative; /* areas summed up to and with each triangle, m^2 */
    uint32_t triangle_count;
};

/* Fill area->cumulative from area->mesh. Returns the whole area, m^2. */
float kit_mesh_area_build(struct kit_mesh_area *area);

/* u: 3 uniform numbers. */
void kit_mesh_area_sample(const struct kit_mesh_area *area, const float u[3], float position[3],
                          float normal[3]);

#endif
