/* SPDX-License-Identifier: MIT
 *
 * Parameters of the jet and its presets. A number of 0 (or -1 where 0 means something) leaves
 * the preset's.
 */
#include "jet_flame/jet_effect.h"
#include "jet_flame/jet_evolution.h"

#include <math.h>

#define NUMBER(key, unit, low, high, slow, shigh, value, heading, words)                   \
    {                                                                                      \
        key, WISP_PARAM_FLOAT, 0, unit, low, high, slow, shigh, {value}, .group = heading, \
                                                                         .doc = words      \
    }
#define CHOICE(key, list, value, heading, words)                                               \
    {                                                                                          \
        key, WISP_PARAM_ENUM, .def_text = value, .choices = list,                              \
                              .choice_count = sizeof(list) / sizeof *(list), .group = heading, \
                              .doc = words                                                     \
    }
#define SWITCH(key, value, heading, words) \
    { key, WISP_PARAM_BOOL, .def = {value}, .group = heading, .doc = words }

enum jet_preset { PRESET_JET = 1, FLAMETHROWER, TORCH, CANDLE, BURNING, BURNER, ROCKET };

static const wisp_choice presets[] = {{"jet", "the source's jet", PRESET_JET, 0},
                                      {"flamethrower", NULL, FLAMETHROWER, 0},
                                      {"torch", NULL, TORCH, 0},
                                      {"candle", NULL, CANDLE, 0},
                                      {"burning", "burning object", BURNING, 0},
                                      {"burner", "gas burner", BURNER, 0},
                                      {"rocket", NULL, ROCKET, 0}};
static const wisp_choice modes[] = {{"single", "one texture, 700 quads", JET_MODE_SINGLE, 0},
                                    {"sparse", "one texture, 400 quads", JET_MODE_SPARSE, 0},
                                    {"staged", "three stage textures", JET_MODE_STAGED, 0},
                                    {"tetra", "half-tetrahedra", JET_MODE_TETRA, 0},
                                    {"classic", "flare outline", JET_MODE_CLASSIC, 0}};
static const wisp_choice decays[] = {{"textbook", NULL, JET_DECAY_TEXTBOOK, 0},
                                     {"hyperbola", NULL, JET_DECAY_HYPERBOLA, 0}};

