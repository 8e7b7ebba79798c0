/* SPDX-License-Identifier: MIT
 *
 * A flock of the pure model: birds in a ball with random headings, and what it looks like.
 */
#ifndef SUPPORT_FLOCK_RUN_H
#define SUPPORT_FLOCK_RUN_H

#include "flock/flock_model.h"

enum { FLOCK_RUN_BIRDS = 64 };

struct flock_run {
    struct flock_rules rules;
    struct flock_birds birds;
    struct flock_grid grid;
    float planes[12][FLOCK_RUN_BIRDS]; /* pos, vel, want, urge */
    float panic[FLOCK_RUN_BIRDS], reach[FLOCK_RUN_BIRDS];
    uint8_t color[FLOCK_RUN_BIRDS];
    void *memory;
};

struct flock_look {
    float order, gyration, nearest, nearest_least;
};

/* Model A as the oracle has it: radius 6, spacing 1.5, speed 2 to 4, in a ball of radius 5. */
struct flock_run *flock_run_open(uint64_t seed, int mode);
void flock_run_close(struct flock_run *run);
void flock_run_steps(struct flock_run *run, uint32_t steps); /* of 1/30 s */
struct flock_look flock_run_look(const struct flock_run *run);

#endif
