/* SPDX-License-Identifier: MIT
 *
 * params - the parameters that every particle system shares, ready to stand in an effect's
 * table:
 *
 *     enum { MY_OWN = KIT_PARAMS, PARAMS };
 *     static const wisp_param table[PARAMS] = { KIT_PARAM_TABLE, [MY_OWN] = { ... } };
 *
 * kit_system_update then takes step->values as they are. An effect that wants other defaults
 * names an entry again after KIT_PARAM_TABLE.
 */
#ifndef KIT_PARAMS_H
#define KIT_PARAMS_H

#include <math.h>
#include <wisp/effect.h>

enum kit_param {
    KIT_MAX,
    KIT_FULL,
    KIT_RATE,
    KIT_RATE_VARIANCE,
    KIT_PER_METRE,
    KIT_PER_PIXEL,
    KIT_DURATION,
    KIT_LOOP,
    KIT_BURST,
    KIT_BURST_VARIANCE,
    KIT_BURST_AT,
    KIT_BURST_EVERY,
    KIT_BURST_TIMES,
    KIT_SOURCE,
    KIT_SOURCE_ON,
    KIT_SOURCE_COUNT,
    KIT_SOURCE_VARIANCE,
    KIT_SHAPE,
    KIT_RADIUS,
    KIT_INNER_RADIUS,
    KIT_EXTENT,
    KIT_LINE_POINTS,
    KIT_MESH_FILE,
    KIT_EMIT,
    KIT_SPREAD,
    KIT_SPACE,
    KIT_INHERIT,
    KIT_LIFE,
    KIT_SPEED,
    KIT_GRAVITY,
    KIT_ACCELERATION,
    KIT_DRAG,
    KIT_DRAG_QUADRATIC,
    KIT_WIND,
    KIT_TURBULENCE,
    KIT_TURBULENCE_SIZE,
    KIT_TURBULENCE_OCTAVES,
    KIT_ATTRACTOR,
    KIT_ATTRACTOR_POSITION,
    KIT_ATTRACTOR_AXIS,
    KIT_ATTRACTOR_STRENGTH,
    KIT_ATTRACTOR_RADIUS,
    KIT_LIMIT_SPEED,
    KIT_COLLIDE,
    KIT_RESTITUTION,
    KIT_FRICTION,
    KIT_RADIUS_OF_CONTACT,
    KIT_SIZE,
    KIT_COLOR,
    KIT_BRIGHTNESS,
    KIT_ADDITIVE,
    KIT_TEXTURE,
    KIT_SPRITE,
    KIT_COLUMNS,
    KIT_ROWS,
    KIT_FLIPS,
    KIT_ROTATION,
    KIT_SPIN,
    KIT_STRETCH,
    KIT_SOFT,
    KIT_LIT,
    KIT_LIGHT,
    KIT_PARAMS
};

enum kit_sprite_kind {
    KIT_SPRITE_SOFT = 1, /* a round glow */
    KIT_SPRITE_DISC,     /* a filled circle with an even edge */
    KIT_SPRITE_RING,
    KIT_SPRITE_SMOKE, /* a ragged puff */
    KIT_SPRITE_SPARK, /* a glow with a hard heart */
    KIT_SPRITE_FLAKE
};
enum kit_space { KIT_SPACE_WORLD = 1, KIT_SPACE_LOCAL };

static const wisp_choice kit_full_choices[] = {{"refuse", "refuse births", 1, 0},
                                               {"oldest", "replace the oldest", 2, 0},
                                               {"random", "replace at random", 3, 0}};
static const wisp_choice kit_shape_choices[] = {
    {"point", NULL, 1, 0},          {"line", NULL, 2, 0},       {"circle", NULL, 3, 0},
    {"disc", NULL, 4, 0},           {"ring", NULL, 5, 0},       {"sphere", NULL, 6, 0},
    {"sphere_surface", NULL, 7, 0}, {"box", NULL, 8, 0},        {"box_surface", NULL, 9, 0},
    {"cone", NULL, 10, 0},          {"rectangle", NULL, 11, 0}, {"mesh", NULL, 12, 0}};
static const wisp_choice kit_emit_choices[] = {{"along", "along the direction", 1, 0},
                                               {"outward", NULL, 2, 0},
                                               {"inward", NULL, 3, 0},
                                               {"sphere", "everywhere", 4, 0},
                                               {"tangent", "around the direction", 5, 0}};
