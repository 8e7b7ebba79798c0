/* SPDX-License-Identifier: MIT
 *
 * flock_model - how animals of a flock move by what their neighbours do.
 *
 * Model A steers: an acceleration of cohesion, alignment and separation, clipped. Model B, "the
 * document", flies at one speed and turns toward the weighted mean of target points, one per
 * neighbour. Neighbours are all within the radius or the nearest few in it.
 *
 * Shapes   Three planes per vector: x[i], y[i], z[i]. Arrays of n unless said otherwise.
 * Units    m, s, rad.
 * Owner    All lent.
 * Errors   None.
 * Threads  flock_think and flock_move may split [0, n) at will: same bits.
 * Source   Reynolds, Flocks, herds and schools, 1987; Ballerini et al., Interaction ruling animal
 *          collective behaviour depends on topological rather than metric distance, 2008.
 */
#ifndef FLOCK_MODEL_H
#define FLOCK_MODEL_H

#include "flock_grid.h"

enum { FLOCK_STEER = 1, FLOCK_DOCUMENT };
enum { FLOCK_NEAREST_MOST = 32 };

struct flock_rules {
    int mode;
    uint32_t neighbours; /* at most so many, the nearest; 0: all */
    float radius, spacing;
    float cohesion, alignment, separation; /* 1 is usual */
    float speed_min, speed_max, acceleration;
    float turn;      /* rad/s; 0: no limit, A only */
    float cos_view;  /* cosine of half the field of view; -1 sees all round */
    float other;     /* how much other colours repel; 1 is usual */
    float courtship; /* m/s^2 toward willing mates at full heat */
};

struct flock_birds {
    uint64_t count;
    float *pos[3], *vel[3];
    const uint8_t *color; /* NULL: all of one */
    const float *reach;   /* factor on the radius; NULL: 1 */
    const float *panic;   /* 0..1: heeds others less, pulls harder; NULL: 0 */
    const float *urge[3]; /* m/s^2: what else it wants; NULL: nothing */
    const float *heat;    /* 0..1: seeks a mate; NULL: 0 */
    float *want[3];       /* result of thinking: acceleration (A) or direction (B) */
    float *mate;          /* out: distance to the nearest willing mate, 1e9 none; NULL: no */
};

/* Fill want for birds [begin, end) of the grid's order. */
void flock_think(const struct flock_rules *rules, const struct flock_grid *grid,
                 const struct flock_birds *birds, uint64_t begin, uint64_t end);

/* Advance birds [begin, end) by dt along their want. */
void flock_move(const struct flock_rules *rules, const struct flock_birds *birds, float dt,
                uint64_t begin, uint64_t end);

/* Cell size that suits the rules. */
float flock_cell(const struct flock_rules *rules);

/* Length of the mean of unit velocities: 0 no order, 1 one heading. */
float flock_order(const struct flock_birds *birds);
/* Root mean square distance from the centre; centre: 3 floats, may be NULL. */
float flock_gyration(const struct flock_birds *birds, float *centre);

#endif
