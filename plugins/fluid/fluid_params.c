/* SPDX-License-Identifier: MIT
 *
 * fluid_params - the tables.
 */
#include "fluid_params.h"

#define COUNT_OF(a) (uint32_t)(sizeof(a) / sizeof *(a))
#define CHOICES(a) .type = WISP_PARAM_ENUM, .choices = (a), .choice_count = COUNT_OF(a)

static const wisp_choice containers[] = {
    {"box", "Box", FLUID_IN_BOX, 0},
    {"sphere", "Sphere", FLUID_IN_SPHERE, 0},
    {"cylinder", "Cylinder", FLUID_IN_CYLINDER, 0},
    {"torus", "Torus", FLUID_IN_TORUS, 0},
    {"mesh", "Mesh", FLUID_IN_MESH, 0},
    {"open", "Open", FLUID_IN_OPEN, 0},
};
static const wisp_choice shapes[] = {
    {"none", "Nothing", FLUID_FILL_NONE, 0}, {"block", "Block", FLUID_FILL_BLOCK, 0},
    {"ball", "Ball", FLUID_FILL_BALL, 0},    {"cylinder", "Cylinder", FLUID_FILL_CYLINDER, 0},
    {"mesh", "Mesh", FLUID_FILL_MESH, 0},    {"text", "Text", FLUID_FILL_TEXT, 0},
};
static const wisp_choice filters[] = {
    {"narrow_range", "Narrow range", FLUID_NARROW_RANGE, 0},
    {"bilateral", "Bilateral", FLUID_BILATERAL, 0},
    {"curvature", "Curvature flow", FLUID_CURVATURE, 0},
};
static const wisp_choice views[] = {
    {"final", "Final", FLUID_VIEW_FINAL, 0},
    {"depth", "Depth", FLUID_VIEW_DEPTH, 0},
    {"smoothed", "Smoothed depth", FLUID_VIEW_SMOOTHED, 0},
    {"thickness", "Thickness", FLUID_VIEW_THICKNESS, 0},
    {"normals", "Normals", FLUID_VIEW_NORMALS, 0},
    {"fresnel", "Fresnel", FLUID_VIEW_FRESNEL, 0},
    {"particles", "Particles", FLUID_VIEW_PARTICLES, 0},
};

#define FLOAT(k, u, lo, hi, value, g, text)                                                \
    .key = (k), .type = WISP_PARAM_FLOAT, .unit = (u), .hard_min = (lo), .hard_max = (hi), \
    .def = {(value)}, .group = (g), .doc = (text)
#define VEC3(k, u, lo, hi, x, y, z, g, text)                                              \
    .key = (k), .type = WISP_PARAM_VEC3, .unit = (u), .hard_min = (lo), .hard_max = (hi), \
    .def = {(x), (y), (z)}, .group = (g), .doc = (text)
#define INTEGER(k, lo, hi, value, g, text)                                               \
    .key = (k), .type = WISP_PARAM_INT, .unit = "1", .hard_min = (lo), .hard_max = (hi), \
    .def = {(value)}, .group = (g), .doc = (text)
#define SWITCH(k, value, g, text) \
    .key = (k), .type = WISP_PARAM_BOOL, .def = {(value)}, .group = (g), .doc = (text)

