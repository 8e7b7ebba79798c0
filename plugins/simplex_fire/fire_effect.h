/* SPDX-License-Identifier: MIT
 *
 * What the parts of the simplex_fire plugin share: parameters, state and the derived setting of
 * one moment.
 *
 * Units      Object space as in fire_map.h: the flame's width is 1 along x and z, its height 1
 *            along y, base at y = -1/2. Lean is in object units at the flame's top.
 */
#ifndef WISP_SIMPLEX_FIRE_EFFECT_H
#define WISP_SIMPLEX_FIRE_EFFECT_H

#include "simplex_fire/fire_march.h"
#include "simplex_fire/fire_wind.h"
#include <wisp/effect.h>

enum fire_param {
    FIRE_SIZE,
    FIRE_LENGTH,
    FIRE_INTENSITY,
    FIRE_ROUGHNESS,
    FIRE_SCALE,
    FIRE_SPEED,
    FIRE_BUOYANCY,
    FIRE_WARP,
    FIRE_BREATHING,
    FIRE_RIDGE,
    FIRE_PROFILE,
    FIRE_TEMPERATURE,
    FIRE_TIP_TEMPERATURE,
    FIRE_BRIGHTNESS,
    FIRE_ABSORPTION,
    FIRE_SMOKE,
    FIRE_SMOKE_HEIGHT,
    FIRE_WIND_MODE,
    FIRE_WIND_RESPONSE,
    FIRE_LEAN,
    FIRE_GUST,
    FIRE_GUST_PERIOD,
    FIRE_LIGHT,
    FIRE_QUALITY,
    FIRE_STEP,
    FIRE_OCTAVES,
    FIRE_DEPTH_MODE,
    FIRE_JITTER,
    FIRE_TEMPORAL,
    FIRE_SKIP,
    FIRE_LOD,
    FIRE_RESOLUTION,
    FIRE_PARAMS
};

enum fire_quality { FIRE_LOW = 1, FIRE_MEDIUM, FIRE_HIGH, FIRE_ULTRA };

extern const wisp_param fire_params[FIRE_PARAMS];

/* All that time changes: state buffer "fire", one element. */
struct fire_state {
    double scroll; /* object heights that the pattern has climbed */
    double age;    /* s */
    double lean_x, lean_z;
    double alight; /* 0..1: how far it burns */
    double target; /* what alight goes to */
};
#define FIRE_STATE_NUMBERS 6u

struct fire_block {
    struct fire_state *state;
    float power;          /* emission now over its usual value: the flicker */
    uint32_t frame;       /* pictures drawn with the temporal option */
    float view_proj[16];  /* of the picture before */
    uint32_t has_history; /* 1: the history target holds that picture */
};

/* Geometry and motion of this moment, from values and state. */
struct fire_now {
    float width, height, length; /* m, world scale included */
    float end;                   /* object: centre of the end caps; 0 for a single flame */
    float lean[2];               /* object x, z at the top */
    float scroll, breath, alight;
    enum fire_wind_mode wind_mode;
    float low[3], high[3]; /* object: box that holds everything */
};

void fire_now_from(struct fire_now *now, const struct fire_state *state, const wisp_value *v,
                   float scale);

/* Object to world, column-major. */
void fire_object_to_world(const struct fire_now *now, const wisp_pose *pose, float m[16]);

/* World point to object space. */
void fire_to_object(const struct fire_now *now, const wisp_pose *pose, const float world[3],
                    float object[3]);

/* Emission gathered over a coarse grid of the part from x0 to x1 (object), relative to a calm
 * flame, and where its middle is (object). */
float fire_emission(const struct fire_now *now, const wisp_value *v, uint32_t seed,
                    const float part[2], float middle[3]);

/* Lights of this step, and the flicker. */
void fire_give_light(wisp_instance *self, const struct fire_now *now, const wisp_step *step);

void fire_draw(wisp_instance *self, const wisp_view *view);

#endif