static const wisp_choice kit_space_choices[] = {{"world", NULL, 1, 0},
                                                {"local", "moves with the emitter", 2, 0}};
static const wisp_choice kit_attractor_choices[] = {
    {"none", NULL, 0, 0}, {"point", NULL, 1, 0}, {"line", NULL, 2, 0}, {"vortex", NULL, 3, 0}};
static const wisp_choice kit_collide_choices[] = {
    {"none", NULL, 1, 0}, {"bounce", NULL, 2, 0}, {"stick", NULL, 3, 0}, {"kill", NULL, 4, 0}};
static const wisp_choice kit_sprite_choices[] = {
    {"soft", "round glow", 1, 0},   {"disc", NULL, 2, 0},  {"ring", NULL, 3, 0},
    {"smoke", "ragged puff", 4, 0}, {"spark", NULL, 5, 0}, {"flake", NULL, 6, 0}};

static const wisp_choice kit_source_choices[] = {{"flight", "all along their way", 1, 0},
                                                 {"birth", NULL, 2, 0},
                                                 {"death", NULL, 3, 0},
                                                 {"hit", "when they touch a body", 4, 0}};

#define KIT_CHOICES(list) .choices = list, .choice_count = sizeof list / sizeof *list

#define KIT_EMISSION_TABLE                                                                     \
    [KIT_MAX] = {.key = "max",                                                                 \
                 .type = WISP_PARAM_INT,                                                       \
                 .flags = WISP_PARAM_RESIZE,                                                   \
                 .hard_min = 0,                                                                \
                 .hard_max = 4e6,                                                              \
                 .soft_max = 4e6,                                                              \
                 .def = {10000},                                                               \
                 .group = "emission",                                                          \
                 .doc = "Most particles alive at once."},                                      \
    [KIT_FULL] = {.key = "full",                                                               \
                  .type = WISP_PARAM_ENUM,                                                     \
                  .def_text = "refuse",                                                        \
                  KIT_CHOICES(kit_full_choices),                                               \
                  .group = "emission",                                                         \
                  .doc = "What happens to births when max are alive."},                        \
    [KIT_RATE] = {.key = "rate",                                                               \
                  .type = WISP_PARAM_FLOAT,                                                    \
                  .unit = "1/s",                                                               \
                  .hard_min = 0,                                                               \
                  .hard_max = 1e9,                                                             \
                  .soft_max = 1e6,                                                             \
                  .def = {100},                                                                \
                  .group = "emission",                                                         \
                  .doc = "Births per second."},                                                \
    [KIT_RATE_VARIANCE] = {.key = "rate_variance",                                             \
                           .type = WISP_PARAM_FLOAT,                                           \
                           .unit = "1/s",                                                      \
                           .hard_min = 0,                                                      \
                           .hard_max = 1e9,                                                    \
                           .soft_max = 1e6,                                                    \
                           .group = "emission",                                                \
                           .doc =                                                              \
                               "Half range around rate, drawn anew each step (Reeves' Var)."}, \
    [KIT_PER_METRE] = {.key = "per_metre",                                                     \
                       .type = WISP_PARAM_FLOAT,                                               \
                       .unit = "1/m",                                                          \
                       .hard_min = 0,                                                          \
                       .hard_max = 1e6,                                                        \
                       .group = "emission",                                                    \
                       .doc = "Births per metre that the emitter moves."},                     \
    [KIT_PER_PIXEL] =                                                                          \
        {.key = "per_pixel",                                                                   \
         .type = WISP_PARAM_FLOAT,                                                             \
         .unit = "1/px",                                                                       \
         .hard_min = 0,                                                                        \
         .hard_max = 100,                                                                      \
         .group = "emission",                                                                  \
         .doc = "Births per step and pixel that the emitter covers (Reeves' second form)."},   \
    [KIT_DURATION] = {.key = "duration",                                                       \
                      .type = WISP_PARAM_FLOAT,                                                \
                      .unit = "s",                                                             \
                      .hard_min = 0,                                                           \
                      .hard_max = 1e6,                                                         \
                      .soft_max = 60,                                                          \
                      .group = "emission",                                                     \
                      .doc = "Time of emission; 0 is endless."},                               \
    [KIT_LOOP] = {.key = "loop",                                                               \
                  .type = WISP_PARAM_BOOL,                                                     \
                  .group = "emission",                                                         \
                  .doc = "Begin again after duration."},                                       \
    [KIT_BURST] = {.key = "burst",                                                             \
                   .type = WISP_PARAM_FLOAT,                                                   \
                   .hard_min = 0,                                                              \
                   .hard_max = 4e6,                                                            \
                   .group = "emission",                                                        \
                   .doc = "Particles of a timed burst."},                                      \
    [KIT_BURST_VARIANCE] = {.key = "burst_variance",                                           \
                            .type = WISP_PARAM_FLOAT,                                          \
                            .hard_min = 0,                                                     \
                            .hard_max = 1e6,                                                   \
                            .group = "emission",                                               \
                            .doc = "Half range around burst."},                                \
    [KIT_BURST_AT] = {.key = "burst_at",                                                       \
                      .type = WISP_PARAM_FLOAT,                                                \
                      .unit = "s",                                                             \
                      .hard_min = 0,                                                           \
                      .hard_max = 1e6,                                                         \
                      .group = "emission",                                                     \
                      .doc = "When the burst comes, in the emitter's time."},                  \
    [KIT_BURST_EVERY] = {.key = "burst_every",                                                 \
                         .type = WISP_PARAM_FLOAT,                                             \
                         .unit = "s",                                                          \
                         .hard_min = 0,                                                        \
                         .hard_max = 1e6,                                                      \
                         .group = "emission",                                                  \
                         .doc = "Time between repetitions; 0 is once."},                       \
    [KIT_BURST_TIMES] = {.key = "burst_times",                                                 \
                         .type = WISP_PARAM_INT,                                               \
                         .hard_min = 1,                                                        \
                         .hard_max = 4096,                                                     \
                         .def = {1},                                                           \
                         .group = "emission",                                                  \
                         .doc = "How often the burst comes."}

