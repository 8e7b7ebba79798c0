/* SPDX-License-Identifier: MIT
 *
 * Wavefront OBJ files: positions, normals, uvs and faces; everything else is skipped.
 *
 * Polygons become fans of triangles. A mesh without normals gets smooth ones, weighted by area.
 * Ownership  mesh_free.
 * Errors     Diagnostics with file and line; WISP_E_BAD_DATA, WISP_E_LIMIT, WISP_E_NOMEM.
 * Threads    Pure.
 */
#ifndef PLUGIN_MESH_OBJ_H
#define PLUGIN_MESH_OBJ_H

#include "base/diag.h"
#include <wisp/effect.h>

enum { MESH_VERTICES_MOST = 1 << 22, MESH_INDICES_MOST = 3 << 22 };

struct mesh {
    const struct allocator *allocator;
    wisp_mesh view; /* What effects see; points to what follows. */
    float *positions, *normals, *uvs;
    uint32_t *indices;
    size_t position_capacity, normal_capacity, uv_capacity, index_capacity;
};

wisp_status mesh_parse_obj(const struct allocator *allocator, const char *path,
                           const char *text, size_t size, struct mesh *out,
                           struct diag_list *diags);
void mesh_free(struct mesh *mesh);

#endif
