/* SPDX-License-Identifier: MIT
 *
 * wisp/effect.h - the contract between the host and one effect plugin.
 *
 * A plugin is a shared object that exports one constant table, wisp_effect_entry_1. Calls cross
 * only through that table and through the service tables of wisp_host, so neither side links
 * the other. Begin by copying plugins/dust.
 *
 * Units      SI: metre, second, kilogram, kelvin; radian; +y is up; right-handed. Colours are
 *            linear light, straight alpha in values, premultiplied in what is drawn.
 * Ownership  A plugin owns no memory. Pointers given to it are lent for the call unless a
 * comment says longer. Simulation state lives in named buffers (wisp_state_1). Errors Negative
 * wisp_status is failure; say why through wisp_log_1. A failed create or update suspends this
 * instance only. Threads    All four functions are called on the main thread. Functions of
 * services are main-thread unless tagged [any]; work is split through wisp_jobs_1. Reload
 * Buffers outlive code. Keep no address of a function, literal or static object in them.
 *
 * Versioning
 *   1. abi_major must match. Within a major a newer host runs every older plugin.
 *   2. A minor only adds. A plugin states the minor it needs, not the one it was built with.
 *   3. Every struct that crosses starts with struct_size, set by the side that fills it.
 * Readers take min(size known, size given); a missing tail is zero; zero always means "default"
 * or "none".
 *   4. Flags are two words: unknown must_flags are refused, unknown may_flags are ignored.
 *   5. Released fields are never moved, re-typed or re-purposed; tables grow at the end only,
 * else the service gets a new revision in its id.
 */
#ifndef WISP_EFFECT_H
#define WISP_EFFECT_H

#include <stddef.h>
#include <stdint.h>

#include "rng.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WISP_ABI_MAGIC 0x50534957u /* "WISP" in memory on a little-endian machine. */
#define WISP_ABI_MAJOR 1u
#define WISP_ABI_MINOR 0u
#define WISP_EFFECT_SYMBOL "wisp_effect_entry_1"

#if defined(_WIN32)
#define WISP_EXPORT __declspec(dllexport)
#else
#define WISP_EXPORT __attribute__((visibility("default")))
#endif

typedef struct wisp_instance wisp_instance;
typedef struct wisp_host wisp_host;
struct wisp_gfx_1; /* wisp/gfx.h */

/* ---- Parameters: the one source for validation, sliders, lists, completion and docs
 * ---------- */

#define WISP_PARAM_BOOL 1u      /* value.i is 0 or 1 */
#define WISP_PARAM_INT 2u       /* value.i */
#define WISP_PARAM_FLOAT 3u     /* value.v[0]; with _RANGE or _CURVE see wisp_value */
#define WISP_PARAM_VEC2 4u      /* value.v[0..1] */
#define WISP_PARAM_VEC3 5u      /* value.v[0..2] */
#define WISP_PARAM_VEC4 6u      /* value.v[0..3] */
#define WISP_PARAM_COLOR 7u     /* value.v[0..3], linear RGBA, straight alpha */
#define WISP_PARAM_ENUM 8u      /* value.i is the choice's value, value.text its key */
#define WISP_PARAM_STRING 9u    /* value.text */
#define WISP_PARAM_ASSET 10u    /* value.text: path for wisp_assets_1 and images; "" is none */
#define WISP_PARAM_CURVE 11u    /* always a table of value.count floats */
#define WISP_PARAM_GRADIENT 12u /* always a table of 4*value.count floats, linear RGBA */

/* Flags of a parameter. The apply class says what a live change does; none of them means at
 * once. */
#define WISP_PARAM_RANGE (1u << 0) /* FLOAT also takes {lo, hi}: uniform random per spawn */
#define WISP_PARAM_OVER_LIFE \
    (1u << 1) /* FLOAT also takes a curve, COLOR also takes a gradient */
#define WISP_PARAM_ANGLE \
    (1u << 2) /* degrees in this table and in scripts, radians in the value */
