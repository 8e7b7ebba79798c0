/* SPDX-License-Identifier: MIT
 *
 * schema - the parameter tables of everything a scene file may hold, effects included.
 *
 * Scene, camera, sky, sun, wind, post, bodies, lights and effects are all nodes: a kind, an id
 * and one value per entry of a parameter table. One mechanism then validates, diffs, animates,
 * lists and documents them.
 *
 * Two habits of tables that C cannot say: a STRING whose unit is "id" names another node of the
 * scene, and must exist; keys "melt_near", "melt_rate" may be written melt = { near =, rate =
 * }, and a list of such groups, avoid = { {..}, {..} }, fills avoid_*, avoid2_*, and so on. A
 * VEC3 with choices also takes a choice's key: i and text say which ("" for a vector).
 *
 * The enumerations below are indices into the tables of schema_scene.c, in the same order.
 */
#ifndef SCRIPT_SCHEMA_H
#define SCRIPT_SCHEMA_H

#include <stddef.h>
#include <wisp/effect.h>

enum node_kind {
    NODE_SCENE = 1, /* exactly one of each of these, always present */
    NODE_CAMERA,
    NODE_SKY,
    NODE_SUN,
    NODE_WIND,
    NODE_POST,
    NODE_BODY, /* any number of these */
    NODE_LIGHT,
    NODE_EFFECT,
    NODE_KINDS
};

enum scene_param {
    SCENE_TITLE,
    SCENE_SEED,
    SCENE_DURATION,
    SCENE_LOOP,
    SCENE_GRAVITY,
    SCENE_PARAMS
};

/* camera kinds: wisp.orbit{}, wisp.fixed{}, wisp.fly{}; fields of other kinds keep their
 * defaults. */
enum camera_kind { CAMERA_ORBIT = 1, CAMERA_FIXED, CAMERA_FLY };
enum camera_param {
    CAMERA_KIND,
    CAMERA_TARGET,
    CAMERA_DISTANCE,
    CAMERA_YAW,
    CAMERA_PITCH,
    CAMERA_SPIN,
    CAMERA_POSITION,
    CAMERA_LOOK_AT,
    CAMERA_FOV,
    CAMERA_NEAR,
    CAMERA_FAR,
    CAMERA_ROLL,
    CAMERA_PARAMS
};

/* background = "#.." | wisp.gradient{} | wisp.sky{ ... }: SKY_COLOR is a gradient from the
 * horizon (0) to the zenith (1); SKY_IMAGE a lat-long picture or a cross of six faces. */
enum sky_param {
    SKY_COLOR,
    SKY_IMAGE,
    SKY_BRIGHTNESS,
    SKY_AMBIENT,
    SKY_FOG_DENSITY,
    SKY_FOG_COLOR,
    SKY_PARAMS
};
enum sun_param { SUN_DIRECTION, SUN_COLOR, SUN_INTENSITY, SUN_SHADOW_SOFTNESS, SUN_PARAMS };
/* wind = { x, y, z } sets WIND_VELOCITY alone. */
enum wind_param {
    WIND_VELOCITY,
    WIND_GUST,
    WIND_GUST_PERIOD,
    WIND_GUST_LENGTH,
    WIND_TURBULENCE,
    WIND_TURBULENCE_SIZE,
    WIND_PARAMS
};
enum tone_curve { TONE_FILMIC = 1, TONE_LINEAR };
/* post.bloom = { threshold, strength, radius } is flattened into the BLOOM fields. */
enum post_param {
    POST_EXPOSURE,
    POST_TONE,
    POST_BLOOM_THRESHOLD,
    POST_BLOOM_STRENGTH,
    POST_BLOOM_RADIUS,
    POST_VIGNETTE,
    POST_SATURATION,
    POST_PARAMS
};

/* wisp.ground{} wisp.box{} wisp.sphere{} wisp.cylinder{} wisp.capsule{} wisp.mesh{}: BODY_SHAPE
 * is a WISP_SHAPE_ value; BODY_SIZE full extents of a box, RADIUS and HEIGHT of the round ones.
 */
enum body_param {
    BODY_SHAPE,
    BODY_POSITION,
    BODY_ROTATION,
    BODY_SIZE,
    BODY_RADIUS,
    BODY_HEIGHT,
    BODY_FILE,
    BODY_SCALE,
    BODY_COLOR,
    BODY_TEXTURE,
    BODY_ROUGHNESS,
    BODY_METALLIC,
    BODY_EMISSION,
    BODY_FRICTION,
    BODY_RESTITUTION,
    BODY_MASS,
    BODY_VISIBLE,
    BODY_COLLIDE,
    BODY_SHADOW,
    BODY_CHECKER,
    BODY_PARAMS
};
/* wisp.lamp{} */
enum light_param {
    LIGHT_POSITION,
    LIGHT_COLOR,
    LIGHT_INTENSITY,
    LIGHT_RADIUS,
    LIGHT_RANGE,
    LIGHT_FLICKER,
    LIGHT_HEAT,
    LIGHT_ENABLED,
    LIGHT_ATTACH,
    LIGHT_PARAMS
};
/* What every effect has before its own table. An effect whose table has a key of the same name
 * wins. */
enum common_param {
    COMMON_ENABLED,
    COMMON_VISIBLE,
    COMMON_POSITION,
    COMMON_DIRECTION,
    COMMON_ROTATION,
    COMMON_SCALE,
    COMMON_TIME_SCALE,
    COMMON_SEED,
    COMMON_ATTACH,
    COMMON_PREWARM,
    COMMON_IMPORTANCE,
    COMMON_PARAMS
};

/* The table of a kind: SCENE..LIGHT by themselves; for NODE_EFFECT the common table. *count
 * gets its length. */
const wisp_param *schema_table(enum node_kind kind, uint32_t *count);
/* "scene", "camera", ... as in ids, diagnostics and timeline sets. */
const char *schema_kind_name(enum node_kind kind);

/* One effect type as scripts see it. Lent by the plugin registry for as long as the script
 * lives. */
struct effect_schema {
    const char *id, *name, *doc;
    const wisp_param *params;
    uint32_t param_count;
    const wisp_command *commands;
    uint32_t command_count;
    const char *const *signals; /* NULL-terminated or NULL */
};

#endif
