/* SPDX-License-Identifier: MIT
 *
 * fluid_solver - Position Based Fluids over lent arrays: one call is one substep.
 *
 * Units      Inside, lengths are in kernel radii (h = 1) from the domain's corner, times in s,
 *            densities in rest densities, so one set of constants serves every scale.
 * Ownership  Every array is lent by the caller; capacities are the caller's promise.
 * Threads    Work is split with `jobs` in chunks whose sums are added in order: the bits do not
 *            depend on the thread count, nor on the SIMD level (see fluid_lanes.h).
 * Errors     A list that is too narrow is reported by FLUID_LIST_FULL and can be replaced.
 * Source     Macklin and Mueller 2013; Jacobi under-relaxation and the clamped constraint as in
 *            Macklin et al. 2014; wall terms: fluid_kernel.h.
 */
#ifndef FLUID_SOLVER_H
#define FLUID_SOLVER_H

#include "fluid_boundary.h"

#include <stdint.h>

#define FLUID_CHUNK 256u  /* particles a job takes; even, so that pairs stay whole */
#define FLUID_DUMMIES 16u /* elements behind the last particle that arrays must have */
#define FLUID_FAR 1e9f    /* where dummies sit: beyond every kernel */
#define FLUID_MAX_CELLS (1u << 22)
#define FLUID_RATIO 2.0f /* kernel radius / particle spacing */

typedef void (*fluid_job)(void *context, uint64_t begin, uint64_t end, uint32_t chunk);

typedef struct fluid_jobs {
    void *self;
    void (*parallel)(void *self, uint64_t count, uint64_t grain, fluid_job job, void *context);
} fluid_jobs;

/* What was seen in a chunk, or in all of them. */
typedef struct fluid_sums {
    double position[3]; /* of what is alive, in h */
    double density;     /* of the last iteration */
    float lo[3], hi[3]; /* box around the particles */
    float speed;        /* fastest, h/s */
    uint32_t count;
    uint32_t dropped;    /* not finite, or outside the domain */
    uint32_t capped;     /* slowed down to the speed limit */
    uint32_t list_width; /* list entries needed */
} fluid_sums;

/* Lent arrays of capacity + FLUID_DUMMIES elements, 64-byte aligned, unless said otherwise. */
typedef struct fluid_arrays {
    fluid_vec4 *position; /* in and out: h; w is the number of calm steps left after a spawn */
    fluid_vec4 *velocity; /* in and out: h/s */
    uint32_t *id;
    fluid_vec4 *start, *guess, *next, *smoothed;
    uint32_t *id_sorted;
    float *x, *y, *z;
    float *density;
    uint32_t *cell;
    uint32_t *cell_start; /* cell_capacity + 2 */
    uint32_t *list;       /* chunks * FLUID_CHUNK * list_width + 64: byte offsets of vec4 */
    uint32_t *list_start;
    uint16_t *neighbours;
    uint32_t *near;        /* indices of particles by a wall, chunk by chunk */
    fluid_vec4 *near_wall; /* w: share of the kernel in solids; xyz: its gradient */
    uint32_t *near_count;  /* per chunk */
    fluid_sums *sums;      /* per chunk */
    fluid_push *push;      /* per chunk FLUID_MAX_PUSHED */
    float *foam;           /* potential, or NULL */
} fluid_arrays;

/* What one substep needs besides the arrays. */
typedef struct fluid_settings {
    float dt;              /* s */
    float acceleration[3]; /* h/s^2 */
    float volume;          /* V0 / h^3 */
    float lattice_slope;   /* h^2 * sum |grad C|^2 of a full lattice */
    float softness;        /* epsilon hat, 1 */
    float cohesion;        /* k hat, 1 */
    float relaxation;      /* omega */
    float smoothing;       /* XSPH share per substep, 0..1 */
    float confinement;     /* of vorticity, 1/s */
    float speed_limit;     /* h/s */
    float mass;            /* of one particle, kg */
    uint32_t iterations;
    uint32_t searches; /* 0 and 1 are one; more only to measure */
    uint32_t clamp;    /* 1: only compression is resisted; 0 for experiments */
} fluid_settings;

typedef struct fluid_solver {
    fluid_arrays a;
    fluid_boundary boundary;
    fluid_settings set;
    fluid_jobs jobs;
    uint32_t count, capacity;
    uint32_t cells[3];
    uint32_t cell_capacity;
    uint32_t list_width; /* list entries per particle there is room for */
    int32_t level;       /* SIMD level, see fluid_simd_level */
    fluid_sums total;    /* of the last substep */
    /* Extra pull on particles, or NULL: adds to velocity (h/s) over dt. Runs in jobs. */
    void (*force)(void *context, const fluid_vec4 *position, fluid_vec4 *velocity,
                  uint64_t begin, uint64_t end, float dt);
    void *force_context;
} fluid_solver;

#define FLUID_OK 0
#define FLUID_LIST_FULL \
    1 /* lend a list of total.list_width at least, then call fluid_resume \
       */

/* Advance by set.dt. On FLUID_OK count may have shrunk: particles that are no longer finite or
 * left the domain are dropped and counted. */
int fluid_substep(fluid_solver *s);

/* Go on after FLUID_LIST_FULL. */
int fluid_resume(fluid_solver *s);

/* The steps of fluid_substep, for tests and measurements, in this order. */
void fluid_predict(fluid_solver *s);
void fluid_sort(fluid_solver *s);
int fluid_search(fluid_solver *s);
void fluid_iterate(fluid_solver *s);
void fluid_finish(fluid_solver *s);
void fluid_smooth(fluid_solver *s);

/* Constants of the lattice for FLUID_RATIO. */
void fluid_calibrate(fluid_settings *set);

/* Best SIMD level of this machine: 0 plain, 1 AVX2, 2 AVX-512. */
int32_t fluid_simd_level(void);

#endif
