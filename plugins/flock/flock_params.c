/* SPDX-License-Identifier: MIT
 *
 * The parameters of the effect flock.
 */
#include <math.h>

#include "flock_own.h"

#define MODEL .group = "flock"
#define WAY .group = "way"
#define DANGER .group = "danger"
#define NEEDS .group = "needs"
#define LOOK .group = "look"
#define LIMITS(low, high) .hard_min = (low), .hard_max = (high)
#define SOFT(low, high) .soft_min = (low), .soft_max = (high)
#define NUMBER(name) .key = name, .type = WISP_PARAM_FLOAT
#define SPAN(name) .key = name, .type = WISP_PARAM_FLOAT, .flags = WISP_PARAM_RANGE
#define WHOLE(name) .key = name, .type = WISP_PARAM_INT
#define PLACE(name) .key = name, .type = WISP_PARAM_VEC3, .unit = "m", LIMITS(-1e6, 1e6)
#define CHOICE(name, list)                                 \
    .key = name, .type = WISP_PARAM_ENUM, .choices = list, \
    .choice_count = sizeof(list) / sizeof(list)[0]

static const wisp_choice kinds[] = {{"bird", NULL, FLOCK_BIRD, 0},
                                    {"fish", NULL, FLOCK_FISH, 0},
                                    {"midge", NULL, FLOCK_MIDGE, 0}};
static const wisp_choice modes[] = {{"model_a", "steering", FLOCK_STEER, 0},
                                    {"document", "target points", FLOCK_DOCUMENT, 0}};
static const wisp_stop palette[] = {{0, {0.035f, 0.03f, 0.035f, 1}},
                                    {1, {0.5f, 0.16f, 0.03f, 1}}};