/* clang-format off */
const wisp_param jet_params[JET_PARAMS] = {
    [JET_PRESET] = CHOICE("preset", presets, "jet", "jet", "A subject in one word; other fields override it."),
    [JET_MODE] = CHOICE("mode", modes, "tetra", "jet", "How particles are laid out and drawn."),
    [JET_NOZZLE_DIAMETER] = NUMBER("nozzle_diameter", "m", 0, 100, 0, 1, 0, "jet", "Of the nozzle; 0 is the preset's."),
    [JET_EXIT_VELOCITY] = NUMBER("exit_velocity", "m/s", 0, 10000, 0, 120, 0, "jet", "At the nozzle; 0 is the preset's or the pressure's."),
    [JET_PRESSURE] = NUMBER("pressure", "Pa", 0, 1e9, 0, 4e6, 0, "jet", "Drives the exit velocity sqrt(2 p / fuel_density) when above 0."),
    [JET_FUEL_DENSITY] = NUMBER("fuel_density", "kg/m^3", 0.01, 20000, 1, 2000, 800, "jet", "Of what is driven by the pressure."),
    [JET_LIFE] = NUMBER("life", "s", 0, 1000, 0, 4, 0, "jet", "From nozzle to end; 0 is the preset's."),
    [JET_DENSITY_RATIO] = NUMBER("density_ratio", NULL, 0, 1000, 0, 25, 0, "jet", "Ejected over expanded density; 0 is the preset's."),
    [JET_SPRAY_ANGLE] = NUMBER("spray_angle", "deg", 0, 170, 0, 60, 0, "jet", "Full outer angle; 0 follows from the diameter."),
    [JET_CORE_DIAMETERS] = NUMBER("core_diameters", NULL, 0.1, 100, 4, 6, 4.5, "jet", "Length of the core in nozzle diameters."),
    [JET_SPREAD_CONSTANT] = NUMBER("spread_constant", NULL, 0, 1, 0, 0.3, 0, "jet", "Largest radius over reach (w); 0 is the preset's."),
    [JET_TIP_CLOSING] = NUMBER("tip_closing", NULL, -1, 1, -1, 1, -1, "jet", "How much the end closes (kappa); -1 is the preset's."),
    [JET_DECAY] = CHOICE("decay", decays, "textbook", "jet", "Law of the axial velocity past the core."),
    [JET_DENSITY_SCALING] = SWITCH("density_scaling", 0, "jet", "Light jets decay over diameter times sqrt(density_ratio)."),
    [JET_LAG] = NUMBER("lag", NULL, 0, 1, 0, 1, 0.5, "jet", "How much the rim trails the axis: 1 is the full cross profile."),
    [JET_RAGGED] = NUMBER("ragged", NULL, 0, 0.9, 0, 0.5, 0.25, "jet", "How much lives differ, which breaks up the end."),
    [JET_OPEN] = SWITCH("open", 1, "emission", "Off: the column detaches and burns out."),
    [JET_RATE] = NUMBER("rate", "1/s", 0, 1e7, 0, 4000, 0, "emission", "Births; 0 is what the mode's table asks for."),
    [JET_MAX] = {"max", WISP_PARAM_INT, WISP_PARAM_RESIZE, NULL, 1, 4e6, 100, 1e5, {4000}, .group = "emission", .doc = "Most particles alive."},
    [JET_SIZE] = NUMBER("size", NULL, 0, 20, 0, 6, 0, "shape", "Side of a particle over the jet's radius there; 0 is the mode's."),
    [JET_HEIGHT] = NUMBER("height", NULL, 0, 5, 1.5, 2.5, 2, "shape", "Apex of the half-tetrahedron in sides."),
    [JET_CONTROLLABLE] = SWITCH("controllable", 1, "shape", "The apex grows from 1.5 to 2.5 sides and flattens at the end."),
    [JET_ROTATION] = NUMBER("rotation", "deg/s", 0, 3600, 0, 720, 150, "shape", "Largest spin about the view axis."),
    [JET_TURBULENCE] = NUMBER("turbulence", NULL, 0, 10, 0, 2, 0, "shape", "Swirl of the edge, in radii, growing along the jet; 0 is the preset's."),
    [JET_BUOYANCY] = NUMBER("buoyancy", "m/s^2", -1000, 1000, -20, 20, 0, "air", "Rise (or droop) of late stages; 0 is the preset's."),
    [JET_WIND_RESPONSE] = NUMBER("wind_response", "1/s", 0, 100, 0, 10, 4, "air", "How fast late stages take on the wind."),
    [JET_COLLIDE] = SWITCH("collide", 1, "air", "Splash along bodies."),
    [JET_TEMPERATURE] = NUMBER("temperature", "K", 0, 6500, 0, 3000, 0, "colour", "At the core; 0 is the preset's."),
    [JET_TIP_TEMPERATURE] = NUMBER("tip_temperature", "K", 0, 6500, 0, 2000, 0, "colour", "At the end and rim; 0 is the preset's."),
    [JET_BRIGHTNESS] = NUMBER("brightness", NULL, 0, 1000, 0, 10, 1, "colour", "Light given off."),
    [JET_OPACITY] = NUMBER("opacity", NULL, 0, 1, 0, 1, 0.35, "colour", "How much flame hides what is behind."),
    [JET_SMOKE] = NUMBER("smoke", NULL, -1, 5, -1, 1, -1, "colour", "Dark smoke in the last stage; -1 is the preset's."),
    [JET_IGNITION_GAP] = SWITCH("ignition_gap", 1, "colour", "Unlit, bluish start at the nozzle."),
    [JET_FADE] = NUMBER("fade", NULL, 0, 1, 0, 0.5, 0.15, "colour", "Share of life over which stage textures cross-fade; 0 switches."),
    [JET_SOFT] = NUMBER("soft", "m", 0, 100, 0, 1, 0.15, "colour", "Depth over which bodies cut the flame."),
    [JET_LIGHT] = NUMBER("light", NULL, 0, 1000, 0, 10, 1, "light", "Light on the world, from the 60 % point of the jet."),
    [JET_HAZE] = NUMBER("haze", NULL, 0, 10, 0, 2, 0, "light", "Shimmer of the air behind."),
};
/* clang-format on */

struct preset {
    float diameter, velocity, life, density_ratio, spray_angle, spread, closing;
    float buoyancy, temperature, tip_temperature, smoke, turbulence, density; /* of particles */
    enum jet_recipe recipe; /* 0: the jet's own stages */
};

