/* SPDX-License-Identifier: MIT
 *
 * schema_scene - the parameter tables of the scene itself, its camera, sky, sun, wind and
 * post-processing, in the order of the enumerations in schema.h.
 *
 * Units  As written per entry; angles are degrees here and radians in values.
 */
#include "script/schema.h"

#include "script/schema_tables.h"

#define KEY(k) .key = (k)
#define HARD(lo, hi) .hard_min = (lo), .hard_max = (hi)
#define SOFT(lo, hi) .soft_min = (lo), .soft_max = (hi)
#define COUNT(t) ((uint32_t)(sizeof(t) / sizeof *(t)))

static const wisp_param scene_table[SCENE_PARAMS] = {
    [SCENE_TITLE] = {KEY("title"), .type = WISP_PARAM_STRING, .def_text = "",
                     .doc = "Name in the window's title bar."},
    [SCENE_SEED] = {KEY("seed"), .type = WISP_PARAM_INT, HARD(0, 4294967295.0), .def = {1},
                    .flags = WISP_PARAM_REBUILD,
                    .doc = "Start of all random numbers; the same seed gives the same film."},
    [SCENE_DURATION] = {KEY("duration"), .type = WISP_PARAM_FLOAT, .unit = "s", HARD(0, 86400),
                        .doc = "Length of the scene; 0 runs without an end."},
    [SCENE_LOOP] = {KEY("loop"), .type = WISP_PARAM_BOOL,
                    .doc = "Begin again at the end of the duration."},
    [SCENE_GRAVITY] = {KEY("gravity"), .type = WISP_PARAM_VEC3, .unit = "m/s^2",
                       HARD(-1000, 1000), .def = {0, -9.81, 0},
                       .doc = "Acceleration that every body and effect feels."},
};