const wisp_param flock_params[FLOCK_PARAMS] = {
    [FLOCK_COUNT] = {WHOLE("count"), .flags = WISP_PARAM_RESIZE, LIMITS(0, 1e6), SOFT(0, 2e4),
                     .def = {500}, MODEL, .doc = "Animals."},
    [FLOCK_KIND] = {CHOICE("kind", kinds), .def_text = "bird", MODEL,
                    .doc = "Body and its motion."},
    [FLOCK_MODE] = {CHOICE("mode", modes), .def_text = "model_a", MODEL,
                    .doc = "Steering forces, or the document's turning toward target points."},
    [FLOCK_BOUNDS] =
        {PLACE("bounds"), .flags = WISP_PARAM_POINTS, .def = {20, 10, 20}, MODEL,
         .doc = "Two corners of their space from the effect's position; one vector is "
                "half of a box that stands on it."},
    [FLOCK_NEIGHBOURS] = {WHOLE("neighbours"), LIMITS(0, FLOCK_NEAREST_MOST), .def = {7}, MODEL,
                          .doc = "Heeds so many nearest; 0 all within the radius."},
    [FLOCK_RADIUS] = {NUMBER("radius"), .unit = "m", LIMITS(0.001, 1e4), SOFT(0.1, 20),
                      .def = {4}, MODEL, .doc = "How far they see each other."},
    [FLOCK_SPACING] = {NUMBER("spacing"), .unit = "m", LIMITS(0, 1e4), SOFT(0, 5), MODEL,
                       .doc = "Nearer than this they part; 0 is a quarter of the radius."},
    [FLOCK_COHESION] = {NUMBER("cohesion"), LIMITS(0, 100), SOFT(0, 3), .def = {1}, MODEL,
                        .doc = "Pull to the neighbours' middle."},
    [FLOCK_ALIGNMENT] = {NUMBER("alignment"), LIMITS(0, 100), SOFT(0, 3), .def = {1}, MODEL,
                         .doc = "Pull to the neighbours' velocity."},
    [FLOCK_SEPARATION] = {NUMBER("separation"), LIMITS(0, 100), SOFT(0, 4), .def = {1.6}, MODEL,
                          .doc = "Push from those too near."},
    [FLOCK_SPEED] = {SPAN("speed"), .unit = "m/s", LIMITS(0.001, 1000), SOFT(0.1, 20),
                     .def = {4, 7}, MODEL, .doc = "Slowest and fastest."},
    [FLOCK_TURN] = {NUMBER("turn"), .flags = WISP_PARAM_ANGLE, .unit = "deg/s", LIMITS(0, 1e4),
                    SOFT(30, 720), .def = {220}, MODEL,
                    .doc = "Fastest turn; 0 is no limit (steering only)."},
    [FLOCK_ACCELERATION] = {NUMBER("acceleration"), .unit = "m/s^2", LIMITS(0.001, 1e4),
                            SOFT(0.5, 40), .def = {10}, MODEL, .doc = "Strongest pull."},
    [FLOCK_VIEW] = {NUMBER("fov"), .flags = WISP_PARAM_ANGLE, .unit = "deg", LIMITS(1, 360),
                    .def = {300}, MODEL, .doc = "Field of view."},
    [FLOCK_COLORS] = {WHOLE("colors"), LIMITS(1, 8), .def = {1}, MODEL,
                      .doc = "Kinds that keep apart, told by colour."},
    [FLOCK_REPEL] = {NUMBER("repel"), LIMITS(0, 100), SOFT(0, 4), .def = {1}, MODEL,
                     .doc = "Push from other colours."},
    [FLOCK_LEVEL] = {NUMBER("level"), .unit = "1/s", LIMITS(0, 100), SOFT(0, 4), .def = {0.8},
                     WAY, .doc = "How soon they level out."},
    [FLOCK_WANDER] = {NUMBER("wander"), LIMITS(0, 10), SOFT(0, 1), .def = {0.08}, WAY,
                      .doc = "Own will of each."},
    [FLOCK_WALL] = {NUMBER("wall"), .unit = "m", LIMITS(0, 1e4), SOFT(0, 20), .def = {5}, WAY,
                    .doc = "From how far the bounds turn them back."},
    [FLOCK_BARRIER] = {NUMBER("barrier"), .unit = "m", LIMITS(0, 1e3), SOFT(0, 10), .def = {2},
                       WAY, .doc = "From how far bodies turn them aside; 0 flies through."},
    [FLOCK_WIND] = {NUMBER("wind"), LIMITS(0, 1), .def = {0.2}, WAY,
                    .doc = "Share of the wind that carries them."},
    [FLOCK_AVOID] = {PLACE("avoid"), DANGER,
                     .doc = "A place to keep away from; see avoid_radius."},
    [FLOCK_AVOID_TARGET] = {.key = "avoid_target",
                            .type = WISP_PARAM_STRING,
                            .def_text = "",
                            DANGER,
                            .doc = "Keeps away from what this effect moves, by its id."},
    [FLOCK_AVOID_RADIUS] = {NUMBER("avoid_radius"), .unit = "m", LIMITS(0, 1e4), SOFT(0, 30),
                            DANGER, .doc = "From how far; 0 is off."},
    [FLOCK_AVOID_WEIGHT] = {NUMBER("avoid_weight"), LIMITS(0, 100), SOFT(0, 5), .def = {3},
                            DANGER, .doc = "How much it counts."},
    [FLOCK_PREDATORS] = {WHOLE("predators"), LIMITS(0, FLOCK_HUNTERS), DANGER,
                         .doc = "Hunters of its own."},
    [FLOCK_PREDATOR_SPEED] = {NUMBER("predator_speed"), .unit = "m/s", LIMITS(0, 1000),
                              SOFT(1, 40), DANGER, .doc = "0 is 1.4 times the fastest animal."},
    [FLOCK_PREDATOR_PERIOD] = {NUMBER("predator_period"), .unit = "s", LIMITS(0.1, 1e4),
                               SOFT(2, 60), .def = {12}, DANGER,
                               .doc = "From attack to attack."},
    [FLOCK_PREDATOR_RADIUS] = {NUMBER("predator_radius"), .unit = "m", LIMITS(0, 1e4),
                               SOFT(1, 30), .def = {8}, DANGER,
                               .doc = "From how far hunters are fled."},
    [FLOCK_FEAR_THRESHOLD] = {SPAN("fear_threshold"), LIMITS(0, 0.99), .def = {0.05, 0.2},
                              DANGER, .doc = "Fear below this is not heeded; each its own."},
    [FLOCK_FEAR_TIME] = {NUMBER("fear_time"), .unit = "s", LIMITS(0, 1e4), SOFT(0.1, 10),
                         .def = {1.5}, DANGER, .doc = "In which fear fades to 1/e."},
    [FLOCK_HUNGER_RATE] = {SPAN("hunger_rate"), .unit = "1/s", LIMITS(0, 10), SOFT(0, 0.2),
                           NEEDS, .doc = "How fast they get hungry; each its own."},
    [FLOCK_HUNGER_THRESHOLD] = {SPAN("hunger_threshold"), LIMITS(0, 0.99), .def = {0.3, 0.6},
                                NEEDS, .doc = "Hunger below this is not heeded; each its own."},
    [FLOCK_FOOD] = {PLACE("food"), NEEDS,
                    .doc = "Where food lies, from the effect's position."},
    [FLOCK_FOOD_AMOUNT] = {NUMBER("food_amount"), LIMITS(0, 1e9), SOFT(0, 1000), NEEDS,
                           .doc = "Meals there at the start."},
    [FLOCK_FOOD_RADIUS] = {NUMBER("food_radius"), .unit = "m", LIMITS(0.001, 1e3), SOFT(0.1, 5),
                           .def = {0.8}, NEEDS, .doc = "Near enough to eat."},
    [FLOCK_LIBIDO_RATE] = {SPAN("libido_rate"), .unit = "1/s", LIMITS(0, 10), SOFT(0, 0.2),
                           NEEDS, .doc = "How fast they long for a mate; each its own."},
    [FLOCK_LIBIDO_THRESHOLD] = {SPAN("libido_threshold"), LIMITS(0, 0.99), .def = {0.4, 0.7},
                                NEEDS,
                                .doc = "Longing below this is not heeded; each its own."},
    [FLOCK_LIGHT] = {NUMBER("light"), LIMITS(-10, 10), SOFT(-1, 1), NEEDS,
                     .doc = "Pull to lamps; negative flees them."},
    [FLOCK_SIZE] = {SPAN("size"), .unit = "m", LIMITS(1e-4, 100), SOFT(0.01, 2),
                    .def = {0.3, 0.36}, LOOK, .doc = "Length of a body."},
    [FLOCK_PALETTE] = {.key = "palette",
                       .type = WISP_PARAM_GRADIENT,
                       .def_stops = palette,
                       .def_stop_count = 2,
                       LOOK,
                       .doc = "From the first colour to the last."},
    [FLOCK_PREDATOR_COLOR] = {.key = "predator_color",
                              .type = WISP_PARAM_COLOR,
                              .def = {0.16, 0.09, 0.05, 1},
                              LOOK,
                              .doc = "Of the hunters."},
    [FLOCK_TINT] = {NUMBER("tint"), LIMITS(0, 1), LOOK,
                    .doc =
                        "Shows the state of mind: hungry amber, afraid white, longing pink."},
    [FLOCK_BEAT] = {NUMBER("wing_beat"), .unit = "1/s", LIMITS(0, 100), SOFT(0, 20), .def = {6},
                    LOOK, .doc = "Beats of wings or tail."},
    [FLOCK_BANK] = {NUMBER("bank"), LIMITS(0, 3), .def = {1}, LOOK,
                    .doc = "How far they lean into turns."},
    [FLOCK_GLOSS] = {NUMBER("gloss"), LIMITS(0, 1), .def = {0.25}, LOOK,
                     .doc = "Shine of the skin."},
};
