/* SPDX-License-Identifier: MIT
 *
 * One step of all particles of a jet: ages grow, places follow from the closed forms, and a
 * deviation is integrated for what the forms do not know (wind, buoyancy, bodies).
 *
 * Shapes     Planar, see jet_effect.h.
 * Ownership  All lent.
 * Threads    Pure: callers may split [begin, end).
 */
#ifndef WISP_JET_FLAME_ADVANCE_H
#define WISP_JET_FLAME_ADVANCE_H

#include "jet_flame/jet_model.h"
#include <stdint.h>

struct jet_particles {
    uint64_t capacity, count;
    float *pos;            /* 3 planes, m */
    float *origin, *dir;   /* 3 planes: nozzle and unit axis at birth */
    float *lateral;        /* 3 planes: fixed fraction of the radius, across the axis */
    float *shift, *drift;  /* 3 planes: deviation from the closed form, m, and its rate */
    float *age, *life;     /* s */
    float *pace;           /* lag behind the axis: forms are read at age * pace */
    float *along, *radius; /* m: x and R of this step */
    uint32_t *seed;
};

struct jet_air {
    float wind[3];        /* m/s */
    float lift;           /* m/s^2 up; negative droops */
    float response;       /* 1/s: how fast the drift takes the wind on */
    float cone;           /* > 0: random spray, radius nozzle + cone * x and no stages */
    float nozzle;         /* m: radius of the nozzle, for the cone */
    const float *outline; /* radii of the classic outline, or NULL */
};

void jet_advance(const struct jet_model *model, const struct jet_air *air,
                 const struct jet_particles *p, float dt, uint64_t begin, uint64_t end);

/* Take out particles past their life, keeping the order. Returns how many are left. */
uint64_t jet_compact(struct jet_particles *p);

#endif
