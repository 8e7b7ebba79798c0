/* SPDX-License-Identifier: MIT
 *
 * The inside of a scene, shared by the files of this layer only.
 *
 * A node is one thing of the description with its live values: a copy of the description's,
 * which functions, knobs, the timeline and scripts then change. Nodes stay at one address over
 * a reload, and nothing in them points into a script.
 */
#ifndef SCENE_OWN_H
#define SCENE_OWN_H

#include "plugin/env.h"
#include "plugin/instance.h"
#include "plugin/registry.h"
#include "scene/scene.h"
#include "scene/timeline.h"

enum {
    NAME_SIZE = 64,
    SIGNALS_MOST = 256,
    COMMANDS_MOST = 4096,
    NO_NODE = -1,
    STEPS_AT_ONCE = 4
};

/* Memory of one value's text or table; grows and never shrinks. */
struct room {
    void *data;
    size_t size;
};

struct node {
    enum node_kind kind;
    char *id;
    uint32_t count; /* of values */
    wisp_value *values;
    struct room *rooms;
    /* Of bodies */
    uint32_t body; /* index in the world */
    bool driven;   /* placed by the script since the last step */
    /* Of effects */
    struct instance *instance;
    const struct effect_type *type;
    wisp_pose pose, prev_pose;
    bool teleport, rebuild, told; /* told: its suspension was reported */
    uint64_t update_ns, draw_ns;
};

/* Something scripts will hear at the next step; plain data, part of a checkpoint. */
struct heard {
    char name[NAME_SIZE], effect[NAME_SIZE], target[NAME_SIZE];
    float position[3], value;
    uint32_t has_signal, has_target;
};

struct command {
    uint32_t node;
    wisp_event event;
};

struct scene {
    const struct allocator *allocator;
    struct scene_config config;
    struct plugin_env env;
    struct arena frame; /* plugins' scratch */
    struct arena step;  /* commands of one step */
    struct script_host host;
    struct script *script;
    const struct scene_desc *desc;
    const struct node *current; /* whose code runs */
    struct node **nodes;        /* one per node of the description, in its order */
    uint32_t node_count, node_capacity;
    bool *knob_changed;
    uint32_t knob_count;
    struct timeline timeline;
    struct world world;
    struct camera camera;
    uint32_t width, height;
    double dt;
    uint64_t index, round_start; /* steps */
    uint32_t rounds;
    bool seeking, ended;
    double seek_wanted; /* s; negative: none */
    struct heard *heard;
    uint32_t heard_count;
    struct command *commands;
    uint32_t command_count;
    struct diag_list lost; /* for callers that want no diagnostics */
    struct diag_list *diags;
    uint64_t step_ns, script_ns;
    uint64_t alive, bytes;
    /* The picture */
    struct scene_frame picture;
    struct frame_body *bodies;
    struct frame_effect *effects;
    uint32_t body_count, effect_count, draw_capacity;
    float ambient[3];
    /* Kept for seeking, by step */
    struct kept {
        void *data;
        size_t size;
        uint64_t step;
    } * kept;
    uint32_t kept_count, kept_capacity;
    size_t kept_bytes;
};

/* ---- node.c */

const wisp_param *node_param(const struct node *node, uint32_t param);
/* A node with the description's values. NULL: no memory. */
struct node *node_create(struct scene *scene, const struct desc_node *desc);
void node_destroy(struct scene *scene, struct node *node); /* with its instance */
/* Change a value: nothing happens when it is the same. The value's texts and tables are copied.
 */
wisp_status node_set(struct scene *scene, struct node *node, uint32_t param,
                     const wisp_value *value);
/* Make sure that setting this value later cannot fail. */
wisp_status node_reserve(struct scene *scene, struct node *node, uint32_t param,
                         const wisp_value *value);
bool value_equal(const wisp_value *a, const wisp_value *b);
/* Bytes of the text or table of a value; 0 is none. */
size_t value_bytes(const wisp_value *value, const void **bytes);
int32_t scene_node_by_id(const struct scene *scene, const char *id);

static inline float node_f(const struct node *node, uint32_t param) {
    return node->values[param].v[0];
}
static inline bool node_on(const struct node *node, uint32_t param) {
    return node->values[param].i != 0;
}
static inline struct node *scene_single(const struct scene *scene, enum node_kind kind) {
    return scene->nodes[kind - NODE_SCENE];
}

/* ---- effects.c */

void effects_env(struct scene *scene);
/* The description was made from this type's table. */
bool effect_fits(const struct effect_type *type, const struct desc_node *desc);

/* An instance for a node that has none. The words of a failure go to diags. */
wisp_status effect_create(struct scene *scene, struct node *node, const struct desc_node *desc,
                          struct diag_list *diags);
void effect_prewarm(struct scene *scene, struct node *node);
void effects_update(struct scene *scene);
uint64_t effect_alive(const struct node *node);

/* ---- apply_values.c: from live values to world and camera */

void scene_apply_globals(struct scene *scene); /* wind, sun, camera, gravity */
void scene_apply_bodies(struct scene *scene, bool place);
void scene_apply_poses(struct scene *scene, bool teleport);
void scene_add_lamps(struct scene *scene);
void scene_look(struct scene *scene, float ahead, struct camera_view *view);

/* ---- host.c */

void scene_bind(struct scene *scene, struct script *script);
void scene_hear(struct scene *scene, const struct heard *heard);

/* ---- time.c */

double scene_time(const struct scene *scene);
void scene_step(struct scene *scene);
/* As just created: time 0, buffers empty, values of the file. */
wisp_status scene_restart(struct scene *scene);
/* Drop the checkpoints kept for seeking. */
void scene_forget(struct scene *scene);

/* ---- scene.c */

wisp_status scene_resize_lists(struct scene *scene);
/* Bodies to their places, effects empty and prewarmed: the state before the first step. */
void scene_begin_state(struct scene *scene, bool fresh);

/* ---- save.c */

/* knobs: take the saved knobs too. */
wisp_status scene_restore(struct scene *scene, const void *data, size_t size, bool knobs);

#endif
