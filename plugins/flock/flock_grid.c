/* SPDX-License-Identifier: MIT
 *
 * Counting sort into the cells of a uniform grid.
 */
#include "flock_grid.h"

#include <string.h>

#include "flock_model.h"

/* Cells that a grid of n birds may have: few enough to clear each step. */
static uint64_t cells_most(uint64_t count) { return 8 * count + 64; }

static size_t round_up(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

size_t flock_grid_bytes(uint64_t count) {
    size_t words = round_up((size_t)count * 4);
    return round_up((size_t)(cells_most(count) + 1) * 4) + 9 * words + round_up((size_t)count);
}

static void lay_out(struct flock_grid *g, unsigned char *at) {
    size_t words = round_up((size_t)g->count * 4);
    g->start = (uint32_t *)(void *)at;
    at += round_up((size_t)(cells_most(g->count) + 1) * 4);
    g->order = (uint32_t *)(void *)at;
    g->cell_of = (uint32_t *)(void *)(at += words);
    for (int c = 0; c < 3; c++) g->pos[c] = (float *)(void *)(at += words);
    for (int c = 0; c < 3; c++) g->vel[c] = (float *)(void *)(at += words);
    g->heat = (float *)(void *)(at += words);
    g->color = at + words;
}

/* Choose origin and dimensions; cells grow until there are not too many. */
static void fit(struct flock_grid *g, const struct flock_birds *b, float cell) {
    float high[3];
    for (int c = 0; c < 3; c++) {
        float lo = b->pos[c][0], hi = lo;
        for (uint64_t i = 1; i < g->count; i++) {
            float x = b->pos[c][i];
            lo = x < lo ? x : lo;
            hi = x > hi ? x : hi;
        }
        g->origin[c] = lo;
        high[c] = hi;
    }
    for (;; cell *= 1.25f) {
        double all = 1;
        for (int c = 0; c < 3; c++) {
            double d = (double)(high[c] - g->origin[c]) / (double)cell;
            all *= d < 1e6 ? (double)(uint32_t)d + 1 : 1e6;
            g->dims[c] = d < 1e6 ? (uint32_t)d + 1 : 1000000u;
        }
        if (all <= (double)cells_most(g->count)) break;
    }
    g->cell = cell;
}

void flock_grid_place(const struct flock_grid *g, const float at[3], int32_t out[3]) {
    for (int c = 0; c < 3; c++) {
        float x = (at[c] - g->origin[c]) / g->cell;
        int32_t most = (int32_t)g->dims[c] - 1;
        out[c] = x <= 0.0f ? 0 : x >= (float)most ? most : (int32_t)x;
    }
}

static void count_cells(struct flock_grid *g, const struct flock_birds *b) {
    uint64_t cells = (uint64_t)g->dims[0] * g->dims[1] * g->dims[2];
    memset(g->start, 0, (size_t)(cells + 1) * sizeof *g->start);
    for (uint64_t i = 0; i < g->count; i++) {
        int32_t p[3];
        flock_grid_place(g, (const float[3]){b->pos[0][i], b->pos[1][i], b->pos[2][i]}, p);
        uint32_t cell =
            ((uint32_t)p[2] * g->dims[1] + (uint32_t)p[1]) * g->dims[0] + (uint32_t)p[0];
        g->cell_of[i] = cell;
        g->start[cell + 1]++;
    }
    for (uint64_t c = 0; c < cells; c++) g->start[c + 1] += g->start[c];
}

void flock_grid_build(struct flock_grid *g, void *memory, const struct flock_birds *b,
                      float cell) {
    g->count = b->count;
    lay_out(g, memory);
    if (g->count == 0) return;
    fit(g, b, cell);
    count_cells(g, b);
    /* Backwards, each cell from its end: stable, and start[] ends at the cells' first birds. */
    for (uint64_t i = g->count; i-- > 0;) g->order[--g->start[g->cell_of[i] + 1]] = (uint32_t)i;
    uint64_t cells = (uint64_t)g->dims[0] * g->dims[1] * g->dims[2];
    memmove(g->start, g->start + 1, (size_t)cells * sizeof *g->start);
    g->start[cells] = (uint32_t)g->count;
    for (uint64_t k = 0; k < g->count; k++) {
        uint32_t i = g->order[k];
        for (int c = 0; c < 3; c++) {
            g->pos[c][k] = b->pos[c][i];
            g->vel[c][k] = b->vel[c][i];
        }
        g->color[k] = b->color ? b->color[i] : 0;
        g->heat[k] = b->heat ? b->heat[i] : 0.0f;
    }
}
