/* SPDX-License-Identifier: MIT
 *
 * flock_mesh - bodies of animals as triangles, one metre long, head toward +z.
 *
 * Owner    out is the caller's, FLOCK_MESH_MOST vertices long.
 * Threads  Pure.
 */
#ifndef FLOCK_MESH_H
#define FLOCK_MESH_H

#include <stdint.h>

enum { FLOCK_MESH_MOST = 1536 };

struct flock_vertex {
    float pos[3], normal[3];
    float span;  /* along a wing: -1 left tip .. 1 right tip; 0 body */
    float shade; /* 0 back .. 1 belly; 2 eye; 3 thin: light shines through */
};

/* Triangles of a bird, fish or midge. far: a few triangles for the distance. Returns the count of
 * vertices. */
uint32_t flock_mesh(int kind, int far, struct flock_vertex *out);

#endif
