/* SPDX-License-Identifier: MIT
 *
 * fluid_substeps - how many substeps a step needs.
 *
 * At rest each iteration takes back what gravity adds in a substep, so a column of height H
 * ends compressed by C = s (1 + eps) g dt^2 H / (2 n w d^2) in the mean, twice that at its
 * bottom; s is the lattice's slope. Solved for dt this gives the substep for a wanted C.
 * Particles must also not move farther than 0.4 h at once.
 */
#include "fluid_effect.h"

#include <math.h>

#define TARGET 0.015f /* mean compression that nobody sees */
#define MOST_SUBSTEPS 16
#define AUTO_SUBSTEPS 8 /* what choosing alone may ask for */
#define SLOPE 0.3662f   /* d^2 sum |grad C|^2 at h = 2 d */
#define SOFTNESS 0.01f
#define COURANT 0.4f /* h per substep */

float fluid_compression(float dt, float g, float height, float spacing, uint32_t iterations,
                        float relaxation) {
    float n = (float)(iterations ? iterations : 1u);
    return SLOPE * (1.0f + SOFTNESS) * g * dt * dt * height /
           (2.0f * n * relaxation * spacing * spacing);
}

static uint32_t at_least_one(float count, uint32_t most) {
    if (!(count > 1.0f)) return 1;
    return count >= (float)most ? most : (uint32_t)ceilf(count);
}

uint32_t fluid_choose_substeps(const fluid *f, float dt) {
    int32_t fixed = fluid_choice(f, FLUID_P_SUBSTEPS);
    float g = sqrtf(f->gravity[0] * f->gravity[0] + f->gravity[1] * f->gravity[1] +
                    f->gravity[2] * f->gravity[2]);
    float stall = dt * 60.0f; /* a long step is cut whatever was asked for */
    uint32_t least = stall > 2.0f ? at_least_one(stall, MOST_SUBSTEPS) : 1u;
    if (fixed > 0) return (uint32_t)fixed > least ? (uint32_t)fixed : least;
    float c = fluid_compression(dt, g, f->height, f->spacing,
                                (uint32_t)fluid_choice(f, FLUID_P_ITERATIONS),
                                fluid_number(f, FLUID_P_RELAXATION));
    uint32_t law = at_least_one(sqrtf(c / TARGET), AUTO_SUBSTEPS);
    uint32_t move = at_least_one((f->speed + g * dt) * dt / (COURANT * f->h), AUTO_SUBSTEPS);
    uint32_t n = law > move ? law : move;
    return n > least ? n : least;
}