#define WISP_PARAM_SPAWN (1u << 3)   /* a change reaches new spawns only */
#define WISP_PARAM_RESIZE (1u << 4)  /* a change resizes buffers; as many as fit are kept */
#define WISP_PARAM_REBUILD (1u << 5) /* a change destroys and creates the instance */
#define WISP_PARAM_HIDDEN (1u << 6)  /* not shown in lists and panels */
#define WISP_PARAM_METER \
    (1u << 7)                    /* read-only: written by the plugin with wisp_report_1.meter */
#define WISP_PARAM_LOG (1u << 8) /* a slider moves in decades */
#define WISP_PARAM_REQUIRED (1u << 9) /* the script must give it */
#define WISP_PARAM_POINTS \
    (1u << 10) /* VEC3 box or line: takes two points {{..},{..}}; see value.table */

typedef struct wisp_choice {
    const char *key;   /* what scripts write */
    const char *label; /* what panels show; NULL is the key */
    int32_t value;
    uint32_t reserved;
} wisp_choice;

/* One stop of a default curve (v[0]) or gradient (v[0..3], linear RGBA) at t in 0..1. */
typedef struct wisp_stop {
    float t;
    float v[4];
} wisp_stop;

/* One parameter. key and type are required; zero elsewhere means none. Limits that are both
 * zero are no limit; soft limits that are both zero are the hard ones. One-sided: use HUGE_VAL.
 */
typedef struct wisp_param {
    const char *key; /* [a-z][a-z0-9_]*, at most 31 characters */
    uint32_t type;
    uint32_t flags;
    const char *unit; /* "m", "s", "m/s", "1/s", "deg", "kg/m^3", "K", "1"; NULL is "1" */
    double hard_min, hard_max; /* outside: an error */
    double soft_min, soft_max; /* outside: a warning; the ends of a slider */
    double def[4];        /* BOOL, INT, FLOAT, VEC, COLOR; with _RANGE: lo, hi when hi > lo */
    const char *def_text; /* STRING, ASSET, ENUM (a key) */
    const wisp_stop *def_stops; /* CURVE, GRADIENT, and FLOAT or COLOR with _OVER_LIFE */
    uint32_t def_stop_count;
    uint32_t choice_count;
    const wisp_choice *choices; /* ENUM */
    double step;                /* of a slider; 0 is continuous */
    const char *group;          /* heading in panels and docs */
    const char *doc;            /* one sentence */
    const char *const *aliases; /* old names, NULL-terminated; still accepted, with a note */
} wisp_param;

#define WISP_VALUE_CONST 0u /* v, i or text */
#define WISP_VALUE_RANGE 1u /* v[0] = lo, v[1] = hi */
#define WISP_VALUE_CURVE \
    2u /* table[count]; v[0], v[1]: per-spawn factor lo and hi (1, 1 by default) */
#define WISP_VALUE_GRADIENT 3u /* table[4 * count] */
#define WISP_VALUE_POINTS 4u   /* v[0..2] and table[0..2]: the two points */

/* What a curve or gradient runs over; lo..hi maps to the table's ends. */
#define WISP_OVER_LIFE 0u
#define WISP_OVER_SPEED 1u    /* m/s */
#define WISP_OVER_DISTANCE 2u /* m from the emitter */
#define WISP_OVER_EMITTER 3u  /* s of the emitter's time */

/* The current value of one parameter, already validated, finite, within the hard limits and in
 * the plugin's units. Knobs and script functions have become plain values before a plugin sees
 * them. */
typedef struct wisp_value {
    uint32_t kind;
    uint32_t revision; /* grows with each change: compare to rebuild what was baked from it */
    float v[4];
    int32_t i;
    uint32_t count;     /* samples in table */
    const float *table; /* lent until the next update */
    const char *text;   /* never NULL for STRING, ASSET, ENUM */
    uint32_t over;
    float over_lo, over_hi;
    uint32_t reserved;
} wisp_value;

