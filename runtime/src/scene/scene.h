/* SPDX-License-Identifier: MIT
 *
 * scene - a running scene: a script, the world and the effects, stepped together.
 *
 * Order of one step: cues, events, script functions (the script runs once a step, so the result
 * depends on the number of steps and never on how they were grouped into pictures); values,
 * poses and world; effects in scene order; pushes, bodies, lights. All that decides the next
 * step is in instances' buffers, the world, live values, the timeline and the script's own
 * state: together they are a checkpoint. Units      s, m, rad. Time of step n is n / rate,
 * minus what loops took. Ownership  The scene owns the script given to it, once create or apply
 * has succeeded, and all instances. Registry, graphics, jobs and log are lent for its life.
 * Errors     wisp_status, with the words in a diag_list. A failed create or apply changes
 * nothing. Threads    One at a time; effects use jobs inside.
 */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "base/alloc.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/log.h"
#include "scene/frame.h"
#include "script/script.h"

struct scene;
struct registry;
struct gfx;
struct assets;
struct plugin_trace;
struct instance;

/* Caps that hold for all effects together; 0 takes the default. */
struct scene_limits {
    uint64_t particles;      /* elements alive; 4,000,000 */
    uint64_t bytes;          /* of state buffers; 2 GiB */
    uint32_t effects;        /* 4096 */
    size_t checkpoint_bytes; /* kept for seeking; 256 MiB */
};

struct scene_config {
    const struct allocator *allocator;
    struct log *log;
    struct registry *registry;
    struct gfx *gfx;            /* NULL: nothing is drawn */
    struct jobs *jobs;          /* NULL: all on the calling thread */
    struct assets *assets;      /* NULL: meshes are boxes */
    struct plugin_trace *trace; /* NULL: nobody asks who runs */
    uint32_t step_rate;         /* steps a second; 0 is 60 */
    float seek_interval;        /* s between checkpoints kept for seeking; 0 keeps none */
    struct scene_limits limits;
    uint32_t width, height; /* px; 0 is 1280 x 720 */
};

/* Make a scene from a loaded script. On success it is at time 0, before its first step. On
 * failure the script stays the caller's. */
wisp_status scene_create(const struct scene_config *config, struct script *script,
                         struct scene **out, struct diag_list *diags);
void scene_destroy(struct scene *scene);

/* ---- Time */

/* Take n steps. Problems of scripts and effects are added to diags (may be NULL). */
void scene_advance_steps(struct scene *scene, uint32_t n, struct diag_list *diags);

/* How real time becomes steps: at most 4 a picture, then the scene slows down. Plain data. */
struct scene_pace {
    double owed;  /* s not yet stepped */
    double lost;  /* s dropped so far */
    bool slow;    /* time was dropped by the last call */
    double speed; /* 1 is real time; 0 counts as 1 */
};
/* Steps to take now that dt seconds have passed; leaves the part of a step in *alpha. */
uint32_t scene_pace_steps(struct scene_pace *pace, double dt, double step_dt, float *alpha);

struct scene_clock {
    uint64_t step;   /* since the scene began */
    double time;     /* s, in this round */
    double dt;       /* s of a step */
    double duration; /* s; 0 is endless */
    uint32_t rounds; /* times it has looped */
    bool ended;      /* a duration without a loop has passed */
};
struct scene_clock scene_clock(const struct scene *scene);

/* Go to a time: from the nearest earlier checkpoint, by steps. Times behind 0 are 0. */
wisp_status scene_seek(struct scene *scene, double time, struct diag_list *diags);
/* The same by steps since the beginning, for --from. */
wisp_status scene_seek_step(struct scene *scene, uint64_t step, struct diag_list *diags);

/* ---- Input */

/* Queue an event for handlers: "key_space", "mouse_down". Heard at the start of the next step;
 * with no step to come (a pause) call scene_deliver. */
void scene_event(struct scene *scene, const char *name);
void scene_deliver(struct scene *scene, struct diag_list *diags);
void scene_camera_input(struct scene *scene, const struct camera_input *input);
void scene_camera_reset(struct scene *scene);
wisp_status scene_knob_set(struct scene *scene, uint32_t knob, const double value[4]);
/* Back to what the file says. */
wisp_status scene_knob_reset(struct scene *scene, uint32_t knob);
bool scene_knob_changed(const struct scene *scene, uint32_t knob);
/* Change one value by hand: node and param as in scene_description; param counts the common
 * ones of effects. Checked and clamped. */
wisp_status scene_set(struct scene *scene, uint32_t node, uint32_t param,
                      const wisp_value *value);
const wisp_value *scene_get(const struct scene *scene, uint32_t node, uint32_t param);
void scene_resize(struct scene *scene, uint32_t width, uint32_t height);

/* ---- Picture */

/* Collect what is to be drawn, `alpha` of a step after the last one. Lent until the next step.
 */
const struct scene_frame *scene_frame_begin(struct scene *scene, float alpha);
/* Draw one effect of that frame in one pass: the render layer's callback. */
void scene_draw_effect(struct scene *scene, const struct frame_effect *effect,
                       const wisp_view *view);

/* ---- Reload */

/* Go over to another version of the script, between two steps. Nodes are matched by kind and
 * id; only what differs is touched. report gets one line ("flame.rate 900 -> 1200, +1 effect").
 * On failure nothing has changed and new_script stays the caller's. */
wisp_status scene_apply(struct scene *scene, struct script *new_script, struct strbuf *report,
                        struct diag_list *diags);

/* ---- State */

/* Everything that decides the future, hashed. */
struct hash128 scene_hash(struct scene *scene);
/* One flat, position-independent copy of the state, for the same description. */
wisp_status scene_save(struct scene *scene, void **data, size_t *size); /* free: alloc_free */
/* Damaged or foreign data is WISP_E_BAD_DATA and changes nothing. */
wisp_status scene_load(struct scene *scene, const void *data, size_t size);

/* ---- Looking in */

const struct scene_desc *scene_description(const struct scene *scene);
struct script *scene_script(struct scene *scene);
struct world *scene_world(struct scene *scene);
struct camera *scene_camera(struct scene *scene);
uint32_t scene_find(const struct scene *scene, const char *id); /* UINT32_MAX: none */
/* NULL for nodes that are not effects. */
struct instance *scene_instance(struct scene *scene, uint32_t node);

struct scene_effect_stats {
    const char *id, *effect;
    uint64_t alive, bytes;
    uint64_t update_ns, draw_ns; /* of the last step and picture */
    uint64_t updates;
    bool suspended;
};
struct scene_stats {
    uint64_t step_ns, script_ns; /* of the last step */
    uint64_t alive, bytes;
    uint32_t effects, lights, lights_dropped;
};
struct scene_stats scene_stats(const struct scene *scene);
/* i counts effects in scene order; false past the end. */
bool scene_effect_stats(const struct scene *scene, uint32_t i, struct scene_effect_stats *out);

#endif
