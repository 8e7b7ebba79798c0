/* SPDX-License-Identifier: MIT
 *
 * Parameters of the simplex fire.
 */
#include "simplex_fire/fire_effect.h"

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

static const wisp_choice depth_modes[] = {
    {"stop", "stop at depth", FIRE_DEPTH_STOP, 0},
    {"extra", "extra sample", FIRE_DEPTH_EXTRA, 0},
    {"midpoint", "clipped midpoint", FIRE_DEPTH_MIDPOINT, 0}};
static const wisp_choice wind_modes[] = {{"bend", NULL, FIRE_WIND_BEND, 0},
                                         {"shear", NULL, FIRE_WIND_SHEAR, 0}};
static const wisp_choice qualities[] = {{"low", NULL, FIRE_LOW, 0},
                                        {"medium", NULL, FIRE_MEDIUM, 0},
                                        {"high", NULL, FIRE_HIGH, 0},
                                        {"ultra", NULL, FIRE_ULTRA, 0}};
static const wisp_choice resolutions[] = {{"full", NULL, 1, 0}, {"half", NULL, 2, 0}};

/* clang-format off */
const wisp_param fire_params[FIRE_PARAMS] = {
    [FIRE_SIZE] = {"size", WISP_PARAM_VEC2, 0, "m", 0.01, 1000, 0.1, 20, {1, 1.7}, .group = "shape",
                   .doc = "Width and height of the box that a flame fills."},
    [FIRE_LENGTH] = NUMBER("length", "m", 0, 10000, 0, 50, 0, "shape",
                           "Length along local x of a sea of fire; up to the width it is a single flame."),
    [FIRE_INTENSITY] = NUMBER("intensity", NULL, 0, 1, 0, 1, 1, "shape",
                              "How far it burns: less is lower and thinner; 0 is out."),
    [FIRE_ROUGHNESS] = NUMBER("roughness", NULL, 0, 4, 0, 4, 1.6, "shape",
                              "How deep noise cuts into the outline."),
    [FIRE_SCALE] = NUMBER("scale", NULL, 0.05, 50, 0.5, 6, 1.8, "shape",
                          "Noise cells per width of the flame."),
    [FIRE_SPEED] = NUMBER("speed", "1/s", -20, 20, 0, 4, 0.8, "shape",
                          "Heights a second that the pattern climbs."),
    [FIRE_BUOYANCY] = NUMBER("buoyancy", NULL, 0, 10, 0, 3, 0.6, "shape",
                             "How much faster it climbs at the top than at the base; 0 is the source's."),
    [FIRE_WARP] = NUMBER("warp", NULL, 0, 1, 0, 0.3, 0, "shape",
                         "Swirls of a curl noise in the pattern."),
    [FIRE_BREATHING] = NUMBER("breathing", NULL, 0, 0.5, 0, 0.3, 0.06, "shape",
                              "How much the width swings at the puffing rate 1.5 / sqrt(width) Hz."),
    [FIRE_RIDGE] = NUMBER("ridge", NULL, 0, 1, 0, 1, 1, "shape",
                          "How much the height of a sea of fire varies along it."),
    [FIRE_PROFILE] = {"profile", WISP_PARAM_ASSET, .def_text = "", .group = "shape",
                      .doc = "Image of half a flame, axis at the left; empty is the procedural one."},
    [FIRE_TEMPERATURE] = NUMBER("temperature", "K", 900, 6500, 1400, 3500, 2500, "colour",
                                "At the heart of the base."),
    [FIRE_TIP_TEMPERATURE] = NUMBER("tip_temperature", "K", 800, 6500, 1000, 2000, 1250, "colour",
                                    "At tips and rim."),
    [FIRE_BRIGHTNESS] = NUMBER("brightness", NULL, 0, 1000, 0, 20, 4, "colour",
                               "Light given off per width of flame."),
    [FIRE_ABSORPTION] = NUMBER("absorption", NULL, 0, 100, 0, 20, 3.5, "colour",
                               "How fast the flame hides what is behind; 0 sums colours as the source does."),
    [FIRE_SMOKE] = NUMBER("smoke", NULL, 0, 50, 0, 10, 0, "smoke", "Density of the smoke above; 0 is none."),
    [FIRE_SMOKE_HEIGHT] = NUMBER("smoke_height", NULL, 1, 10, 1.2, 4, 2.2, "smoke",
                                 "Where smoke has thinned out, in heights of the flame."),
    [FIRE_WIND_MODE] = CHOICE("wind_mode", wind_modes, "bend", "wind",
                              "bend keeps the base upright; shear leans the whole box."),
    [FIRE_WIND_RESPONSE] = NUMBER("wind_response", "s/m", 0, 10, 0, 1, 0.14, "wind",
                                  "Lean at the top, in heights, per m/s of the world's wind."),
    [FIRE_LEAN] = {"lean", WISP_PARAM_VEC2, 0, NULL, -3, 3, -1, 1, .group = "wind",
                   .doc = "Lean along local x and z besides the wind's, in heights."},
    [FIRE_GUST] = NUMBER("gust", NULL, 0, 2, 0, 1, 0.35, "wind", "How much the lean varies."),
    [FIRE_GUST_PERIOD] = NUMBER("gust_period", "s", 0.05, 60, 0.3, 5, 1, "wind", "Between changes."),
    [FIRE_LIGHT] = NUMBER("light", NULL, 0, 1000, 0, 10, 1, "light",
                          "Light on the world; flickers with the flame's own emission."),
    [FIRE_QUALITY] = CHOICE("quality", qualities, "medium", "march", "Step and octaves in one word."),
    [FIRE_STEP] = NUMBER("step", NULL, 0, 0.5, 0, 0.25, 0, "march",
                         "Length of a sample in widths of the flame; 0 is the quality's."),
    [FIRE_OCTAVES] = {"octaves", WISP_PARAM_INT, 0, NULL, 0, 8, 0, 6, .group = "march",
                      .doc = "Of noise; 0 is the quality's."},
    [FIRE_DEPTH_MODE] = CHOICE("depth_mode", depth_modes, "midpoint", "march",
                               "How the march ends at a body: stop shows slices, the others do not."),
    [FIRE_JITTER] = NUMBER("jitter", NULL, 0, 1, 0, 1, 0.7, "march", "Random start of rays against rings."),
    [FIRE_TEMPORAL] = SWITCH("temporal", 0, "march", "Average pictures while the camera stands still."),
    [FIRE_SKIP] = SWITCH("skip", 1, "march", "Leave out space where nothing can burn."),
    [FIRE_LOD] = SWITCH("lod", 1, "march", "Fewer octaves and longer steps when small on screen."),
    [FIRE_RESOLUTION] = CHOICE("resolution", resolutions, "full", "march",
                               "half marches a quarter of the pixels."),
};