/* A number at age t in 0..1 for one spawn, u in [0,1) being its own random number. [any] */
static inline float wisp_value_at(const wisp_value *value, float t, float u) {
    float x, f;
    uint32_t k;
    if (value->kind == WISP_VALUE_RANGE) return value->v[0] + (value->v[1] - value->v[0]) * u;
    if (value->kind != WISP_VALUE_CURVE || value->count < 2) return value->v[0];
    x = (t <= 0.0f ? 0.0f : t >= 1.0f ? 1.0f : t) * (float)(value->count - 1);
    k = (uint32_t)x;
    if (k > value->count - 2) k = value->count - 2;
    f = value->table[k] + (value->table[k + 1] - value->table[k]) * (x - (float)k);
    return f * (value->v[0] + (value->v[1] - value->v[0]) * u);
}

/* A colour at age t in 0..1. out: 4 floats, linear RGBA, straight alpha. [any] */
static inline void wisp_color_at(const wisp_value *value, float t, float *out) {
    float x;
    uint32_t k, c;
    if (value->kind != WISP_VALUE_GRADIENT || value->count < 2) {
        for (c = 0; c < 4; c++) out[c] = value->v[c];
        return;
    }
    x = (t <= 0.0f ? 0.0f : t >= 1.0f ? 1.0f : t) * (float)(value->count - 1);
    k = (uint32_t)x;
    if (k > value->count - 2) k = value->count - 2;
    for (c = 0; c < 4; c++) {
        const float *s = value->table + 4 * k + c;
        out[c] = s[0] + (s[4] - s[0]) * (x - (float)k);
    }
}

/* ---- Commands (script to effect) and signals (effect to script)
 * ------------------------------ */

/* A method that scripts may call: s:get("flame"):burst(150) or :burst{ count = 150 }. Its
 * arguments are declared like parameters; a call by position fills them in order. */
typedef struct wisp_command {
    const char *name;
    const char *doc;
    const wisp_param *params;
    uint32_t param_count;
    uint32_t reserved;
} wisp_command;

/* One call of a command, delivered to the next update. Arguments the script left out have their
 * default and a zero bit in `given`. */
typedef struct wisp_event {
    uint32_t struct_size;
    uint32_t command; /* index into the effect's commands */
    uint64_t given;   /* bit k: argument k was given */
    const wisp_value *args;
    uint32_t arg_count;
    uint32_t reserved;
} wisp_event;

/* An event for scripts: on.<name> = function(s, e) with e.effect, e.position, e.value,
 * e.target. */
typedef struct wisp_signal {
    uint32_t struct_size;
    uint32_t reserved;
    const char *name;   /* one of the effect's declared signals */
    const char *target; /* id of the other body or effect; NULL is none */
    float position[3];  /* m, world */
    float value;
} wisp_signal;

/* ---- One step and one view
 * ------------------------------------------------------------------- */

/* Position and orientation. rotation is a unit quaternion x, y, z, w; local +y is the
 * direction. */
typedef struct wisp_pose {
    float position[3];
    float rotation[4];
    float scale;
} wisp_pose;

#define WISP_STEP_TELEPORT (1u << 0) /* prev_pose is pose: leave no streak between them */
#define WISP_STEP_PREWARM (1u << 1)  /* run ahead of time zero; nothing is drawn */

typedef struct wisp_step {
    uint32_t struct_size;
    uint32_t flags;
    uint64_t index; /* steps since the scene began */
    double time;    /* s of scene time at the start of this step */
    float dt;       /* s, > 0: the fixed step times the instance's time scale */
    uint32_t event_count;
    const wisp_value *values; /* one per parameter, in the table's order */
    const wisp_event *events;
    wisp_pose prev_pose, pose; /* at the start and at the end of the step */
} wisp_step;

/* draw is called once per pass that the effect asks for in its draw_passes. */
#define WISP_PASS_OPAQUE (1u << 0) /* lit solids: HDR colour and depth are written */
#define WISP_PASS_BLEND \
    (1u << 1) /* particles and volumes: scene depth can be read. The default */
#define WISP_PASS_REFRACT (1u << 2) /* last: scene colour and depth can be read (haze, fluid) \
                                     */
#define WISP_PASS_PREPARE (1u << 3) /* before everything: own targets only */