static struct preset preset_of(int which) {
    static const struct preset table[] = {
        [PRESET_JET] = {.1f, 40, .571429f, 4, 0, .082f, .35f, 2, 2300, 1250, .25f, .55f, 1, 0},
        [FLAMETHROWER] = {.06f, 32, 1.1f, 9, 13, .1f, .2f, 3.5f, 2300, 1200, .6f, .7f, 1.6f, 0},
        [TORCH] = {.12f, 1.6f, .8f, 1.5f, 14, .16f, .9f, 1.2f, 2200, 1200, .1f, .5f, .6f,
                   JET_RECIPE_CANDLE},
        [CANDLE] = {.012f, .07f, .8f, 1, 8, .14f, 1, 0, 2300, 1600, 0, .06f, .45f,
                    JET_RECIPE_CANDLE},
        [BURNING] = {.5f, 1.4f, 1.1f, 1.2f, 10, .3f, .7f, 1.5f, 2100, 1150, .45f, .7f, .9f,
                     JET_RECIPE_BURNING},
        [BURNER] = {.03f, 6, .12f, 1.5f, 10, .1f, .9f, .5f, 2900, 1900, 0, .15f, 1, 0},
        [ROCKET] = {.5f, 160, .22f, 6, 16, .07f, .8f, 0, 3000, 1500, .05f, .3f, 2, 0},
    };
    return table[which];
}

static float or_preset(const wisp_value *v, float preset) {
    return v->v[0] > 0.0f ? v->v[0] : preset;
}

/* The general evolution curve has the jet's form: its numbers take the place of the stages'. */
static void take_recipe(struct jet_model *m, enum jet_recipe recipe) {
    const struct jet_evolution e = jet_recipe_curve(recipe);
    m->peak_radius = fmaxf(m->peak_radius, m->core_radius * 1.001f);
    m->core_radius = e.start * m->peak_radius;
    m->core_time = e.t1 * m->life;
    m->peak_time = e.t2 * m->life;
    m->mid_time = 0.5f * (m->core_time + m->peak_time);
    m->core = m->life * m->exit_velocity; /* buoyant flames do not slow down */
    m->peak_position = jet_position(m, m->peak_time);
    m->reach = m->core;
    m->tip_closing = 1.0f - e.end;
}

static float choose_velocity(const wisp_value *v, float preset) {
    if (v[JET_EXIT_VELOCITY].v[0] > 0.0f) return v[JET_EXIT_VELOCITY].v[0];
    if (v[JET_PRESSURE].v[0] > 0.0f)
        return jet_pressure_velocity(v[JET_PRESSURE].v[0], v[JET_FUEL_DENSITY].v[0]);
    return preset;
}

int jet_setup_from(struct jet_setup *setup, const wisp_value *v) {
    const struct preset p = preset_of(v[JET_PRESET].i);
    struct jet_spec spec = {
        .nozzle_diameter = or_preset(&v[JET_NOZZLE_DIAMETER], p.diameter),
        .exit_velocity = choose_velocity(v, p.velocity),
        .life = or_preset(&v[JET_LIFE], p.life),
        .density_ratio = fmaxf(or_preset(&v[JET_DENSITY_RATIO], p.density_ratio), 1.0f),
        .spray_angle = or_preset(&v[JET_SPRAY_ANGLE], p.spray_angle),
        .core_diameters = v[JET_CORE_DIAMETERS].v[0],
        .spread_constant = or_preset(&v[JET_SPREAD_CONSTANT], p.spread),
        .tip_closing = v[JET_TIP_CLOSING].v[0] >= 0.0f ? v[JET_TIP_CLOSING].v[0] : p.closing,
        .decay = (enum jet_decay)v[JET_DECAY].i,
        .density_scaling = v[JET_DENSITY_SCALING].i,
    };
    struct jet_setup s = {.mode = (enum jet_mode)v[JET_MODE].i,
                          .nozzle_diameter = spec.nozzle_diameter};
    if (jet_model_init(&s.model, &spec) != 0) return -1;
    if (p.recipe) take_recipe(&s.model, p.recipe);
    s.visible_core = s.model.core_time * s.model.exit_velocity;
    s.smooth = p.recipe == JET_RECIPE_CANDLE && spec.nozzle_diameter < 0.05f;
    int staged = s.mode == JET_MODE_STAGED || s.mode == JET_MODE_TETRA;
    const struct jet_mode_record record = jet_mode_record(s.mode);
    s.rate = or_preset(&v[JET_RATE], (float)record.particles * p.density / s.model.life);
    s.size = or_preset(&v[JET_SIZE], staged ? 2.5f : 1.5f);
    s.buoyancy = v[JET_BUOYANCY].v[0] != 0.0f ? v[JET_BUOYANCY].v[0] : p.buoyancy;
    s.temperature = or_preset(&v[JET_TEMPERATURE], p.temperature);
    s.tip_temperature = or_preset(&v[JET_TIP_TEMPERATURE], p.tip_temperature);
    s.smoke = v[JET_SMOKE].v[0] >= 0.0f ? v[JET_SMOKE].v[0] : p.smoke;
    s.turbulence = or_preset(&v[JET_TURBULENCE], p.turbulence);
    *setup = s;
    return 0;
}
