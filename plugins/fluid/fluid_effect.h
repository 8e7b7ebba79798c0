/* SPDX-License-Identifier: MIT
 *
 * fluid_effect - one fluid in one scene: the solver, its buffers and the way between world and
 * solver space.
 *
 * Units      World: m, s, kg. Solver: kernel radii from `origin` (fluid_solver.h).
 * Ownership  struct fluid is the instance's block: pointers and caches. What must survive lies
 *            in the host's named buffers.
 */
#ifndef FLUID_EFFECT_H
#define FLUID_EFFECT_H

#include "fluid_params.h"
#include "fluid_solver.h"

#include <wisp/effect.h>

/* Simulation state, each a named buffer. */
typedef struct fluid_state {
    float *position; /* "pos": xyz, m, world */
    float *velocity; /* "vel": xyz, m/s */
    float *calm;     /* "calm": substeps left in which a new particle gains no speed */
    float *density;  /* "density": in rest densities */
    uint32_t *id;    /* "id": unique, in order of birth */
    uint32_t *alive; /* "alive": particles */
    uint32_t *room;  /* "capacity": particles there are buffers for */
    uint32_t *born;  /* "born": next id */
    float *spacing;  /* "spacing": m, of the particles that are there */
    float *extent;   /* "extent": xyz, m, of the container now */
    float *stream;   /* "stream": m the tap has run since its last layer; layers so far */
    float *region;   /* "region": particles inside, level in m */
    float *impulse;  /* "impulse": N s on each body in the last step */
} fluid_state;

/* What loading sees of a chunk of particles. */
typedef struct fluid_glance {
    double sum;   /* of heights against gravity, m */
    float lowest; /* m */
    float speed;  /* greatest, squared, m^2/s^2 */
} fluid_glance;

/* Spray, foam and bubbles, in buffers "foam.*". */
typedef struct fluid_foam {
    float *position, *velocity; /* xyz, m and m/s, world */
    float *life;                /* s left */
    float *near;                /* fluid particles around */
    uint32_t *alive;
    uint32_t most;
    float dt;
} fluid_foam;

#define FLUID_MOST_FOAM 16384u

typedef struct fluid {
    fluid_solver solver;
    fluid_state state;
    fluid_foam foam;
    const wisp_value *values;
    wisp_instance *self;
    float spacing, h;      /* m */
    float origin[3];       /* corner of the solver's domain, m, world */
    float domain[3];       /* its size, m */
    float height;          /* of the fluid column along gravity, m */
    float speed;           /* of the fastest particle, m/s */
    float gravity[3];      /* m/s^2, with the acceleration parameter */
    float down[3];         /* its direction */
    fluid_glance *glances; /* per chunk */
    wisp_pose pose;        /* of the container: its floor's centre */
    uint32_t most;         /* particles */
    uint32_t substeps;
    uint32_t said;    /* FLUID_SAID_ bits: messages given, so that each comes once */
    uint32_t dropped; /* particles lost since the code was loaded */
    uint32_t windy;   /* 1: there is wind in the world */
    uint32_t mapped[FLUID_MAX_PUSHED]; /* collider of each push slot */
    uint32_t mapped_count;
    float push[FLUID_MAX_PUSHED][6]; /* N s and N m s on each body in this step */
    double time;                     /* s of scene time at the end of the substep */
} fluid;

#define FLUID_SAID_FULL (1u << 0)
#define FLUID_SAID_MEMORY (1u << 1)
#define FLUID_SAID_DROPPED (1u << 2)
#define FLUID_SAID_CAPPED (1u << 3)
#define FLUID_SAID_STALL (1u << 4)
#define FLUID_SAID_TIGHT (1u << 5)
#define FLUID_SAID_DOMAIN (1u << 6)
#define FLUID_SAID_MESH (1u << 7)
#define FLUID_SAID_BODIES (1u << 8)

