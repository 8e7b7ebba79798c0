/* SPDX-License-Identifier: MIT
 *
 * flock_grid - who is near whom: birds sorted into cubes over the box that holds them all.
 *
 * Owner    Memory is the caller's: flock_grid_bytes() of it, 64-byte aligned.
 * Threads  Building is for one thread; reading for any number.
 */
#ifndef FLOCK_GRID_H
#define FLOCK_GRID_H

#include <stddef.h>
#include <stdint.h>

struct flock_grid {
    uint64_t count;
    float cell, origin[3];
    uint32_t dims[3];
    uint32_t *start; /* birds of cell c are order[start[c] .. start[c + 1]) */
    uint32_t *order, *cell_of;
    float *pos[3], *vel[3]; /* copies in that order */
    float *heat;
    uint8_t *color;
};

struct flock_birds;

size_t flock_grid_bytes(uint64_t count);
/* Sort birds into cells of at least `cell` m. Positions must be finite. */
void flock_grid_build(struct flock_grid *grid, void *memory, const struct flock_birds *birds,
                      float cell);
/* The cell of a place, clamped into the grid. */
void flock_grid_place(const struct flock_grid *grid, const float at[3], int32_t out[3]);

#endif