#define KIT_SOURCE_TABLE                                                                    \
    [KIT_SOURCE] = {.key = "source",                                                        \
                    .type = WISP_PARAM_STRING,                                              \
                    .def_text = "",                                                         \
                    .group = "emission",                                                    \
                    .doc = "Id of an earlier particle system whose particles emit these."}, \
    [KIT_SOURCE_ON] = {.key = "source_on",                                                  \
                       .type = WISP_PARAM_ENUM,                                             \
                       .def_text = "flight",                                                \
                       KIT_CHOICES(kit_source_choices),                                     \
                       .group = "emission",                                                 \
                       .doc = "When they emit: in flight rate is per particle, else "       \
                              "source_count comes at once."},                               \
    [KIT_SOURCE_COUNT] = {.key = "source_count",                                            \
                          .type = WISP_PARAM_FLOAT,                                         \
                          .hard_min = 0,                                                    \
                          .hard_max = 1e5,                                                  \
                          .soft_max = 500,                                                  \
                          .def = {10},                                                      \
                          .group = "emission",                                              \
                          .doc = "Births per such event."},                                 \
    [KIT_SOURCE_VARIANCE] = {.key = "source_variance",                                      \
                             .type = WISP_PARAM_FLOAT,                                      \
                             .hard_min = 0,                                                 \
                             .hard_max = 1e5,                                               \
                             .group = "emission",                                           \
                             .doc = "Half range around source_count."}