const wisp_param fluid_params[FLUID_PARAMS] = {
    [FLUID_P_SPACING] = {FLOAT("spacing", "m", 0.002, 1.0, 0.05, "fluid",
                               "Distance between particles at rest; a change resamples the "
                               "fluid. Half of it costs eight times as much."),
                         .flags = WISP_PARAM_LOG, .soft_min = 0.01, .soft_max = 0.2},
    [FLUID_P_DENSITY] = {FLOAT("density", "kg/m^3", 1.0, 20000.0, 1000.0, "fluid",
                               "Rest density: what bodies float on or sink in.")},
    [FLUID_P_VISCOSITY] = {FLOAT("viscosity", "1", 0.0, 100.0, 0.1, "fluid",
                                 "Rate at which neighbours share their motion, per 1/60 s: "
                                 "0.1 water, 1 oil, 10 honey."),
                           .soft_max = 10.0},
    [FLUID_P_COHESION] = {FLOAT("cohesion", "1", 0.0, 0.3, 0.05, "fluid",
                                "Artificial pressure that keeps a surface together."),
                          .step = 0.01},
    [FLUID_P_VORTICITY] = {FLOAT("vorticity", "1/s", 0.0, 50.0, 0.0, "fluid",
                                 "Gives back the eddies that damping takes."),
                           .soft_max = 10.0},
    [FLUID_P_ITERATIONS] = {INTEGER("iterations", 1, 16, 4, "fluid",
                                    "Solver iterations per substep: more is stiffer.")},
    [FLUID_P_SUBSTEPS] = {INTEGER(
        "substeps", 0, 16, 0, "fluid",
        "Substeps per step; 0 chooses them from the compression law.")},
    [FLUID_P_RELAXATION] = {FLOAT("relaxation", "1", 0.1, 1.0, 0.75, "fluid",
                                  "Share of each correction taken; near 1 the fluid stays "
                                  "restless.")},
    [FLUID_P_ACCELERATION] = {VEC3("acceleration", "m/s^2", -1000.0, 1000.0, 0.0, 0.0, 0.0,
                                   "fluid", "Pull on the fluid besides the scene's gravity."),
                              .soft_min = -20.0, .soft_max = 20.0},
    [FLUID_P_WIND] = {FLOAT("wind", "1", 0.0, 4.0, 1.0, "fluid",
                            "How much the scene's wind ruffles the surface.")},
    [FLUID_P_MAX] = {INTEGER("max", 1, 400000, 60000, "fluid", "Most particles there may be."),
                     .flags = WISP_PARAM_RESIZE},
    [FLUID_P_CONTAINER] = {.key = "container",
                           CHOICES(containers),
                           .def_text = "box",
                           .group = "container",
                           .doc = "What holds the fluid; open leaves that to the bodies."},
    [FLUID_P_SIZE] = {VEC3(
        "size", "m", 0.01, 100.0, 2.0, 1.0, 1.0, "container",
        "Width, height and depth of the container, or of the open region; it "
        "stands on the effect's position.")},
    [FLUID_P_CONTAINER_MESH] = {.key = "container_mesh",
                                .type = WISP_PARAM_ASSET,
                                .def_text = "",
                                .group = "container",
                                .doc = "Closed Wavefront OBJ mesh that holds the fluid."},
    [FLUID_P_FRICTION] = {FLOAT("friction", "1", 0.0, 1.0, 0.0, "container",
                                "How much the container's walls drag the fluid along.")},
    [FLUID_P_WAVE_TRAVEL] = {FLOAT("wave_travel", "m", 0.0, 10.0, 0.0, "container",
                                   "Stroke of a wave maker: the box's wall at -x.")},
    [FLUID_P_WAVE_PERIOD] = {FLOAT("wave_period", "s", 0.1, 60.0, 2.0, "container",
                                   "Time of one stroke there and back.")},
    [FLUID_P_SHAPE] = {.key = "shape",
                       CHOICES(shapes),
                       .def_text = "block",
                       .group = "start",
                       .flags = WISP_PARAM_REBUILD,
                       .doc = "What the fluid is at the start."},
    [FLUID_P_FILL] =
        {VEC3("fill", "m", 0.0, 100.0, 0.5, 0.5, 1.0, "start",
              "Size of that shape: block; ball and cylinder take width and height."),
         .flags = WISP_PARAM_REBUILD},
    [FLUID_P_FILL_POSITION] = {VEC3("fill_position", "m", -100.0, 100.0, 0.0, 0.0, 0.0, "start",
                                    "Bottom centre of the shape, from the effect's position."),
                               .flags = WISP_PARAM_REBUILD},
    [FLUID_P_FILL_VELOCITY] = {VEC3("fill_velocity", "m/s", -50.0, 50.0, 0.0, 0.0, 0.0, "start",
                                    "Velocity of the fluid at the start."),
                               .flags = WISP_PARAM_REBUILD},
    [FLUID_P_FILL_MESH] = {.key = "fill_mesh",
                           .type = WISP_PARAM_ASSET,
                           .def_text = "",
                           .group = "start",
                           .flags = WISP_PARAM_REBUILD,
                           .doc = "Closed mesh that is filled at the start."},
    [FLUID_P_FILL_TEXT] = {.key = "fill_text",
                           .type = WISP_PARAM_STRING,
                           .def_text = "WISP",
                           .group = "start",
                           .flags = WISP_PARAM_REBUILD,
                           .doc = "Letters and digits made of fluid at the start."},
    [FLUID_P_SOURCE_RADIUS] = {FLOAT("source_radius", "m", 0.0, 10.0, 0.0, "source",
                                     "Radius of a tap; 0 is none.")},
    [FLUID_P_SOURCE_SPEED] = {FLOAT("source_speed", "m/s", 0.0, 20.0, 2.0, "source",
                                    "Speed of the fluid that comes out of it.")},
    [FLUID_P_SOURCE_POSITION] = {VEC3("source_position", "m", -100.0, 100.0, 0.0, 1.0, 0.0,
                                      "source", "The tap, from the effect's position.")},
    [FLUID_P_SOURCE_DIRECTION] = {VEC3("source_direction", "1", -1.0, 1.0, 0.0, -1.0, 0.0,
                                       "source", "Where it points.")},
    [FLUID_P_DRAIN_RADIUS] = {FLOAT("drain_radius", "m", 0.0, 100.0, 0.0, "source",
                                    "Fluid within this ball is taken away; 0 is none.")},
    [FLUID_P_DRAIN_POSITION] = {VEC3("drain_position", "m", -100.0, 100.0, 0.0, 0.0, 0.0,
                                     "source", "Its centre, from the effect's position.")},
    [FLUID_P_BRUSH_STRENGTH] = {FLOAT("brush_strength", "m/s^2", -500.0, 500.0, 0.0, "brush",
                                      "Pull towards the brush; negative pushes away.")},
    [FLUID_P_BRUSH_RADIUS] = {FLOAT("brush_radius", "m", 0.0, 100.0, 0.3, "brush",
                                    "How far it reaches.")},
    [FLUID_P_BRUSH_POSITION] = {VEC3("brush_position", "m", -1000.0, 1000.0, 0.0, 0.0, 0.0,
                                     "brush", "Where it is in the world.")},
    [FLUID_P_REGION_SIZE] = {VEC3("region_size", "m", 0.0, 100.0, 0.0, 0.0, 0.0, "events",
                                  "Box whose filling is told to scripts; 0 is none.")},
    [FLUID_P_REGION_POSITION] = {VEC3("region_position", "m", -100.0, 100.0, 0.0, 0.0, 0.0,
                                      "events",
                                      "Its bottom centre, from the effect's position.")},
    [FLUID_P_FILTER] = {.key = "filter",
                        CHOICES(filters),
                        .def_text = "narrow_range",
                        .group = "surface",
                        .doc = "How particles become one surface."},
    [FLUID_P_FILTER_ITERATIONS] = {INTEGER("filter_iterations", 0, 120, 2, "surface",
                                           "Rounds of smoothing; a round of curvature flow is "
                                           "20 small steps.")},
    [FLUID_P_FILTER_RADIUS] = {FLOAT("filter_radius", "1", 0.1, 8.0, 2.5, "surface",
                                     "Reach of the smoothing in spacings.")},
    [FLUID_P_FILTER_SCALE] = {FLOAT("filter_scale", "1", 0.25, 1.0, 1.0, "surface",
                                    "Resolution of the surface as share of the picture's: 0.5 "
                                    "is four times as fast.")},
    [FLUID_P_COLOR] = {.key = "color",
                       .type = WISP_PARAM_COLOR,
                       .def = {0.02, 0.09, 0.12, 1.0},
                       .group = "look",
                       .doc = "Colour of deep fluid."},
    [FLUID_P_ABSORPTION] = {VEC3("absorption", "1/m", 0.0, 1000.0, 2.5, 0.9, 0.6, "look",
                                 "Light lost on the way through, per channel."),
                            .soft_max = 100.0},
    [FLUID_P_REFRACTIVE_INDEX] = {FLOAT("refractive_index", "1", 1.0, 3.0, 1.333, "look",
                                        "1 air, 1.333 water, 1.47 oil, 1.52 glass.")},
    [FLUID_P_SPRITE_SIZE] = {FLOAT("sprite_size", "1", 0.3, 3.0, 1.8, "look",
                                   "Diameter of a drawn particle in spacings.")},
    [FLUID_P_REFLECTION] = {FLOAT("reflection", "1", 0.0, 2.0, 1.0, "look",
                                  "Strength of the mirrored sky and sun.")},
    [FLUID_P_CAUSTICS] = {FLOAT("caustics", "1", 0.0, 4.0, 0.4, "look",
                                "Light gathered on what lies under the fluid.")},
    [FLUID_P_FOAM] = {FLOAT("foam", "1", 0.0, 4.0, 0.0, "foam",
                            "Spray, foam and bubbles where the fluid is beaten; 0 is none.")},
    [FLUID_P_FOAM_LIFE] = {FLOAT("foam_life", "s", 0.1, 30.0, 2.0, "foam",
                                 "How long foam lasts.")},
    [FLUID_P_VIEW] = {.key = "view",
                      CHOICES(views),
                      .def_text = "final",
                      .group = "look",
                      .doc = "The picture, or one stage on the way to it."},
    [FLUID_P_SHOW_CONTAINER] = {SWITCH("show_container", 0.0, "container",
                                       "Draw the container as thin glass.")},
    [FLUID_P_SURFACE] = {SWITCH(
        "surface", 0.0, "surface",
        "Build a triangle mesh of the surface each step, in the buffers "
        "surface.pos and surface.index, for export.")},
    [FLUID_P_SEARCHES] = {INTEGER("searches", 1, 8, 1, "fluid",
                                  "Neighbour searches a substep, all but one for nothing: to "
                                  "measure what one takes."),
                          .flags = WISP_PARAM_HIDDEN},
    [FLUID_P_COMPRESSION] = {FLOAT("compression", "1", 0.0, 1.0, 0.0, "fluid",
                                   "Predicted mean compression with the substeps in use."),
                             .flags = WISP_PARAM_METER},
    [FLUID_P_LEVEL] = {FLOAT("level", "m", -1e6, 1e6, 0.0, "events",
                             "Height of the surface in the region, in the world."),
                       .flags = WISP_PARAM_METER},
};

