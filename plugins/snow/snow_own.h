/* SPDX-License-Identifier: MIT
 *
 * The inside of the snow effect: its parameters, its flakes, and who does what with them.
 *
 * Flakes live in planar buffers: pos and vel (3 planes), wind as last sampled (3), trait (4:
 * diameter m, terminal speed m/s, phase 0..1, time of birth s).
 */
#ifndef SNOW_OWN_H
#define SNOW_OWN_H

#include "snow_model.h"
#include "snow_move.h"

#include <stdbool.h>
#include <wisp/gfx.h>

enum snow_param {
    SNOW_PRESET,
    SNOW_MODE,
    SNOW_SPAWN,
    SNOW_RATE,
    SNOW_SIZE,
    SNOW_FALL_SPEED,
    SNOW_MAX,
    SNOW_BOX,
    SNOW_EXTENT,
    SNOW_COLOR,
    SNOW_FLUTTER,
    SNOW_LENS,
    SNOW_SHUTTER,
    SNOW_ACCUMULATE,
    SNOW_COVER,
    SNOW_MELT_NEAR,
    SNOW_MELT_RADIUS,
    SNOW_MELT_RATE,
    SNOW_PARAMS
};

enum snow_mode { SNOW_MODE_WRAP = 1, SNOW_MODE_DOCUMENT };
enum snow_spawn { SNOW_UNIFORM = 1, SNOW_TRIANGULAR };
enum snow_trait { SNOW_DIAMETER, SNOW_FALL, SNOW_PHASE, SNOW_BIRTH, SNOW_TRAITS };

enum {
    SNOW_GRAIN = 4096,
    SNOW_WIND_EVERY = 4,
    SNOW_SIDE = 96,
    SNOW_CELLS = SNOW_SIDE * SNOW_SIDE
};

struct snow_look {
    uint64_t seen; /* hash of bodies and wind that the rows are for; 0: none yet */
    uint64_t row;  /* next one to look at again; SNOW_SIDE: all are right */
};

/* The snow that lies: one column per cell of a square, on the highest surface there. */
struct snow_cover {
    float *height;          /* m; SNOW_CELLS, row by row along z */
    float *base;            /* m: the surface under it */
    float *hold;            /* share that stays, 0..1: slope and shelter */
    struct snow_look *look; /* how far looking again has come */
    uint32_t revision;      /* of the picture of it */
    float corner[2], cell;  /* m: lowest x and z; size of a cell */
    bool shown;
};

/* What lasts besides the flakes. */
struct snow_core {
    uint64_t alive, births; /* births so far: the counter of random numbers */
    double owed;            /* s of births not yet due */
    double time;            /* s of its own time */
};

/* The effect's block: where things are, good for one update and its draws. */
struct snow {
    float *pos[3], *vel[3], *wind[3], *trait[SNOW_TRAITS];
    struct snow_core *core;
    uint64_t capacity, alive;
    struct snow_box box;
    struct snow_preset preset;
    bool follows; /* the box goes with the camera */
    struct snow_cover cover;
    float eye[3], eye_speed[3]; /* of the camera in the last step, for streaks: not state */
};

/* What the preset says, unless the script said otherwise. */
struct snow_preset snow_wanted(const wisp_value *values);
/* The box that the script gave, lower and upper corner; false: it gave none. */
bool snow_given_box(const wisp_value *values, float low[3], float high[3]);
/* One random number 0..1: number `which` of the flake born as number `birth`. */
float snow_random(const wisp_instance *self, uint64_t birth, uint32_t which);
/* Traits and still air for flake i, as birth number core->births, which this counts. */
void snow_make(wisp_instance *self, struct snow *snow, const wisp_value *values, uint64_t i);
/* Take away flake i: the last one moves into its place. */
void snow_kill(struct snow *snow, uint64_t i);

/* One step of the flakes that wrap around in a box. */
wisp_status snow_wrap_step(wisp_instance *self, struct snow *snow, const wisp_step *step);
/* One step of the document's births, falls and deaths. */
wisp_status snow_document_step(wisp_instance *self, struct snow *snow, const wisp_step *step);
/* Motion of all flakes, in parallel; round: one number per flake, see snow_lanes. */
void snow_fall_all(wisp_instance *self, struct snow *snow, const wisp_step *step,
                   const struct snow_box *box, int32_t *round);
/* Mark in hit (one byte per flake) those inside a body or melted. */
void snow_touch(wisp_instance *self, struct snow *snow, const wisp_step *step, uint8_t *hit);

/* One step of the snow that lies. */
wisp_status snow_cover_step(wisp_instance *self, struct snow *snow, const wisp_step *step);
void snow_cover_draw(wisp_instance *self, const struct snow *snow);
void snow_draw(wisp_instance *self, const wisp_view *view);

#endif