#define KIT_SHAPE_TABLE                                                                   \
    [KIT_SHAPE] = {.key = "shape",                                                        \
                   .type = WISP_PARAM_ENUM,                                               \
                   .def_text = "point",                                                   \
                   KIT_CHOICES(kit_shape_choices),                                        \
                   .group = "shape",                                                      \
                   .doc = "Where particles are born."},                                   \
    [KIT_RADIUS] = {.key = "radius",                                                      \
                    .type = WISP_PARAM_FLOAT,                                             \
                    .unit = "m",                                                          \
                    .hard_min = 0,                                                        \
                    .hard_max = 1e5,                                                      \
                    .soft_max = 20,                                                       \
                    .def = {0.5},                                                         \
                    .group = "shape",                                                     \
                    .doc = "Of circle, disc, ring, sphere, cone."},                       \
    [KIT_INNER_RADIUS] = {.key = "inner_radius",                                          \
                          .type = WISP_PARAM_FLOAT,                                       \
                          .unit = "m",                                                    \
                          .hard_min = 0,                                                  \
                          .hard_max = 1e5,                                                \
                          .soft_max = 20,                                                 \
                          .group = "shape",                                               \
                          .doc = "Of a ring."},                                           \
    [KIT_EXTENT] = {.key = "extent",                                                      \
                    .type = WISP_PARAM_VEC3,                                              \
                    .unit = "m",                                                          \
                    .hard_min = 0,                                                        \
                    .hard_max = 1e5,                                                      \
                    .soft_max = 100,                                                      \
                    .def = {1, 1, 1},                                                     \
                    .group = "shape",                                                     \
                    .doc = "Full size of box and rectangle; y is the height of a cone."}, \
    [KIT_LINE_POINTS] = {.key = "line",                                                   \
                         .type = WISP_PARAM_VEC3,                                         \
                         .flags = WISP_PARAM_POINTS,                                      \
                         .unit = "m",                                                     \
                         .hard_min = -1e6,                                                \
                         .hard_max = 1e6,                                                 \
                         .def = {1, 0, 0},                                                \
                         .group = "shape",                                                \
                         .doc = "The two ends of a line."},                               \
    [KIT_MESH_FILE] = {.key = "mesh",                                                     \
                       .type = WISP_PARAM_ASSET,                                          \
                       .def_text = "",                                                    \
                       .group = "shape",                                                  \
                       .doc = "OBJ file for the shape mesh."},                            \
    [KIT_EMIT] = {.key = "emit",                                                          \
                  .type = WISP_PARAM_ENUM,                                                \
                  .def_text = "along",                                                    \
                  KIT_CHOICES(kit_emit_choices),                                          \
                  .group = "shape",                                                       \
                  .doc = "Which way particles leave."},                                   \
    [KIT_SPREAD] = {.key = "spread",                                                      \
                    .type = WISP_PARAM_FLOAT,                                             \
                    .flags = WISP_PARAM_ANGLE,                                            \
                    .unit = "deg",                                                        \
                    .hard_min = 0,                                                        \
                    .hard_max = 180,                                                      \
                    .def = {15},                                                          \
                    .group = "shape",                                                     \
                    .doc = "Half angle of the cone they leave in."},                      \
    [KIT_SPACE] = {.key = "space",                                                        \
                   .type = WISP_PARAM_ENUM,                                               \
                   .def_text = "world",                                                   \
                   KIT_CHOICES(kit_space_choices),                                        \
                   .group = "shape",                                                      \
                   .doc = "Whether the living move with the emitter."},                   \
    [KIT_INHERIT] = {.key = "inherit",                                                    \
                     .type = WISP_PARAM_FLOAT,                                            \
                     .hard_min = -10,                                                     \
                     .hard_max = 10,                                                      \
                     .soft_min = 0,                                                       \
                     .soft_max = 1,                                                       \
                     .group = "shape",                                                    \
                     .doc = "Share of the emitter's velocity at birth."},                 \
    [KIT_LIFE] = {.key = "life",                                                          \
                  .type = WISP_PARAM_FLOAT,                                               \
                  .flags = WISP_PARAM_RANGE | WISP_PARAM_SPAWN,                           \
                  .unit = "s",                                                            \
                  .hard_min = 0,                                                          \
                  .hard_max = 1e6,                                                        \
                  .soft_max = 1e6,                                                         \
                  .def = {1, 1},                                                          \
                  .group = "motion",                                                      \
                  .doc = "Lifetime. Particles of life 0 are not born."},                  \
    [KIT_SPEED] = {.key = "speed",                                                        \
                   .type = WISP_PARAM_FLOAT,                                              \
                   .flags = WISP_PARAM_RANGE | WISP_PARAM_SPAWN,                          \
                   .unit = "m/s",                                                         \
                   .hard_min = -1e4,                                                      \
                   .hard_max = 1e4,                                                       \
                   .soft_min = 0,                                                         \
                   .soft_max = 50,                                                        \
                   .def = {1, 1},                                                         \
                   .group = "motion",                                                     \
                   .doc = "Speed at birth."}

