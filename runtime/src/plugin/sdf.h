/* SPDX-License-Identifier: MIT
 *
 * The signed distance grid of a triangle mesh.
 *
 * Cells near the surface get their exact distance; sweeps then carry each cell's nearest
 * triangle on to its neighbours. Inside is where a ray along x crosses the surface more often
 * one way than the other, so the sign is right for closed meshes of either orientation; one
 * that is open becomes a shell half a cell thick.
 *
 * Ownership  sdf_free.
 * Errors     WISP_E_NOMEM, WISP_E_BAD_PARAM (no triangles, cell not positive).
 * Threads    Pure.
 * Source     Nearest-triangle sweeping: Zhao, A fast sweeping method for Eikonal equations,
 *            2005; point to triangle: Ericson, Real-Time Collision Detection, 2005, 5.1.5.
 */
#ifndef PLUGIN_SDF_H
#define PLUGIN_SDF_H

#include "base/alloc.h"
#include <wisp/effect.h>

enum { SDF_CELLS_MOST = 1 << 21, SDF_MARGIN = 2 };

struct sdf {
    const struct allocator *allocator;
    wisp_sdf view;
    float *distance;
    size_t cells;
    bool open; /* The mesh is not closed. */
};

/* cell: m; made larger when there would be more than SDF_CELLS_MOST. */
wisp_status sdf_build(const struct allocator *allocator, const wisp_mesh *mesh, float cell,
                      struct sdf *out);
void sdf_free(struct sdf *sdf);

#endif