static const wisp_param add_args[] = {
    {VEC3("position", "m", -1e4, 1e4, 0.0, 1.0, 0.0, NULL, "Centre in the world.")},
    {FLOAT("radius", "m", 0.0, 100.0, 0.2, NULL, "Radius of the ball of fluid.")},
    {VEC3("velocity", "m/s", -50.0, 50.0, 0.0, 0.0, 0.0, NULL, "Its velocity.")},
};
static const wisp_param splash_args[] = {
    {VEC3("position", "m", -1e4, 1e4, 0.0, 0.0, 0.0, NULL, "Where, in the world.")},
    {FLOAT("radius", "m", 0.0, 100.0, 0.2, NULL, "How far it reaches.")},
    {FLOAT("speed", "m/s", -50.0, 50.0, 2.0, NULL, "Speed away from the centre.")},
};
static const wisp_param push_args[] = {
    {VEC3("position", "m", -1e4, 1e4, 0.0, 0.0, 0.0, NULL, "Where, in the world.")},
    {FLOAT("radius", "m", 0.0, 100.0, 0.3, NULL, "How far it reaches.")},
    {VEC3("velocity", "m/s", -50.0, 50.0, 0.0, 0.0, 0.0, NULL, "Added to the fluid there.")},
};

const wisp_command fluid_commands[FLUID_COMMANDS] = {
    [FLUID_COMMAND_ADD] = {"add", "Add a ball of fluid where there is room for it.", add_args,
                           COUNT_OF(add_args), 0},
    [FLUID_COMMAND_SPLASH] = {"splash", "Throw the fluid apart.", splash_args,
                              COUNT_OF(splash_args), 0},
    [FLUID_COMMAND_PUSH] = {"push", "Set a part of the fluid in motion.", push_args,
                            COUNT_OF(push_args), 0},
    [FLUID_COMMAND_CLEAR] = {"clear", "Take all fluid away.", NULL, 0, 0},
};
