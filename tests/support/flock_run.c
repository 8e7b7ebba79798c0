/* SPDX-License-Identifier: MIT */
#include "support/flock_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wisp/rng.h>

static void unit(uint64_t key, uint64_t counter, float out[3]) {
    float z = wisp_rng_range(key, counter, -1, 1);
    float t = wisp_rng_range(key, counter + 1, 0, 6.2831853f), s = sqrtf(1 - z * z);
    out[0] = s * cosf(t);
    out[1] = s * sinf(t);
    out[2] = z;
}

struct flock_run *flock_run_open(uint64_t seed, int mode) {
    struct flock_run *r = calloc(1, sizeof *r);
    uint64_t key = wisp_rng_key(seed, 0);
    r->rules = (struct flock_rules){.mode = mode,
                                    .radius = 6,
                                    .spacing = 1.5f,
                                    .cohesion = 1,
                                    .alignment = 1,
                                    .separation = mode == FLOCK_STEER ? 1.6f : 1.0f,
                                    .speed_min = mode == FLOCK_STEER ? 2.0f : 3.0f,
                                    .speed_max = mode == FLOCK_STEER ? 4.0f : 3.0f,
                                    .acceleration = 8,
                                    .turn = mode == FLOCK_STEER ? 0.0f : 2.0943951f,
                                    .cos_view = -1,
                                    .other = 1};
    r->birds.count = FLOCK_RUN_BIRDS;
    for (int c = 0; c < 3; c++) {
        r->birds.pos[c] = r->planes[c];
        r->birds.vel[c] = r->planes[3 + c];
        r->birds.want[c] = r->planes[6 + c];
        r->birds.urge[c] = r->planes[9 + c];
    }
    r->birds.color = r->color;
    r->birds.panic = r->panic;
    r->birds.reach = r->reach;
    for (uint64_t i = 0; i < FLOCK_RUN_BIRDS; i++) {
        float x[3], v[3], radius = 5 * cbrtf(wisp_rng_f01(key, 8 * i));
        unit(key, 8 * i + 1, x);
        unit(key, 8 * i + 3, v);
        for (int c = 0; c < 3; c++) {
            r->birds.pos[c][i] = radius * x[c];
            r->birds.vel[c][i] = 3 * v[c];
        }
        r->reach[i] = 1;
    }
    r->memory = aligned_alloc(64, flock_grid_bytes(FLOCK_RUN_BIRDS));
    return r;
}

void flock_run_close(struct flock_run *r) {
    free(r->memory);
    free(r);
}

void flock_run_steps(struct flock_run *r, uint32_t steps) {
    for (uint32_t s = 0; s < steps; s++) {
        flock_grid_build(&r->grid, r->memory, &r->birds, flock_cell(&r->rules));
        flock_think(&r->rules, &r->grid, &r->birds, 0, FLOCK_RUN_BIRDS);
        flock_move(&r->rules, &r->birds, 1.0f / 30, 0, FLOCK_RUN_BIRDS);
    }
}

struct flock_look flock_run_look(const struct flock_run *r) {
    struct flock_look look = {.order = flock_order(&r->birds),
                              .gyration = flock_gyration(&r->birds, NULL),
                              .nearest_least = INFINITY};
    for (int i = 0; i < FLOCK_RUN_BIRDS; i++) {
        float best = INFINITY;
        for (int j = 0; j < FLOCK_RUN_BIRDS; j++) {
            float square = 0;
            for (int c = 0; c < 3; c++) {
                float d = r->birds.pos[c][i] - r->birds.pos[c][j];
                square += d * d;
            }
            if (i != j) best = fminf(best, square);
        }
        look.nearest += sqrtf(best) / FLOCK_RUN_BIRDS;
        look.nearest_least = fminf(look.nearest_least, sqrtf(best));
    }
    return look;
}