static inline float fluid_number(const fluid *f, enum fluid_param p) {
    return f->values[p].v[0];
}
static inline const float *fluid_vector(const fluid *f, enum fluid_param p) {
    return f->values[p].v;
}
static inline int32_t fluid_choice(const fluid *f, enum fluid_param p) {
    return f->values[p].i;
}

/* Say something once. bit: FLUID_SAID_. */
void fluid_say(wisp_instance *self, fluid *f, uint32_t bit, const char *text);

/* ---- fluid_buffers.c */

/* Ask for every state buffer as it is, or new; nothing of it is changed. */
wisp_status fluid_open_state(wisp_instance *self, fluid *f);
/* Make room for count particles, or for as many as the budget gives: result in state.room. */
wisp_status fluid_reserve(wisp_instance *self, fluid *f, uint32_t count);
/* Point the solver's arrays at scratch buffers that fit state.room and the domain. */
wisp_status fluid_open_work(wisp_instance *self, fluid *f);
/* Lend a list of at least width entries a particle. */
wisp_status fluid_widen(wisp_instance *self, fluid *f, uint32_t width);
/* State to solver arrays and back. */
void fluid_load(fluid *f);
void fluid_store(wisp_instance *self, fluid *f);

/* ---- fluid_place.c */

/* Room, container, bodies and domain for a moment of the step; part in 0..1 of it. */
void fluid_place(wisp_instance *self, fluid *f, const wisp_step *step, float part);
/* Let the container's size follow its parameter without jumps. */
void fluid_resize(fluid *f, float dt);
/* Volume the container holds, m^3; 0 when it is open. */
float fluid_container_volume(const fluid *f);
/* Half size of the container around its centre, which is `up` above its floor; m. */
void fluid_container_box(const fluid *f, float half[3], float *up);
/* A point of the effect's space in the world. */
void fluid_to_world(const fluid *f, const float local[3], float world[3]);

/* ---- fluid_fill.c */

/* Put the start shape into an empty state. */
void fluid_fill_shape(wisp_instance *self, fluid *f);
/* A ball of fluid; particles only where nothing is. Returns how many. */
uint32_t fluid_fill_ball(wisp_instance *self, fluid *f, const float center[3], float radius,
                         const float velocity[3]);
/* The tap's layers of this step. */
void fluid_run_tap(wisp_instance *self, fluid *f, float dt);
/* Take away what is in the drain. */
void fluid_run_drain(fluid *f);
/* Other particles for the same fluid at f->spacing. */
void fluid_resample(wisp_instance *self, fluid *f);

/* ---- fluid_events.c */

void fluid_run_commands(wisp_instance *self, fluid *f, const wisp_step *step);
/* Sum up what a substep of dt gave to the bodies. */
void fluid_collect_push(fluid *f, float dt);
/* Region, level, splashes; push the bodies. */
void fluid_tell(wisp_instance *self, fluid *f, float dt);
/* Wind on the surface and the brush: the solver's force. */
void fluid_force(void *context, const fluid_vec4 *position, fluid_vec4 *velocity,
                 uint64_t begin, uint64_t end, float dt);

/* ---- fluid_substeps.c */

/* Mean compression of a column of height (m) under gravity g (m/s^2) that the solver reaches.
 */
float fluid_compression(float dt, float g, float height, float spacing, uint32_t iterations,
                        float relaxation);
/* Substeps for a step of dt (s): little compression, short moves, no long step uncut. */
uint32_t fluid_choose_substeps(const fluid *f, float dt);

/* ---- fluid_foam.c */

wisp_status fluid_open_foam(wisp_instance *self, fluid *f);
/* Births, motion and ends of one step, after the solver and before anything moves again. */
void fluid_run_foam(wisp_instance *self, fluid *f, const wisp_step *step);

/* ---- fluid_mesh.c */

void fluid_run_mesh(wisp_instance *self, fluid *f);

/* ---- fluid_draw.c */

void fluid_draw(wisp_instance *self, const wisp_view *view);

#endif