static const wisp_choice camera_kinds[] = {
    {"orbit", "orbit", CAMERA_ORBIT, 0},
    {"fixed", "fixed", CAMERA_FIXED, 0},
    {"fly", "fly", CAMERA_FLY, 0},
};
static const wisp_param camera_table[CAMERA_PARAMS] = {
    [CAMERA_KIND] = {KEY("kind"), .type = WISP_PARAM_ENUM, .flags = WISP_PARAM_HIDDEN,
                     .def_text = "orbit", .choices = camera_kinds,
                     .choice_count = COUNT(camera_kinds), .doc = "How the camera moves."},
    [CAMERA_TARGET] = {KEY("target"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(-1e6, 1e6),
                       .def = {0, 1, 0}, .doc = "Point the orbit goes around."},
    [CAMERA_DISTANCE] = {KEY("distance"), .type = WISP_PARAM_FLOAT, .unit = "m",
                         HARD(0.01, 1e5), .def = {6}, .doc = "From the target to the eye."},
    [CAMERA_YAW] = {KEY("yaw"), .type = WISP_PARAM_FLOAT, .unit = "deg",
                    .flags = WISP_PARAM_ANGLE, HARD(-36000, 36000), .def = {20},
                    .doc = "Turn about the vertical; 0 looks along -z."},
    [CAMERA_PITCH] = {KEY("pitch"), .type = WISP_PARAM_FLOAT, .unit = "deg",
                      .flags = WISP_PARAM_ANGLE, HARD(-89, 89), .def = {12},
                      .doc = "Height of the eye as an angle; positive looks down."},
    [CAMERA_SPIN] = {KEY("spin"), .type = WISP_PARAM_FLOAT, .unit = "deg/s",
                     .flags = WISP_PARAM_ANGLE, HARD(-3600, 3600),
                     .doc = "Speed at which yaw grows by itself."},
    [CAMERA_POSITION] = {KEY("position"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(-1e6, 1e6),
                         .def = {0, 1.5, 6}, .doc = "Where the eye is."},
    [CAMERA_LOOK_AT] = {KEY("look_at"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(-1e6, 1e6),
                        .def = {0, 1, 0}, .doc = "Point in the middle of the picture."},
    [CAMERA_FOV] = {KEY("fov"), .type = WISP_PARAM_FLOAT, .unit = "deg",
                    .flags = WISP_PARAM_ANGLE, HARD(1, 170), SOFT(5, 120), .def = {45},
                    .doc = "Vertical angle of view."},
    [CAMERA_NEAR] = {KEY("near"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(1e-4, 1e4),
                     .def = {0.05}, .doc = "Nothing closer is drawn."},
    [CAMERA_FAR] = {KEY("far"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(0.01, 1e7),
                    .def = {500}, .doc = "Nothing farther is drawn."},
    [CAMERA_ROLL] = {KEY("roll"), .type = WISP_PARAM_FLOAT, .unit = "deg",
                     .flags = WISP_PARAM_ANGLE, HARD(-360, 360), .doc = "Tilt of the picture."},
};

static const wisp_stop sky_stops[] = {
    {0.0f, {0.030f, 0.045f, 0.070f, 1.0f}},
    {1.0f, {0.004f, 0.007f, 0.016f, 1.0f}},
};
static const wisp_param sky_table[SKY_PARAMS] = {
    [SKY_COLOR] = {KEY("color"), .type = WISP_PARAM_GRADIENT, .def_stops = sky_stops,
                   .def_stop_count = COUNT(sky_stops),
                   .doc = "From the horizon (0) to the zenith (1)."},
    [SKY_IMAGE] = {KEY("image"), .type = WISP_PARAM_ASSET, .def_text = "",
                   .doc = "A latitude-longitude picture or a cross of six faces."},
    [SKY_BRIGHTNESS] = {KEY("brightness"), .type = WISP_PARAM_FLOAT, HARD(0, 1000),
                        SOFT(0, 100), .def = {1}, .doc = "Multiplies colour and image."},
    [SKY_AMBIENT] = {KEY("ambient"), .type = WISP_PARAM_FLOAT, HARD(0, 100), .def = {1},
                     .doc = "How much the sky lights the scene."},
    [SKY_FOG_DENSITY] = {KEY("fog_density"), .type = WISP_PARAM_FLOAT, .unit = "1/m",
                         HARD(0, 10), .doc = "Extinction of distance fog; 0 is clear air."},
    [SKY_FOG_COLOR] = {KEY("fog_color"), .type = WISP_PARAM_COLOR, .def = {0.5, 0.55, 0.6, 1},
                       .doc = "What distance fades to."},
};

static const wisp_param sun_table[SUN_PARAMS] = {
    [SUN_DIRECTION] = {KEY("direction"), .type = WISP_PARAM_VEC3, HARD(-1e6, 1e6),
                       .def = {0.4, 0.8, 0.45}, .doc = "Towards the sun; any length."},
    [SUN_COLOR] = {KEY("color"), .type = WISP_PARAM_COLOR, .def = {1, 0.95, 0.87, 1},
                   .doc = "Colour of its light."},
    [SUN_INTENSITY] = {KEY("intensity"), .type = WISP_PARAM_FLOAT, HARD(0, 1000), SOFT(0, 100),
                       .def = {2}, .doc = "Illuminance; 0 is night."},
    [SUN_SHADOW_SOFTNESS] = {KEY("shadow_softness"), .type = WISP_PARAM_FLOAT, HARD(0, 1),
                             .def = {0.15}, .doc = "0 is a sharp shadow, 1 a very soft one."},
};

static const wisp_param wind_table[WIND_PARAMS] = {
    [WIND_VELOCITY] = {KEY("velocity"), .type = WISP_PARAM_VEC3, .unit = "m/s", HARD(-200, 200),
                       .doc = "Mean wind."},
    [WIND_GUST] = {KEY("gust"), .type = WISP_PARAM_FLOAT, HARD(0, 10), .def = {0},
                   .doc = "Strength of gusts as a part of the mean wind."},
    [WIND_GUST_PERIOD] = {KEY("gust_period"), .type = WISP_PARAM_FLOAT, .unit = "s",
                          HARD(0.1, 600), .def = {4}, .doc = "Time between gusts."},
    [WIND_GUST_LENGTH] = {KEY("gust_length"), .type = WISP_PARAM_FLOAT, .unit = "m",
                          HARD(0.1, 1e4), .def = {20}, .doc = "Distance between gusts."},
    [WIND_TURBULENCE] = {KEY("turbulence"), .type = WISP_PARAM_FLOAT, .unit = "m/s",
                         HARD(0, 100), .doc = "Speed of eddies."},
    [WIND_TURBULENCE_SIZE] = {KEY("turbulence_size"), .type = WISP_PARAM_FLOAT, .unit = "m",
                              HARD(0.01, 1000), .def = {1.5}, .doc = "Size of eddies."},
};

static const wisp_choice tone_curves[] = {
    {"filmic", "filmic", TONE_FILMIC, 0},
    {"linear", "linear", TONE_LINEAR, 0},
};
static const wisp_param post_table[POST_PARAMS] = {
    [POST_EXPOSURE] = {KEY("exposure"), .type = WISP_PARAM_FLOAT, HARD(0, 1000), SOFT(0, 64),
                       .def = {1}, .doc = "Multiplies the light before the tone curve."},
    [POST_TONE] = {KEY("tone"), .type = WISP_PARAM_ENUM, .def_text = "filmic",
                   .choices = tone_curves, .choice_count = COUNT(tone_curves),
                   .doc = "Curve from light to the screen."},
    [POST_BLOOM_THRESHOLD] = {KEY("bloom_threshold"), .type = WISP_PARAM_FLOAT, HARD(0, 100),
                              .def = {1}, .doc = "Light above it spreads a glow."},
    [POST_BLOOM_STRENGTH] = {KEY("bloom_strength"), .type = WISP_PARAM_FLOAT, HARD(0, 10),
                             .def = {0}, .doc = "Amount of glow; 0 is none."},
    [POST_BLOOM_RADIUS] = {KEY("bloom_radius"), .type = WISP_PARAM_FLOAT, HARD(0, 1),
                           .def = {0.5}, .doc = "Width of the glow."},
    [POST_VIGNETTE] = {KEY("vignette"), .type = WISP_PARAM_FLOAT, HARD(0, 1),
                       .doc = "Darkening towards the corners."},
    [POST_SATURATION] = {KEY("saturation"), .type = WISP_PARAM_FLOAT, HARD(0, 4), .def = {1},
                         .doc = "0 is grey, 1 as it is."},
};

const wisp_param *schema_table(enum node_kind kind, uint32_t *count) {
    const struct {
        const wisp_param *params;
        uint32_t count;
    } tables[NODE_KINDS] = {
        [NODE_SCENE] = {scene_table, SCENE_PARAMS},
        [NODE_CAMERA] = {camera_table, CAMERA_PARAMS},
        [NODE_SKY] = {sky_table, SKY_PARAMS},
        [NODE_SUN] = {sun_table, SUN_PARAMS},
        [NODE_WIND] = {wind_table, WIND_PARAMS},
        [NODE_POST] = {post_table, POST_PARAMS},
        [NODE_BODY] = {schema_body, BODY_PARAMS},
        [NODE_LIGHT] = {schema_light, LIGHT_PARAMS},
        [NODE_EFFECT] = {schema_common, COMMON_PARAMS},
    };
    if (kind < NODE_SCENE || kind >= NODE_KINDS) {
        *count = 0;
        return NULL;
    }
    *count = tables[kind].count;
    return tables[kind].params;
}

const char *schema_kind_name(enum node_kind kind) {
    static const char *const names[NODE_KINDS] = {
        [NODE_SCENE] = "scene", [NODE_CAMERA] = "camera", [NODE_SKY] = "sky",
        [NODE_SUN] = "sun",     [NODE_WIND] = "wind",     [NODE_POST] = "post",
        [NODE_BODY] = "body",   [NODE_LIGHT] = "light",   [NODE_EFFECT] = "effect",
    };
    return kind >= NODE_SCENE && kind < NODE_KINDS ? names[kind] : "?";
}