#define KIT_FORCE_TABLE                                                                       \
    [KIT_GRAVITY] = {.key = "gravity",                                                        \
                     .type = WISP_PARAM_FLOAT,                                                \
                     .hard_min = -100,                                                        \
                     .hard_max = 100,                                                         \
                     .soft_min = -1,                                                          \
                     .soft_max = 1,                                                           \
                     .def = {1},                                                              \
                     .group = "motion",                                                       \
                     .doc = "Share of the scene's gravity."},                                 \
    [KIT_ACCELERATION] = {.key = "acceleration",                                              \
                          .type = WISP_PARAM_VEC3,                                            \
                          .unit = "m/s^2",                                                    \
                          .hard_min = -1e4,                                                   \
                          .hard_max = 1e4,                                                    \
                          .soft_min = -20,                                                    \
                          .soft_max = 20,                                                     \
                          .group = "motion",                                                  \
                          .doc = "Constant acceleration besides gravity."},                   \
    [KIT_DRAG] = {.key = "drag",                                                              \
                  .type = WISP_PARAM_FLOAT,                                                   \
                  .unit = "1/s",                                                              \
                  .hard_min = 0,                                                              \
                  .hard_max = 1000,                                                           \
                  .soft_max = 50,                                                             \
                  .group = "motion",                                                          \
                  .doc = "Linear drag: speed falls by e in 1/drag seconds."},                 \
    [KIT_DRAG_QUADRATIC] = {.key = "drag_quadratic",                                          \
                            .type = WISP_PARAM_FLOAT,                                         \
                            .unit = "1/m",                                                    \
                            .hard_min = 0,                                                    \
                            .hard_max = 1000,                                                 \
                            .soft_max = 1,                                                    \
                            .group = "motion",                                                \
                            .doc = "Drag by speed squared."},                                 \
    [KIT_WIND] = {.key = "wind",                                                              \
                  .type = WISP_PARAM_FLOAT,                                                   \
                  .hard_min = 0,                                                              \
                  .hard_max = 10,                                                             \
                  .soft_max = 1,                                                              \
                  .group = "motion",                                                          \
                  .doc = "How much the scene's wind carries particles along, through drag."}, \
    [KIT_TURBULENCE] = {.key = "turbulence",                                                  \
                        .type = WISP_PARAM_FLOAT,                                             \
                        .unit = "m/s^2",                                                      \
                        .hard_min = 0,                                                        \
                        .hard_max = 1e4,                                                      \
                        .soft_max = 200,                                                      \
                        .group = "motion",                                                    \
                        .doc = "Strength of swirling noise without divergence."},             \
    [KIT_TURBULENCE_SIZE] = {.key = "turbulence_size",                                        \
                             .type = WISP_PARAM_FLOAT,                                        \
                             .unit = "m",                                                     \
                             .hard_min = 1e-3,                                                \
                             .hard_max = 1e4,                                                 \
                             .soft_min = 0.01,                                                \
                             .soft_max = 20,                                                  \
                             .def = {1},                                                      \
                             .group = "motion",                                               \
                             .doc = "Size of the largest eddies."},                           \
    [KIT_TURBULENCE_OCTAVES] = {.key = "turbulence_octaves",                                  \
                                .type = WISP_PARAM_INT,                                       \
                                .hard_min = 1,                                                \
                                .hard_max = 6,                                                \
                                .def = {2},                                                   \
                                .group = "motion",                                            \
                                .doc = "Eddies within eddies."},                              \
    [KIT_ATTRACTOR] = {.key = "attractor",                                                    \
                       .type = WISP_PARAM_ENUM,                                               \
                       .def_text = "none",                                                    \
                       KIT_CHOICES(kit_attractor_choices),                                    \
                       .group = "motion",                                                     \
                       .doc = "What pulls or turns them."},                                   \
    [KIT_ATTRACTOR_POSITION] = {.key = "attractor_position",                                  \
                                .type = WISP_PARAM_VEC3,                                      \
                                .unit = "m",                                                  \
                                .hard_min = -1e6,                                             \
                                .hard_max = 1e6,                                              \
                                .group = "motion",                                            \
                                .doc = "World place of it."},                                 \
    [KIT_ATTRACTOR_AXIS] = {.key = "attractor_axis",                                          \
                            .type = WISP_PARAM_VEC3,                                          \
                            .hard_min = -1,                                                   \
                            .hard_max = 1,                                                    \
                            .def = {0, 1, 0},                                                 \
                            .group = "motion",                                                \
                            .doc = "Axis of line and vortex."},                               \
    [KIT_ATTRACTOR_STRENGTH] = {.key = "attractor_strength",                                  \
                                .type = WISP_PARAM_FLOAT,                                     \
                                .unit = "m/s^2",                                              \
                                .hard_min = -1e4,                                             \
                                .hard_max = 1e4,                                              \
                                .soft_min = -500,                                              \
                                .soft_max = 500,                                              \
                                .def = {5},                                                   \
                                .group = "motion",                                            \
                                .doc = "Pull or swirl at its radius; negative repels."},      \
    [KIT_ATTRACTOR_RADIUS] = {.key = "attractor_radius",                                      \
                              .type = WISP_PARAM_FLOAT,                                       \
                              .unit = "m",                                                    \
                              .hard_min = 1e-3,                                               \
                              .hard_max = 1e5,                                                \
                              .soft_min = 0.01,                                               \
                              .soft_max = 50,                                                 \
                              .def = {1},                                                     \
                              .group = "motion",                                              \
                              .doc = "Where it is strongest."},                               \
    [KIT_LIMIT_SPEED] = {.key = "limit_speed",                                                \
                         .type = WISP_PARAM_FLOAT,                                            \
                         .unit = "m/s",                                                       \
                         .hard_min = 0,                                                       \
                         .hard_max = 1e4,                                                     \
                         .soft_max = 100,                                                     \
                         .group = "motion",                                                   \
                         .doc = "Highest speed; 0 is none."},                                 \
    [KIT_COLLIDE] = {.key = "collide",                                                        \
                     .type = WISP_PARAM_ENUM,                                                 \
                     .def_text = "none",                                                      \
                     KIT_CHOICES(kit_collide_choices),                                        \
                     .group = "collision",                                                    \
                     .doc = "What bodies do to them."},                                       \
    [KIT_RESTITUTION] = {.key = "restitution",                                                \
                         .type = WISP_PARAM_FLOAT,                                            \
                         .hard_min = -1,                                                      \
                         .hard_max = 1,                                                       \
                         .soft_min = 0,                                                       \
                         .def = {-1},                                                         \
                         .group = "collision",                                                \
                         .doc = "Share of speed after a bounce; -1 is the body's own."},      \
    [KIT_FRICTION] = {.key = "friction",                                                      \
                      .type = WISP_PARAM_FLOAT,                                               \
                      .hard_min = -1,                                                         \
                      .hard_max = 1,                                                          \
                      .soft_min = 0,                                                          \
                      .def = {-1},                                                            \
                      .group = "collision",                                                   \
                      .doc = "Speed along the surface lost; -1 is the body's own."},          \
    [KIT_RADIUS_OF_CONTACT] = {.key = "contact_radius",                                       \
                               .type = WISP_PARAM_FLOAT,                                      \
                               .unit = "m",                                                   \
                               .hard_min = 0,                                                 \
                               .hard_max = 100,                                               \
                               .soft_max = 1,                                                 \
                               .group = "collision",                                          \
                               .doc = "How far from surfaces they stay."}