typedef struct wisp_view {
    uint32_t struct_size;
    uint32_t pass;                           /* one WISP_PASS_ bit */
    uint32_t width, height;                  /* px of the scene's target */
    float view[16], proj[16], view_proj[16]; /* column-major, OpenGL clip space */
    float eye[3], forward[3], up[3];         /* world */
    float fov_y, near_z, far_z;              /* rad, m, m */
    float alpha;   /* 0..1: part of a step passed since the last update */
    float step_dt; /* s: length of a step */
    double time;   /* s of scene time, with alpha */
    const wisp_value *values;
    wisp_pose pose;
} wisp_view;

/* ---- Services
 * -------------------------------------------------------------------------------- */

#define WISP_LOG_DEBUG 1u
#define WISP_LOG_INFO 2u
#define WISP_LOG_WARN 3u
#define WISP_LOG_ERROR 4u
#define WISP_LOG_HOST_MISBEHAVING 5u

#define WISP_LOG_ID "wisp.log/1"
typedef struct wisp_log_1 {
    uint32_t struct_size;
    uint32_t reserved;
    /* Say one line of UTF-8; the host adds who said it and drops floods. [any] */
    void (*say)(wisp_instance *self, uint32_t level, const char *text);
} wisp_log_1;

#define WISP_TYPE_F32 1u
#define WISP_TYPE_F64 2u
#define WISP_TYPE_I32 3u
#define WISP_TYPE_U32 4u
#define WISP_TYPE_U8 5u
#define WISP_TYPE_U16 6u
#define WISP_TYPE_U64 7u
#define WISP_TYPE_I64 8u

#define WISP_BUFFER_SCRATCH (1u << 0) /* can be rebuilt: neither kept, saved nor hashed */
#define WISP_BUFFER_SPATIAL \
    (1u << 1) /* xyz positions in world space: the host may show or export them */
/* Component c of element i is data[c * count + i] instead of data[i * components + c]: one plane per
 * component, for loops over thousands. Lists, export and conversion know the difference. */
#define WISP_BUFFER_PLANAR (1u << 2)

#define WISP_ORIGIN_FRESH 1u     /* zeroed: there was none of this name */
#define WISP_ORIGIN_KEPT 2u      /* as it was */
#define WISP_ORIGIN_RESIZED 3u   /* common prefix kept, the rest zeroed */
#define WISP_ORIGIN_CONVERTED 4u /* element type changed, values converted */

typedef struct wisp_buffer_desc {
    uint32_t struct_size;
    uint32_t type;       /* WISP_TYPE_ */
    const char *name;    /* [a-z][a-z0-9_.]*, at most 31 characters; unique in the instance */
    uint64_t count;      /* elements */
    uint32_t components; /* per element; 0 is 1 */
    uint32_t flags;
    const char *alias; /* old name to take data from; NULL is none */
} wisp_buffer_desc;

/* A read-only look at a named buffer of another instance. */
typedef struct wisp_peer {
    uint32_t struct_size;
    uint32_t type, components, flags; /* as in wisp_buffer_desc */
    uint64_t count, used;
    const void *data; /* lent until the peer's next update; NULL is none */
} wisp_peer;

#define WISP_STATE_ID "wisp.state/1"
typedef struct wisp_state_1 {
    uint32_t struct_size;
    uint32_t reserved;
    /* Find, make or resize a named buffer: count * components elements, 64-byte aligned.
     * Returns NULL when the budget is spent, with the old buffer untouched. origin, if not
     * NULL, gets WISP_ORIGIN_. The address holds until this name is asked for again with
     * another shape or the instance ends. */
    void *(*buffer)(wisp_instance *self, const wisp_buffer_desc *desc, uint32_t *origin);
    /* Elements that are alive now, for hashing, saving, lists and export: only these are kept.
     */
    wisp_status (*set_used)(wisp_instance *self, const char *name, uint64_t count);
    /* Drop a buffer before its time. */
    void (*drop)(wisp_instance *self, const char *name);
    /* Scratch memory of this step or draw, 64-byte aligned, undefined content; NULL when none
     * is left. */
    void *(*frame)(wisp_instance *self, size_t bytes);
    /* Look into buffer `name` of the instance that the scene calls id: how one system feeds another.
     * Instances are updated in scene order, so one that comes earlier shows this step. False, and *out
     * zeroed but for struct_size, when there is no such thing. out->struct_size is set by the caller. */
    uint32_t (*peer)(wisp_instance *self, const char *id, const char *name, wisp_peer *out);
} wisp_state_1;

