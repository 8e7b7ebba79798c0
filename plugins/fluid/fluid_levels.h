/* SPDX-License-Identifier: MIT
 *
 * fluid_levels - the passes over neighbour lists, one set per SIMD level, same bits from each.
 *
 * Each works on particles [begin, end) of one chunk; begin is a multiple of FLUID_CHUNK.
 */
#ifndef FLUID_LEVELS_H
#define FLUID_LEVELS_H

#include "fluid_solver.h"

typedef void fluid_pass(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk);

typedef struct fluid_level {
    fluid_pass *search;  /* x, y, z, cell_start -> list, list_start, neighbours */
    fluid_pass *lambda;  /* guess -> next with w = lambda; density */
    fluid_pass *delta;   /* next -> guess, moved by one Jacobi step */
    fluid_pass *smooth;  /* position, velocity -> smoothed; with confinement start = curl */
    fluid_pass *confine; /* start -> adds to smoothed */
    fluid_pass *foam;    /* position, velocity -> foam */
} fluid_level;

/* level is clipped to what this build and machine have. */
const fluid_level *fluid_level_at(int32_t level);

#define FLUID_DECLARE_LEVEL(n)                                                  \
    fluid_pass fluid_search_simd##n, fluid_lambda_simd##n, fluid_delta_simd##n; \
    fluid_pass fluid_smooth_simd##n, fluid_confine_simd##n, fluid_foam_simd##n

FLUID_DECLARE_LEVEL(0);
FLUID_DECLARE_LEVEL(1);
FLUID_DECLARE_LEVEL(2);

#endif
