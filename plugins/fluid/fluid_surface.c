/* SPDX-License-Identifier: MIT
 *
 * fluid_surface - see the header.
 *
 * Corner k of a cube has its x, y, z in bits 0, 1, 2. Edge 4 a + i runs along axis a from the
 * corner whose other two coordinates are the bits of i.
 *
 * Source     Lorensen and Cline 1987.
 */
#include "fluid_surface.h"

#include <stddef.h>

typedef struct walker {
    const fluid_mesh_grid *g;
    uint32_t *index;
    uint32_t count;
} walker;

static size_t node_at(const fluid_mesh_grid *g, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)z * g->nodes[1] + y) * g->nodes[0] + x;
}

static size_t stride(const fluid_mesh_grid *g, uint32_t axis) {
    return axis == 0 ? 1 : axis == 1 ? g->nodes[0] : (size_t)g->nodes[0] * g->nodes[1];
}

uint32_t fluid_mesh_vertices(const fluid_mesh_grid *g, float *position) {
    uint32_t count = 0;
    size_t node = 0;
    uint32_t at[3];
    for (at[2] = 0; at[2] < g->nodes[2]; at[2]++) {
        for (at[1] = 0; at[1] < g->nodes[1]; at[1]++) {
            for (at[0] = 0; at[0] < g->nodes[0]; at[0]++, node++) {
                for (uint32_t a = 0; a < 3; a++) {
                    g->edge[3 * node + a] = FLUID_NO_VERTEX;
                    if (at[a] + 1 >= g->nodes[a]) continue;
                    float v = g->field[node], w = g->field[node + stride(g, a)];
                    if ((v > g->level) == (w > g->level)) continue;
                    if (position) {
                        for (uint32_t k = 0; k < 3; k++) position[3 * count + k] = (float)at[k];
                        position[3 * count + a] += (g->level - v) / (w - v);
                    }
                    g->edge[3 * node + a] = count++;
                }
            }
        }
    }
    return count;
}

/* Corner of a face: axis a, side 0 or 1, i-th of four, counter-clockwise from outside. */
static uint32_t face_corner(uint32_t a, uint32_t side, uint32_t i) {
    uint32_t u = (a + 1) % 3, v = (a + 2) % 3;
    uint32_t k = side ? i : (4 - i) % 4;
    uint32_t pu = k == 1 || k == 2, pv = k == 2 || k == 3;
    return side << a | pu << u | pv << v;
}

static uint32_t edge_between(uint32_t c, uint32_t d) {
    uint32_t a = (c ^ d) == 1 ? 0 : (c ^ d) == 2 ? 1 : 2, low = c & d;
    uint32_t i = a == 0 ? low >> 1 : a == 1 ? (low & 1) | (low >> 1 & 2) : low & 3;
    return 4 * a + i;
}

static uint32_t edge_corner(uint32_t edge) {
    uint32_t a = edge / 4, i = edge % 4;
    return a == 0 ? i << 1 : a == 1 ? (i & 1) | (i & 2) << 1 : i;
}

/* On one face, join the edge by which each run of inside corners is left to the one by which it
 * is entered. */
static void join_face(uint32_t inside, uint32_t a, uint32_t side, uint32_t joint[12]) {
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t before = face_corner(a, side, (i + 3) % 4), c = face_corner(a, side, i);
        if (!(inside >> c & 1) || (inside >> before & 1)) continue;
        uint32_t enter = edge_between(before, c), k = i;
        while (inside >> face_corner(a, side, (k + 1) % 4) & 1) k++;
        uint32_t leave =
            edge_between(face_corner(a, side, k % 4), face_corner(a, side, (k + 1) % 4));
        joint[leave] = enter;
    }
}

static uint32_t vertex_of(const fluid_mesh_grid *g, size_t node, uint32_t edge) {
    uint32_t c = edge_corner(edge);
    size_t at = node + (c & 1) * stride(g, 0) + (c >> 1 & 1) * stride(g, 1) +
                (c >> 2 & 1) * stride(g, 2);
    return g->edge[3 * at + edge / 4];
}

static void add_fan(walker *w, size_t node, const uint32_t *loop, uint32_t n) {
    for (uint32_t k = 1; k + 1 < n; k++) {
        if (w->index) {
            w->index[3 * w->count] = vertex_of(w->g, node, loop[0]);
            w->index[3 * w->count + 1] = vertex_of(w->g, node, loop[k + 1]);
            w->index[3 * w->count + 2] = vertex_of(w->g, node, loop[k]);
        }
        w->count++;
    }
}

static void add_cube(walker *w, size_t node) {
    enum { NONE = 12 };
    const fluid_mesh_grid *g = w->g;
    uint32_t inside = 0, joint[12], loop[12];
    for (uint32_t c = 0; c < 8; c++) {
        size_t at = node + (c & 1) * stride(g, 0) + (c >> 1 & 1) * stride(g, 1) +
                    (c >> 2 & 1) * stride(g, 2);
        inside |= (uint32_t)(g->field[at] > g->level) << c;
    }
    if (inside == 0 || inside == 255) return;
    for (uint32_t e = 0; e < 12; e++) joint[e] = NONE;
    for (uint32_t face = 0; face < 6; face++) join_face(inside, face % 3, face / 3, joint);
    for (uint32_t e = 0; e < 12; e++) {
        uint32_t n = 0, at = e;
        while (at != NONE && joint[at] != NONE) {
            uint32_t next = joint[at];
            loop[n++] = at;
            joint[at] = NONE;
            at = next;
        }
        add_fan(w, node, loop, n);
    }
}

uint32_t fluid_mesh_triangles(const fluid_mesh_grid *g, uint32_t *index) {
    walker w = {g, index, 0};
    for (uint32_t z = 0; z + 1 < g->nodes[2]; z++) {
        for (uint32_t y = 0; y + 1 < g->nodes[1]; y++) {
            for (uint32_t x = 0; x + 1 < g->nodes[0]; x++) add_cube(&w, node_at(g, x, y, z));
        }
    }
    return w.count;
}