#define WISP_JOBS_ID "wisp.jobs/1"
typedef void (*wisp_job)(void *context, uint64_t begin, uint64_t end, uint32_t chunk);
typedef struct wisp_jobs_1 {
    uint32_t struct_size;
    uint32_t reserved;
    /* Run job over [0, count) in chunks of grain elements, and wait. The split depends on count
     * and grain alone, so sums per chunk are the same for every thread count. One chunk runs
     * inline. */
    void (*parallel)(wisp_instance *self, uint64_t count, uint64_t grain, wisp_job job,
                     void *context);
    uint32_t (*threads)(wisp_instance *self); /* for reports; never let results depend on it */
} wisp_jobs_1;

/* A signed distance grid: distance[(z*ny + y)*nx + x], m, negative inside; local space of the
 * body. */
typedef struct wisp_sdf {
    uint32_t nx, ny, nz;
    float origin[3]; /* centre of cell 0 */
    float cell;      /* m */
    const float *distance;
} wisp_sdf;

#define WISP_SHAPE_PLANE 1u    /* the half-space below local y = 0: the ground */
#define WISP_SHAPE_BOX 2u      /* size: half extents */
#define WISP_SHAPE_SPHERE 3u   /* size[0]: radius */
#define WISP_SHAPE_CYLINDER 4u /* size[0]: radius, size[1]: half height along local y */
#define WISP_SHAPE_CAPSULE \
    5u                     /* size[0]: radius, size[1]: half length of the axis along local y */
#define WISP_SHAPE_MESH 6u /* sdf, and size: half extents of its bounds */

typedef struct wisp_collider {
    uint32_t struct_size;
    uint32_t shape;
    const char *id;
    wisp_pose pose, prev_pose;  /* at the end and at the start of the step */
    float velocity[3], spin[3]; /* m/s, rad/s, world */
    float size[3];              /* m */
    float friction, restitution;
    float mass; /* kg; 0 is immovable */
    const wisp_sdf *sdf;
} wisp_collider;

typedef struct wisp_light {
    uint32_t struct_size;
    uint32_t reserved;
    float position[3]; /* m, world */
    float color[3];    /* linear radiant intensity; illuminance is color / distance^2 */
    float radius;      /* m: size of the source, softens the near field */
    float range;       /* m: no effect beyond; 0 is chosen from the intensity */
    float importance;  /* 0 is by intensity at the camera */
    float heat;        /* W: what melts snow; 0 is a cold light */
} wisp_light;

/* The world as it stands in this step; lent for the call. */
typedef struct wisp_world {
    uint32_t struct_size;
    uint32_t collider_count;
    const wisp_collider *colliders;
    const wisp_light *lights; /* those of the frame before */
    uint32_t light_count;
    uint32_t step_index;
    double time;            /* s */
    float gravity[3];       /* m/s^2 */
    float wind[3];          /* m/s: mean wind, without gusts and turbulence */
    float sun_direction[3]; /* towards the sun */
    float sun_color[3];
    float ambient[3];
    float eye[3], forward[3], up[3]; /* the camera */
    float fov_y, aspect, near_z, far_z;
    uint32_t view_width, view_height; /* px */
} wisp_world;

#define WISP_WORLD_ID "wisp.world/1"
typedef struct wisp_world_1 {
    uint32_t struct_size;
    uint32_t reserved;
    const wisp_world *(*snapshot)(wisp_instance *self);
    /* Wind at n points given as three arrays: mean, gusts and turbulence, one function of
     * position and time that every effect shares. Adds nothing; writes wx, wy, wz (m/s). [any]
     */
    void (*wind)(wisp_instance *self, uint64_t n, const float *const xyz[3], double time,
                 float *const wind[3]);
    /* Signed distance (m) and outward normal from one collider to n points; normal may be NULL.
     * [any] */
    void (*distance)(wisp_instance *self, uint32_t collider, uint64_t n,
                     const float *const xyz[3], float *distance, float *const normal[3]);
    /* Add a light to this frame: from update (kept until the next step) or from draw. */
    void (*light)(wisp_instance *self, const wisp_light *light);
    /* Push a body of mass > 0: impulse (N s) at a world point. Applied after the step, in scene
     * order. */
    void (*push)(wisp_instance *self, uint32_t collider, const float point[3],
                 const float impulse[3]);
} wisp_world_1;

