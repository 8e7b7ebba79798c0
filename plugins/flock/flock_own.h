/* SPDX-License-Identifier: MIT
 *
 * flock_own - what the files of the effect flock share: its parameters, buffers and one step.
 *
 * Units  m, s, rad.
 */
#ifndef FLOCK_OWN_H
#define FLOCK_OWN_H

#include <wisp/gfx.h>

#include "flock_model.h"

enum flock_param {
    FLOCK_COUNT,
    FLOCK_KIND,
    FLOCK_MODE,
    FLOCK_BOUNDS,
    FLOCK_NEIGHBOURS,
    FLOCK_RADIUS,
    FLOCK_SPACING,
    FLOCK_COHESION,
    FLOCK_ALIGNMENT,
    FLOCK_SEPARATION,
    FLOCK_SPEED,
    FLOCK_TURN,
    FLOCK_ACCELERATION,
    FLOCK_VIEW,
    FLOCK_COLORS,
    FLOCK_REPEL,
    FLOCK_LEVEL,
    FLOCK_WANDER,
    FLOCK_WALL,
    FLOCK_BARRIER,
    FLOCK_WIND,
    FLOCK_AVOID,
    FLOCK_AVOID_TARGET,
    FLOCK_AVOID_RADIUS,
    FLOCK_AVOID_WEIGHT,
    FLOCK_PREDATORS,
    FLOCK_PREDATOR_SPEED,
    FLOCK_PREDATOR_PERIOD,
    FLOCK_PREDATOR_RADIUS,
    FLOCK_FEAR_THRESHOLD,
    FLOCK_FEAR_TIME,
    FLOCK_HUNGER_RATE,
    FLOCK_HUNGER_THRESHOLD,
    FLOCK_FOOD,
    FLOCK_FOOD_AMOUNT,
    FLOCK_FOOD_RADIUS,
    FLOCK_LIBIDO_RATE,
    FLOCK_LIBIDO_THRESHOLD,
    FLOCK_LIGHT,
    FLOCK_SIZE,
    FLOCK_PALETTE,
    FLOCK_PREDATOR_COLOR,
    FLOCK_TINT,
    FLOCK_BEAT,
    FLOCK_BANK,
    FLOCK_GLOSS,
    FLOCK_PARAMS
};

enum flock_kind { FLOCK_BIRD = 1, FLOCK_FISH, FLOCK_MIDGE };
enum flock_command { FLOCK_SCATTER, FLOCK_FEED, FLOCK_HUNT, FLOCK_COMMANDS };
enum flock_drive { FLOCK_HUNGER, FLOCK_FEAR, FLOCK_LIBIDO, FLOCK_DRIVES };
enum { FLOCK_GRAIN = 256, FLOCK_HUNTERS = 8, FLOCK_PILES = 8, FLOCK_THREATS = 32 };

extern const wisp_param flock_params[FLOCK_PARAMS];

/* One predator; buffer "hunter". */
struct flock_hunter {
    float pos[3], vel[3];
    float clock; /* s until it changes its mind */
    float hunts; /* 1: attacks, 0: circles above */
    float roll, phase;
};

struct flock_threat {
    float pos[3], radius, weight;
};

/* Small state; buffer "core". */
struct flock_core {
    float born;                        /* birds that have begun */
    float scare[6];                    /* place, strength, radius, s left */
    float food_given;                  /* of the parameter's food, what has been laid out */
    float piles[FLOCK_PILES][4];       /* place, meals left */
    float caught, meals, pairs, spare; /* counted since the start */
};

struct flock {
    uint64_t count;
    float *pos[3], *vel[3], *drive[FLOCK_DRIVES];
    float *roll, *phase;
    struct flock_hunter *hunters;
    struct flock_core *core;
    uint32_t hunter_count;
    enum flock_kind kind;
    /* This step only. */
    const wisp_value *values;
    const wisp_world *world;
    double time;
    float dt, low[3], high[3], fear_left;
    struct flock_rules rules;
    struct flock_threat threats[FLOCK_THREATS];
    uint32_t threat_count;
    float *urge[3], *want[3], *panic, *reach, *heat, *mate;
    uint8_t *color;
    void *grid_memory;
    struct flock_grid grid;
    struct flock_birds birds;
};

/* A number of one bird's own, for a parameter that may be a range. */
float flock_trait(const wisp_instance *self, uint64_t bird, int param);
/* Where and how birds [born, count) begin. */
void flock_hatch(wisp_instance *self, struct flock *f, uint64_t begin, uint64_t end);
/* Commands, predators, food: everything that is few. */
void flock_events(wisp_instance *self, struct flock *f, const wisp_step *step);
void flock_hunters(wisp_instance *self, struct flock *f);
void flock_meals(wisp_instance *self, struct flock *f);
void flock_threats(wisp_instance *self, struct flock *f);
/* What birds [begin, end) want besides flying with the others. */
void flock_urges(wisp_instance *self, struct flock *f, uint64_t begin, uint64_t end);
/* Out of bodies they have flown into. */
void flock_collide(wisp_instance *self, struct flock *f, uint64_t begin, uint64_t end);

void flock_draw(wisp_instance *self, const wisp_view *view);

#endif
