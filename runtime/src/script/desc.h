/* SPDX-License-Identifier: MIT
 *
 * desc - what a scene file says, as plain C: the border between script and scene.
 *
 * A load gives a whole, validated description or diagnostics, never half of one. Nothing here
 * points into a Lua state; functions are indices that script_* calls take. Ownership  All of it
 * lives in the script's arena and dies with the script.
 */
#ifndef SCRIPT_DESC_H
#define SCRIPT_DESC_H

#include "script/schema.h"
#include <stdbool.h>

enum value_source {
    SOURCE_DEFAULT = 1, /* the table's default */
    SOURCE_CONST,       /* written in the file */
    SOURCE_KNOB,        /* follows knob `ref` */
    SOURCE_FUNCTION     /* function `ref`, called once a frame; value holds its first result */
};

struct desc_value {
    wisp_value value; /* final for the first frame */
    enum value_source source;
    int32_t ref;
    int32_t line, col; /* of the field in the file; 0 for defaults */
};

/* One thing in the scene with one value for each entry of its table(s). */
struct desc_node {
    enum node_kind kind;
    const char *id; /* unique among bodies, lights and effects; the kind's name for the rest */
    const struct effect_schema *schema; /* effects only */
    uint32_t value_count; /* table length; effects: COMMON_PARAMS + schema->param_count */
    struct desc_value *values;
    int32_t line, col;
};

enum knob_type {
    KNOB_NUMBER = 1,
    KNOB_INT,
    KNOB_BOOL,
    KNOB_CHOICE,
    KNOB_COLOR,
    KNOB_VEC3,
    KNOB_BUTTON
};

struct desc_knob {
    const char *name, *label, *unit, *group;
    enum knob_type type;
    double def[4], value[4]; /* CHOICE: index; COLOR: linear RGBA */
    double min, max, step;
    const char *const *choices; /* NULL-terminated */
    int32_t line, col;
};

/* set = { flame = { rate = 2 } } flattened. */
struct desc_assign {
    uint32_t node, param;
    struct desc_value value;
};

struct desc_cue {
    double at, to, every; /* s; to and every 0 when absent */
    double over;          /* s of the tween; 0 at once */
    uint32_t ease;        /* EASE_ */
    const char *label;    /* NULL is none */
    struct desc_assign *assigns;
    uint32_t assign_count;
    int32_t run; /* function index, -1 none */
    int32_t line, col;
};

enum ease { EASE_LINEAR = 1, EASE_SMOOTH, EASE_IN, EASE_OUT, EASE_IN_OUT, EASE_STEP };
double ease_at(enum ease ease, double t);

struct desc_handler {
    const char *event; /* "key_space", "hit", "start", "mouse_down", ... */
    int32_t function;
    const char *help; /* NULL is none */
};

struct scene_desc {
    const char *file; /* relative name used in diagnostics */
    uint64_t seed;
    struct desc_node *nodes; /* the six single ones first, in enum order; then bodies, lights,
                                effects in file order */
    uint32_t node_count;
    struct desc_knob *knobs;
    uint32_t knob_count;
    struct desc_cue *cues; /* by time */
    uint32_t cue_count;
    struct desc_handler *handlers;
    uint32_t handler_count;
    int32_t tick; /* function index, -1 none */
};

#endif
