/* SPDX-License-Identifier: MIT
 *
 * fluid_mesh - the surface of the fluid as triangles in the buffers surface.pos and
 * surface.index, once a step while the parameter `surface` is on. For export: `wisp export
 * --format obj` writes them.
 */
#include "fluid_effect.h"
#include "fluid_kernel.h"
#include "fluid_surface.h"

#include <string.h>

#define NODES_PER_H 2u
#define LEVEL 0.4f /* rest densities at the surface */
#define MOST_NODES (1u << 24)

static uint32_t *take_counted(wisp_instance *self, const char *name, uint32_t type, uint64_t n,
                              uint32_t components, uint32_t flags) {
    void *p = wisp_take(self, name, type, n ? n : 1, components, flags | WISP_BUFFER_SCRATCH);
    if (p) self->host->state->set_used(self, name, n);
    return p;
}

/* Density of the fluid at the nodes; the solver's kernel, twice as fine as its cells. */
static void fill_field(const fluid *f, const uint32_t nodes[3], float *field) {
    const float scale = (float)(315.0 / (64.0 * FLUID_PI)) * f->solver.set.volume;
    memset(field, 0, (size_t)nodes[0] * nodes[1] * nodes[2] * sizeof *field);
    for (uint32_t i = 0; i < f->solver.count; i++) {
        const float *p = fluid_xyz_of(&f->solver.a.position[i]);
        uint32_t lo[3], hi[3];
        for (int k = 0; k < 3; k++) {
            float a = (p[k] - 1.0f) * (float)NODES_PER_H,
                  b = (p[k] + 1.0f) * (float)NODES_PER_H;
            lo[k] = a > 0.0f ? (uint32_t)a + 1u : 0u;
            hi[k] = b + 1.0f < (float)nodes[k] ? (uint32_t)b + 1u : nodes[k];
        }
        for (uint32_t z = lo[2]; z < hi[2]; z++) {
            for (uint32_t y = lo[1]; y < hi[1]; y++) {
                float *row = field + ((size_t)z * nodes[1] + y) * nodes[0];
                float dy = (float)y / NODES_PER_H - p[1], dz = (float)z / NODES_PER_H - p[2];
                for (uint32_t x = lo[0]; x < hi[0]; x++) {
                    float dx = (float)x / NODES_PER_H - p[0];
                    float t = 1.0f - (dx * dx + dy * dy + dz * dz);
                    if (t > 0.0f) row[x] += scale * t * t * t;
                }
            }
        }
    }
}

void fluid_run_mesh(wisp_instance *self, fluid *f) {
    if (!f->values[FLUID_P_SURFACE].i) return;
    fluid_mesh_grid g = {.level = LEVEL};
    size_t total = 1;
    for (int k = 0; k < 3; k++) {
        g.nodes[k] = (uint32_t)(f->solver.boundary.extent[k] * (float)NODES_PER_H) + 2u;
        total *= g.nodes[k];
    }
    if (total > MOST_NODES) return;
    float *field =
        wisp_take(self, "surface.field", WISP_TYPE_F32, total, 1, WISP_BUFFER_SCRATCH);
    g.edge = wisp_take(self, "surface.edge", WISP_TYPE_U32, 3 * total, 1, WISP_BUFFER_SCRATCH);
    if (!field || !g.edge) return;
    fill_field(f, g.nodes, field);
    g.field = field;
    uint32_t vertices = fluid_mesh_vertices(&g, NULL);
    uint32_t triangles = fluid_mesh_triangles(&g, NULL);
    float *position = (float *)(void *)take_counted(self, "surface.pos", WISP_TYPE_F32,
                                                    vertices, 3, WISP_BUFFER_SPATIAL);
    uint32_t *index = take_counted(self, "surface.index", WISP_TYPE_U32, triangles, 3, 0);
    if (!position || !index) return;
    fluid_mesh_vertices(&g, position);
    fluid_mesh_triangles(&g, index);
    for (size_t k = 0; k < (size_t)3 * vertices; k++) {
        position[k] = position[k] / NODES_PER_H * f->h + f->origin[k % 3];
    }
}