/* A decoded mesh: 3*vertex_count positions and normals, 2*vertex_count uv, index_count indices.
 */
typedef struct wisp_mesh {
    uint32_t struct_size;
    uint32_t vertex_count, index_count;
    uint32_t reserved;
    const float *positions, *normals, *uvs;
    const uint32_t *indices;
} wisp_mesh;

/* Decoded pixels, linear float RGBA, row 0 at the top. */
typedef struct wisp_pixels {
    uint32_t struct_size;
    uint32_t width, height;
    uint32_t reserved;
    const float *rgba;
} wisp_pixels;

#define WISP_ASSETS_ID "wisp.assets/1"
typedef struct wisp_assets_1 {
    uint32_t struct_size;
    uint32_t reserved;
    /* Find by the text of an ASSET value or by a path below the host's assets. NULL when
     * missing or bad (already reported). Lent until the instance ends or the file changes: ask
     * again when *revision, if asked for, is another. */
    const wisp_mesh *(*mesh)(wisp_instance *self, const char *path, uint32_t *revision);
    const wisp_pixels *(*pixels)(wisp_instance *self, const char *path, uint32_t *revision);
    const void *(*bytes)(wisp_instance *self, const char *path, size_t *size,
                         uint32_t *revision);
    const wisp_sdf *(*sdf)(wisp_instance *self, const char *path, float cell,
                           uint32_t *revision);
} wisp_assets_1;

#define WISP_REPORT_ID "wisp.report/1"
typedef struct wisp_report_1 {
    uint32_t struct_size;
    uint32_t reserved;
    /* A number for panels and --stats under a stable name: "alive", "born", "dropped",
     * "substeps". */
    void (*count)(wisp_instance *self, const char *name, double value);
    /* The current value of a METER parameter, by its index in the table. */
    void (*meter)(wisp_instance *self, uint32_t param, float value);
    /* Box that holds everything drawn; for culling and queries. World, m. */
    void (*bounds)(wisp_instance *self, const float min[3], const float max[3]);
    /* Tell scripts; delivered at the start of the next frame, in order. */
    void (*signal)(wisp_instance *self, const wisp_signal *signal);
    /* Share of the wanted spawns the frame's budget allows now, 0..1, and projected size of a
     * sphere on screen in px: what level of detail is chosen by. */
    float (*budget)(wisp_instance *self);
    float (*screen_size)(wisp_instance *self, const float center[3], float radius);
} wisp_report_1;

/* What the host offers. The named tables are what service() returns for their ids; later
 * revisions are asked for by id. Tables live as long as the process. */
struct wisp_host {
    uint32_t struct_size;
    uint32_t abi_minor;
    const void *(*service)(const wisp_host *host,
                           const char *id); /* NULL when unknown. [any] */
    const wisp_log_1 *log;
    const wisp_state_1 *state;
    const wisp_jobs_1 *jobs;
    const wisp_world_1 *world;
    const wisp_assets_1 *assets;
    const wisp_report_1 *report;
    const struct wisp_gfx_1 *gfx; /* never NULL; draws nothing without graphics */
};

/* One effect in one scene, as its plugin sees it. Fields are read-only. */
struct wisp_instance {
    uint32_t struct_size;
    uint32_t reserved;
    const wisp_host *host;
    void *
        block; /* instance_size zeroed bytes, 64-byte aligned: pointers and caches, not state */
    const char *id; /* the scene's name for this instance */
    uint64_t
        seed; /* key for wisp_rng_*: from the scene's seed and the id; not for other uses */
    const wisp_value *values; /* as in wisp_step; valid in create too */
};

