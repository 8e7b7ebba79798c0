/* SPDX-License-Identifier: MIT
 *
 * What the parts of the jet_flame plugin share.
 *
 * Shapes     Vectors are planar: component c of particle i is p[c * capacity + i].
 * Units      SI, world space.
 */
#ifndef WISP_JET_FLAME_EFFECT_H
#define WISP_JET_FLAME_EFFECT_H

#include "jet_flame/jet_advance.h"
#include "jet_flame/jet_model.h"
#include "jet_flame/jet_modes.h"
#include "kit/emission.h"
#include <wisp/effect.h>

enum jet_param {
    JET_PRESET,
    JET_MODE,
    JET_NOZZLE_DIAMETER,
    JET_EXIT_VELOCITY,
    JET_PRESSURE,
    JET_FUEL_DENSITY,
    JET_LIFE,
    JET_DENSITY_RATIO,
    JET_SPRAY_ANGLE,
    JET_CORE_DIAMETERS,
    JET_SPREAD_CONSTANT,
    JET_TIP_CLOSING,
    JET_DECAY,
    JET_DENSITY_SCALING,
    JET_LAG,
    JET_RAGGED,
    JET_OPEN,
    JET_RATE,
    JET_MAX,
    JET_SIZE,
    JET_HEIGHT,
    JET_CONTROLLABLE,
    JET_ROTATION,
    JET_TURBULENCE,
    JET_BUOYANCY,
    JET_WIND_RESPONSE,
    JET_COLLIDE,
    JET_TEMPERATURE,
    JET_TIP_TEMPERATURE,
    JET_BRIGHTNESS,
    JET_OPACITY,
    JET_SMOKE,
    JET_IGNITION_GAP,
    JET_FADE,
    JET_SOFT,
    JET_LIGHT,
    JET_HAZE,
    JET_PARAMS
};

extern const wisp_param jet_params[JET_PARAMS];

/* Everything that values and preset decide. */
struct jet_setup {
    struct jet_model model;
    enum jet_mode mode;
    int smooth; /* 1: one smooth texture for the whole life */
    float nozzle_diameter;
    float visible_core;                 /* m: where the flame is lit and widens, for drawing */
    float rate;                         /* births a second */
    float size;                         /* particle side over radius of the jet */
    float buoyancy;                     /* m/s^2 up, in late stages */
    float temperature, tip_temperature; /* K */
    float smoke, turbulence;
};
/* Returns 0, or -1 when the numbers do not make a jet; setup is then untouched. */
int jet_setup_from(struct jet_setup *setup, const wisp_value *values);

struct jet_block {
    struct jet_particles particles;
    uint64_t *counters; /* state: alive, born */
    struct kit_clock *clock;
    struct jet_setup setup;
    float tip[3];        /* world: where the light stands */
    uint32_t atlas_made; /* 1: the textures are in their target */
};

wisp_status jet_open(wisp_instance *self, uint64_t limit);
wisp_status jet_step(wisp_instance *self, const wisp_step *step);
void jet_draw(wisp_instance *self, const wisp_view *view);

#endif
