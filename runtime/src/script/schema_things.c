/* SPDX-License-Identifier: MIT
 *
 * schema_things - the parameter tables of bodies, lights, and what all effects have in common.
 *
 * Units  As written per entry; angles are degrees here and radians in values. A text whose unit
 *        is "id" names another body, light or effect of the scene.
 */
#include "script/schema_tables.h"

#define KEY(k) .key = (k)
#define HARD(lo, hi) .hard_min = (lo), .hard_max = (hi)
#define SOFT(lo, hi) .soft_min = (lo), .soft_max = (hi)
#define COUNT(t) ((uint32_t)(sizeof(t) / sizeof *(t)))

static const wisp_choice shapes[] = {
    {"ground", "ground", WISP_SHAPE_PLANE, 0},
    {"box", "box", WISP_SHAPE_BOX, 0},
    {"sphere", "sphere", WISP_SHAPE_SPHERE, 0},
    {"cylinder", "cylinder", WISP_SHAPE_CYLINDER, 0},
    {"capsule", "capsule", WISP_SHAPE_CAPSULE, 0},
    {"mesh", "mesh", WISP_SHAPE_MESH, 0},
};
const wisp_param schema_body[BODY_PARAMS] = {
    [BODY_SHAPE] = {KEY("shape"), .type = WISP_PARAM_ENUM, .flags = WISP_PARAM_HIDDEN,
                    .def_text = "box", .choices = shapes, .choice_count = COUNT(shapes),
                    .doc = "Given by the constructor."},
    [BODY_POSITION] = {KEY("position"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(-1e6, 1e6),
                       .doc = "Centre of the body."},
    [BODY_ROTATION] = {KEY("rotation"), .type = WISP_PARAM_VEC3, .unit = "deg",
                       .flags = WISP_PARAM_ANGLE, HARD(-36000, 36000),
                       .doc = "Turns about x, then y, then z."},
    [BODY_SIZE] = {KEY("size"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(1e-4, 1e5),
                   .def = {1, 1, 1}, .doc = "Full width, height and depth of a box."},
    [BODY_RADIUS] = {KEY("radius"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(1e-4, 1e5),
                     .def = {0.5}, .doc = "Of a sphere, cylinder or capsule."},
    [BODY_HEIGHT] = {KEY("height"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(1e-4, 1e5),
                     .def = {1}, .doc = "Whole height of a cylinder or capsule."},
    [BODY_FILE] = {KEY("file"), .type = WISP_PARAM_ASSET, .def_text = "",
                   .flags = WISP_PARAM_REBUILD, .doc = "A Wavefront OBJ file."},
    [BODY_SCALE] = {KEY("scale"), .type = WISP_PARAM_FLOAT, HARD(1e-4, 1e4), .def = {1},
                    .doc = "Multiplies the size of a mesh."},
    [BODY_COLOR] = {KEY("color"), .type = WISP_PARAM_COLOR, .def = {0.6, 0.6, 0.6, 1},
                    .doc = "Base colour; multiplies the texture."},
    [BODY_TEXTURE] = {KEY("texture"), .type = WISP_PARAM_ASSET, .def_text = "",
                      .doc = "Picture on the surface."},
    [BODY_ROUGHNESS] = {KEY("roughness"), .type = WISP_PARAM_FLOAT, HARD(0, 1), .def = {0.7},
                        .doc = "0 is a mirror, 1 is chalk."},
    [BODY_METALLIC] = {KEY("metallic"), .type = WISP_PARAM_FLOAT, HARD(0, 1),
                       .doc = "0 is paint or stone, 1 is bare metal."},
    [BODY_EMISSION] = {KEY("emission"), .type = WISP_PARAM_FLOAT, HARD(0, 1000), SOFT(0, 100),
                       .doc = "Light of its own, as a multiple of the colour."},
    [BODY_FRICTION] = {KEY("friction"), .type = WISP_PARAM_FLOAT, HARD(0, 10), .def = {0.5},
                       .doc = "Of what slides along it."},
    [BODY_RESTITUTION] = {KEY("restitution"), .type = WISP_PARAM_FLOAT, HARD(0, 1),
                          .def = {0.2}, .doc = "0 stops what hits it, 1 throws it all back."},
    [BODY_MASS] = {KEY("mass"), .type = WISP_PARAM_FLOAT, .unit = "kg", HARD(0, 1e9),
                   .doc = "0 stays where the script puts it."},
    [BODY_VISIBLE] = {KEY("visible"), .type = WISP_PARAM_BOOL, .def = {1}, .doc = "Is drawn."},
    [BODY_COLLIDE] = {KEY("collide"), .type = WISP_PARAM_BOOL, .def = {1},
                      .doc = "Effects feel it."},
    [BODY_SHADOW] = {KEY("shadow"), .type = WISP_PARAM_BOOL, .def = {1},
                     .doc = "Throws a shadow on the ground."},
    [BODY_CHECKER] = {KEY("checker"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(0, 1e4),
                      .doc = "Side of a checked pattern's squares; 0 is plain."},
};

const wisp_param schema_light[LIGHT_PARAMS] = {
    [LIGHT_POSITION] = {KEY("position"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(-1e6, 1e6),
                        .def = {0, 2, 0}, .doc = "Where it is; an offset when attached."},
    [LIGHT_COLOR] = {KEY("color"), .type = WISP_PARAM_COLOR, .def = {1, 0.9, 0.75, 1},
                     .doc = "Colour of its light."},
    [LIGHT_INTENSITY] = {KEY("intensity"), .type = WISP_PARAM_FLOAT, HARD(0, 1e6),
                         SOFT(0, 10000), .def = {5},
                         .doc = "Radiant intensity: what falls on a surface 1 m away."},
    [LIGHT_RADIUS] = {KEY("radius"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(0, 100),
                      .def = {0.05}, .doc = "Size of the source; softens what is near."},
    [LIGHT_RANGE] = {KEY("range"), .type = WISP_PARAM_FLOAT, .unit = "m", HARD(0, 1e5),
                     .doc = "No light beyond; 0 is chosen from the intensity."},
    [LIGHT_FLICKER] = {KEY("flicker"), .type = WISP_PARAM_FLOAT, HARD(0, 1),
                       .doc = "Share of the light that wavers as a flame does."},
    [LIGHT_HEAT] = {KEY("heat"), .type = WISP_PARAM_FLOAT, .unit = "W", HARD(0, 1e9),
                    .doc = "What melts snow; 0 is a cold light."},
    [LIGHT_ENABLED] = {KEY("enabled"), .type = WISP_PARAM_BOOL, .def = {1}, .doc = "Shines."},
    [LIGHT_ATTACH] = {KEY("attach"), .type = WISP_PARAM_STRING, .unit = "id", .def_text = "",
                      .doc = "Body or effect it moves with."},
};

const wisp_param schema_common[COMMON_PARAMS] = {
    [COMMON_ENABLED] = {KEY("enabled"), .type = WISP_PARAM_BOOL, .def = {1},
                        .doc = "Simulates and is drawn."},
    [COMMON_VISIBLE] = {KEY("visible"), .type = WISP_PARAM_BOOL, .def = {1},
                        .doc = "Is drawn; a hidden effect goes on simulating."},
    [COMMON_POSITION] = {KEY("position"), .type = WISP_PARAM_VEC3, .unit = "m", HARD(-1e6, 1e6),
                         .doc = "Origin of the effect."},
    [COMMON_DIRECTION] = {KEY("direction"), .type = WISP_PARAM_VEC3, HARD(-1e6, 1e6),
                          .def = {0, 1, 0}, .doc = "Where its own up axis points; any length."},
    [COMMON_ROTATION] = {KEY("rotation"), .type = WISP_PARAM_VEC3, .unit = "deg",
                         .flags = WISP_PARAM_ANGLE, HARD(-36000, 36000),
                         .doc = "Turns about x, then y, then z, after the direction."},
    [COMMON_SCALE] = {KEY("scale"), .type = WISP_PARAM_FLOAT, HARD(1e-3, 1e3), .def = {1},
                      .doc = "Multiplies lengths of what is emitted."},
    [COMMON_TIME_SCALE] = {KEY("time_scale"), .type = WISP_PARAM_FLOAT, HARD(0, 10), .def = {1},
                           .doc = "Speed of its time; 0 stands still."},
    [COMMON_SEED] = {KEY("seed"), .type = WISP_PARAM_INT, HARD(0, 4294967295.0),
                     .flags = WISP_PARAM_REBUILD,
                     .doc = "Its own random numbers; 0 takes them from scene and id."},
    [COMMON_ATTACH] = {KEY("attach"), .type = WISP_PARAM_STRING, .unit = "id", .def_text = "",
                       .doc = "Body or effect it moves with."},
    [COMMON_PREWARM] = {KEY("prewarm"), .type = WISP_PARAM_FLOAT, .unit = "s", HARD(0, 60),
                        .flags = WISP_PARAM_REBUILD,
                        .doc = "Time to run ahead before the first frame."},
    [COMMON_IMPORTANCE] = {KEY("importance"), .type = WISP_PARAM_FLOAT, HARD(0, 10), .def = {1},
                           .doc = "Share of the frame's budget it may take."},
};