#define KIT_LOOK_TABLE                                                                        \
    [KIT_SIZE] = {.key = "size",                                                              \
                  .type = WISP_PARAM_FLOAT,                                                   \
                  .flags = WISP_PARAM_RANGE | WISP_PARAM_OVER_LIFE,                           \
                  .unit = "m",                                                                \
                  .hard_min = 0,                                                              \
                  .hard_max = 1e4,                                                            \
                  .soft_max = 100,                                                            \
                  .def = {0.1, 0.1},                                                          \
                  .group = "look",                                                            \
                  .doc = "Full width; a range is per particle, a curve over its life."},      \
    [KIT_COLOR] = {.key = "color",                                                            \
                   .type = WISP_PARAM_COLOR,                                                  \
                   .flags = WISP_PARAM_OVER_LIFE,                                             \
                   .def = {1, 1, 1, 1},                                                       \
                   .group = "look",                                                           \
                   .doc = "Colour and opacity, over life when a gradient."},                  \
    [KIT_BRIGHTNESS] = {.key = "brightness",                                                  \
                        .type = WISP_PARAM_FLOAT,                                             \
                        .hard_min = 0,                                                        \
                        .hard_max = 1e4,                                                      \
                        .soft_max = 200,                                                      \
                        .def = {1},                                                           \
                        .group = "look",                                                      \
                        .doc = "Factor on the colour's light."},                              \
    [KIT_ADDITIVE] = {.key = "additive",                                                      \
                      .type = WISP_PARAM_FLOAT,                                               \
                      .flags = WISP_PARAM_OVER_LIFE,                                          \
                      .hard_min = 0,                                                          \
                      .hard_max = 1,                                                          \
                      .def = {0},                                                             \
                      .group = "look",                                                        \
                      .doc =                                                                  \
                          "0 covers like smoke, 1 adds like light; over life when a curve."}, \
    [KIT_TEXTURE] = {.key = "texture",                                                        \
                     .type = WISP_PARAM_ASSET,                                                \
                     .def_text = "",                                                          \
                     .group = "look",                                                         \
                     .doc = "Picture, or sheet of pictures; none: the sprite below."},        \
    [KIT_SPRITE] = {.key = "sprite",                                                          \
                    .type = WISP_PARAM_ENUM,                                                  \
                    .def_text = "soft",                                                       \
                    KIT_CHOICES(kit_sprite_choices),                                          \
                    .group = "look",                                                          \
                    .doc = "Computed picture."},                                              \
    [KIT_COLUMNS] = {.key = "columns",                                                        \
                     .type = WISP_PARAM_INT,                                                  \
                     .hard_min = 1,                                                           \
                     .hard_max = 64,                                                          \
                     .def = {1},                                                              \
                     .group = "look",                                                         \
                     .doc = "Columns of the sheet."},                                         \
    [KIT_ROWS] = {.key = "rows",                                                              \
                  .type = WISP_PARAM_INT,                                                     \
                  .hard_min = 1,                                                              \
                  .hard_max = 64,                                                             \
                  .def = {1},                                                                 \
                  .group = "look",                                                            \
                  .doc = "Rows of the sheet."},                                               \
    [KIT_FLIPS] = {.key = "flips",                                                            \
                   .type = WISP_PARAM_FLOAT,                                                  \
                   .hard_min = 0,                                                             \
                   .hard_max = 1000,                                                          \
                   .def = {1},                                                                \
                   .group = "look",                                                           \
                   .doc = "Times through the sheet in a life."},                              \
    [KIT_ROTATION] = {.key = "rotation_random",                                               \
                      .type = WISP_PARAM_FLOAT,                                               \
                      .flags = WISP_PARAM_ANGLE,                                              \
                      .unit = "deg",                                                          \
                      .hard_min = 0,                                                          \
                      .hard_max = 180,                                                        \
                      .group = "look",                                                        \
                      .doc = "Half range of the turn at birth."},                             \
    [KIT_SPIN] = {.key = "spin",                                                              \
                  .type = WISP_PARAM_FLOAT,                                                   \
                  .flags = WISP_PARAM_ANGLE,                                                  \
                  .unit = "deg/s",                                                            \
                  .hard_min = -1e5,                                                           \
                  .hard_max = 1e5,                                                            \
                  .soft_min = -360,                                                           \
                  .soft_max = 360,                                                            \
                  .group = "look",                                                            \
                  .doc = "Turning; half of them the other way."},                             \
    [KIT_STRETCH] =                                                                           \
        {.key = "stretch",                                                                    \
         .type = WISP_PARAM_FLOAT,                                                            \
         .unit = "s",                                                                         \
         .hard_min = 0,                                                                       \
         .hard_max = 10,                                                                      \
         .soft_max = 0.2,                                                                     \
         .group = "look",                                                                     \
         .doc = "Streak along the way of so much time, with the light spread over it."},      \
    [KIT_SOFT] = {.key = "soft",                                                              \
                  .type = WISP_PARAM_FLOAT,                                                   \
                  .unit = "m",                                                                \
                  .hard_min = 0,                                                              \
                  .hard_max = 100,                                                            \
                  .soft_max = 2,                                                              \
                  .def = {0.1},                                                               \
                  .group = "look",                                                            \
                  .doc = "Fade where they cut into solids."},                                 \
    [KIT_LIT] = {.key = "lit",                                                                \
                 .type = WISP_PARAM_FLOAT,                                                    \
                 .hard_min = 0,                                                               \
                 .hard_max = 1,                                                               \
                 .group = "look",                                                             \
                 .doc = "0 shines by itself, 1 takes the scene's light."},                    \
    [KIT_LIGHT] = {.key = "light",                                                            \
                   .type = WISP_PARAM_FLOAT,                                                  \
                   .hard_min = 0,                                                             \
                   .hard_max = 1e6,                                                           \
                   .soft_max = 1e5,                                                           \
                   .group = "look",                                                           \
                   .doc = "Light on the scene from all of them together."}

#define KIT_PARAM_TABLE \
    KIT_EMISSION_TABLE, KIT_SOURCE_TABLE, KIT_SHAPE_TABLE, KIT_FORCE_TABLE, KIT_LOOK_TABLE

#endif
