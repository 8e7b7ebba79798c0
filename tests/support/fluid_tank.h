/* SPDX-License-Identifier: MIT
 *
 * fluid_tank - the fluid solver in a box, without a host: arrays from malloc, jobs in order.
 *
 * Units      m, s; the box has its low corner at the origin.
 * Ownership  fluid_tank_free gives everything back.
 */
#ifndef WISP_SUPPORT_FLUID_TANK_H
#define WISP_SUPPORT_FLUID_TANK_H

#include "fluid/fluid_solver.h"

struct fluid_tank {
    fluid_solver s;
    float spacing, h;
    float origin; /* of solver space: below the box by this much, m */
    void *blocks[40];
    unsigned block_count;
    void *list;
    uint32_t threads; /* 1: in order; 2: two threads, chunks handed out as they come */
};

/* Box of size (m) for at most capacity particles; the spec's defaults D for everything else.
 * walls 0 leaves the box open on all sides. */
void fluid_tank_make(struct fluid_tank *t, float spacing, const float size[3],
                     uint32_t capacity, int walls);
void fluid_tank_free(struct fluid_tank *t);

/* A lattice block of counts particles with its low corner at (m). */
void fluid_tank_block(struct fluid_tank *t, const float corner[3], const uint32_t counts[3]);
/* One particle at p (m) with velocity v (m/s). */
void fluid_tank_put(struct fluid_tank *t, const float p[3], const float v[3]);
/* Push apart at random by up to amount spacings. */
void fluid_tank_shake(struct fluid_tank *t, float amount, uint64_t seed);

/* Gravity along -y (m/s^2), XSPH share per step, one substep of dt. */
void fluid_tank_set(struct fluid_tank *t, float gravity, float smoothing, float dt);
void fluid_tank_step(struct fluid_tank *t);

/* World position (m) and velocity (m/s) of particle i. */
void fluid_tank_at(const struct fluid_tank *t, uint32_t i, double p[3], double v[3]);
/* Of positions, velocities and ids in id order. */
uint64_t fluid_tank_hash(const struct fluid_tank *t);

#endif
