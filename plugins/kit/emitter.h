/* SPDX-License-Identifier: MIT
 *
 * emitter - births of one step: when, where, which way, how long they live.
 *
 * Births are placed at their own times within the step and at the emitter's place at those
 * times, so that neither a low frame rate nor a fast emitter leaves clumps or gaps. Each has
 * its own numbered random stream.
 *
 * Units      SI; angles rad.
 * Ownership  Parameters are lent for the call. State lives in the buffer "emitter".
 * Errors     Nonsense (negative rate, life <= 0) bears nothing and recovers when mended.
 * Source     Reeves 1983; sub-frame placement as in any exact accumulator: birth k of a rate r
 * is at k / r.
 */
#ifndef KIT_EMITTER_H
#define KIT_EMITTER_H

#include "kit/emission.h"
#include "kit/motion.h"
#include "kit/pool.h"
#include "kit/shape.h"

/* Plain data in a state buffer: only doubles, so that it converts and saves like any other. */
struct kit_emitter_state {
    double rate_phase, distance_phase; /* kit_clock */
    double age;         /* s since it began: the clock of timed bursts and of curves over it */
    double stopped;     /* 1: births have ended, the living finish */
    double bursts_done; /* timed bursts fired in this loop */
    double loops;
    double dropped; /* births refused by caps and budgets, ever */
    double reserved;
};

struct kit_burst {
    double at;            /* s of emitter age */
    double count, spread; /* mean and half-range */
    double every, times;  /* repeat; 0: once */
};

struct kit_emission {
    double rate;          /* 1/s, the mean now */
    double rate_variance; /* half-range of the mean, per second; Reeves' Var */
    double per_metre;     /* births per metre of the emitter's way */
    double
        per_pixel; /* Reeves' second form: births per frame and pixel of screen area; 0 off */
    double screen_area; /* px^2, for per_pixel */
    double duration;    /* s of emission; 0 is endless */
    uint32_t loop;      /* 1: start over after duration */
    uint32_t burst_count;
    const struct kit_burst *bursts;
    double share; /* of births the frame's budget allows, 0..1; 1 is all */
};

struct kit_birth_values {
    struct kit_shape shape;
    enum kit_direction_kind direction;
    float spread;                   /* half angle, rad */
    const wisp_value *life, *speed; /* s, m/s: number or range, or curve over emitter age */
    float inherit;                  /* share of the emitter's velocity */
    float drag;                     /* 1/s, for the part of a step that newborns move */
    uint32_t local;                 /* 1: emitter space; the pose is applied when drawing */
    enum kit_full full;
};

struct kit_emitter {
    wisp_instance *self;
    struct kit_emitter_state *state;
    uint64_t key; /* of its random numbers */
};

wisp_status kit_emitter_open(struct kit_emitter *emitter, wisp_instance *self);

/* Births of this step, appended to the pool: pos, vel, age (the part of the step they have
 * lived), inv_life and seed are set, and each is moved to the end of the step by `motion` with
 * its own time. Returns the first new slot; the living before it are the caller's to move. accel: m/s^2, constant. */
uint64_t kit_emitter_step(struct kit_emitter *emitter, struct kit_pool *pool,
                          const wisp_step *step, const struct kit_emission *emission,
                          const struct kit_birth_values *birth, const float accel[3]);

/* One group of births outside the clocks: `count` of them, the first `first` seconds into the step and the others
 * `spacing` apart, along the way from step->prev_pose to step->pose. Returns how many were granted. */
struct kit_group {
    uint64_t count;
    double first, spacing;
};
uint64_t kit_emitter_bear(struct kit_emitter *emitter, struct kit_pool *pool,
                          const wisp_step *step, const struct kit_birth_values *birth,
                          const float accel[3], struct kit_group group);

/* Begin again: clocks, bursts and stop are reset; the living stay. */
void kit_emitter_restart(struct kit_emitter *emitter);
void kit_emitter_stop(struct kit_emitter *emitter); /* the living finish */

/* Uniform number k (0..15) of the particle with this seed. Same numbers at birth and ever
 * after. */
static inline float kit_random(uint64_t key, uint32_t seed, uint32_t k) {
    return wisp_rng_f01(key, (uint64_t)seed * 16 + k);
}

#endif