/* Find, make or resize a named buffer, without the fuss: see wisp_state_1.buffer. */
static inline void *wisp_take(wisp_instance *self, const char *name, uint32_t type,
                              uint64_t count, uint32_t components, uint32_t flags) {
    wisp_buffer_desc desc;
    desc.struct_size = (uint32_t)sizeof desc;
    desc.type = type;
    desc.name = name;
    desc.count = count;
    desc.components = components;
    desc.flags = flags;
    desc.alias = NULL;
    return self->host->state->buffer(self, &desc, NULL);
}

/* ---- The entry
 * ------------------------------------------------------------------------------- */

#define WISP_CREATE_FIRST 1u   /* a new instance */
#define WISP_CREATE_RELOAD 2u  /* new code on kept buffers */
#define WISP_CREATE_RESTORE 3u /* buffers came from a checkpoint */
#define WISP_CREATE_PROBE 4u   /* tried in a child process; behave as FIRST */

/* must_flags */
#define WISP_MUST_NONE 0u
/* may_flags */
#define WISP_MAY_OWN_THREADS (1u << 0) /* starts threads of its own: never unloaded */
#define WISP_MAY_OWN_SPACE \
    (1u << 1) /* simulates in local space: pose is applied when drawing */

/* An effect type. Required: everything up to doc, create and update. */
typedef struct wisp_effect {
    uint32_t magic; /* WISP_ABI_MAGIC. These first 16 bytes never change. */
    uint32_t struct_size;
    uint32_t abi_major, abi_minor;
    uint32_t min_host_minor; /* smallest host minor it runs on */
    uint32_t must_flags, may_flags;
    uint32_t draw_passes; /* WISP_PASS_ bits; 0 is WISP_PASS_BLEND */
    const char *id;       /* [a-z][a-z0-9_]*: wisp.<id>{} in scenes, and the file's name */
    const char *name;     /* for people */
    const char *version;  /* "1.2.0" */
    const char *doc;      /* one paragraph */
    const wisp_param *params;
    uint32_t param_count, param_size; /* param_size: sizeof(wisp_param) */
    const wisp_command *commands;
    uint32_t command_count, command_size; /* command_size: sizeof(wisp_command) */
    const char *const *signals;           /* NULL-terminated; NULL is none */
    const char *const *services; /* ids it cannot do without, NULL-terminated; NULL is none */
    uint32_t instance_size;      /* bytes of wisp_instance.block */
    uint32_t state_schema;       /* goes up when the meaning of a buffer changes */
    /* Take buffers, build what can be rebuilt. Cheap; may fail. reason: WISP_CREATE_. */
    wisp_status (*create)(wisp_instance *self, uint32_t reason);
    /* Advance by step->dt. Nothing but buffers, values, rng and services may decide the result.
     */
    wisp_status (*update)(wisp_instance *self, const wisp_step *step);
    /* Draw; must not change non-scratch buffers. Optional. */
    void (*draw)(wisp_instance *self, const wisp_view *view);
    /* Let go of anything outside buffers. Optional: most plugins need none. */
    void (*destroy)(wisp_instance *self);
    /* Buffers were written under an older state_schema: put them right, before create. Without
     * this they are dropped. Optional. */
    wisp_status (*migrate)(wisp_instance *self, uint32_t from_schema);
} wisp_effect;

/* Fills the head of a table: WISP_EFFECT_HEAD, .id = ... */
#define WISP_EFFECT_HEAD                                                   \
    .magic = WISP_ABI_MAGIC, .struct_size = (uint32_t)sizeof(wisp_effect), \
    .abi_major = WISP_ABI_MAJOR, .abi_minor = WISP_ABI_MINOR

/* Declares and exports the table: WISP_EFFECT = { WISP_EFFECT_HEAD, ... }; */
#ifdef __cplusplus
#define WISP_EFFECT                                               \
    extern "C" WISP_EXPORT const wisp_effect wisp_effect_entry_1; \
    const wisp_effect wisp_effect_entry_1
#else
#define WISP_EFFECT                                           \
    extern WISP_EXPORT const wisp_effect wisp_effect_entry_1; \
    const wisp_effect wisp_effect_entry_1
#endif

#ifdef __cplusplus
}
#endif
#endif
