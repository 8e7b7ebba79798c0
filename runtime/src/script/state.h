/* SPDX-License-Identifier: MIT
 *
 * state - what one script consists of; shared by the files of this layer only.
 *
 * Ownership  Everything but the Lua state lives in `arena`, so raising an error leaks nothing.
 */
#ifndef SCRIPT_STATE_H
#define SCRIPT_STATE_H

#include "base/str.h"
#include "base/suggest.h"
#include "script/source.h"
#include "script/vm.h"

enum {
    SCRIPT_MADE_MOST = 20000, /* nodes made by constructors in one load */
    SCRIPT_KNOBS_MOST = 256,
    SCRIPT_FUNCTIONS_MOST = 20000,
    SCRIPT_TIMERS_MOST = 1024,
    SCRIPT_MODULES_MOST = 64, /* nested requires */
    SCRIPT_STATE_BYTES = 64 * 1024,
    SCRIPT_INTERNED_MOST = 1000,
    SCRATCH_SLOT = 8,
    SCRATCH_SLOTS = 64,
    SCRIPT_SAMPLES = 256,       /* of a baked curve or gradient */
    SCRIPT_TABLE_NODES = 100000 /* values in one scene */
};

/* A table that a constructor has marked. */
struct made {
    enum made_kind {
        MADE_NODE = 1, /* kind says which */
        MADE_SCENE,
        MADE_LINE,
        MADE_BROKEN /* an unknown constructor: reported already */
    } what;
    enum node_kind kind;
    int32_t variant;                    /* WISP_SHAPE_ or CAMERA_ */
    const struct effect_schema *schema; /* effects */
    const char *name;                   /* "wisp.snow" */
    struct origin origin;
};

/* A callback or a function-valued field. Its Lua function is in the registry's function table
 * under its index + 1. */
struct script_function {
    const char *name;  /* "effects.snow.rate", "on.key_b", "tick" */
    const char *field; /* "rate" */
    struct place place;
    bool suspended, complained;
    bool is_field;
    uint32_t node, param; /* of a field */
};

/* A field that follows a knob. */
struct knob_link {
    uint32_t knob, node, param;
};

struct timer {
    double due, period; /* s of scene time; period 0 fires once */
    int32_t slot;       /* in the registry's timer table; 0 is free */
    struct place place;
};

/* A default curve or gradient, baked once for all nodes. */
struct default_table {
    const wisp_param *param;
    const float *table;
};

/* One registry table each, under the address of the key. */
enum registry_key {
    KEY_MARKS = 1, /* table -> index into made + 1 */
    KEY_FUNCTIONS,
    KEY_TIMERS,
    KEY_HANDLES, /* node index + 1 -> handle */
    KEY_MODULES, /* module name -> value, or false while it loads */
    KEY_STATE,   /* s.state */
    KEY_SELF,    /* s */
    KEY_GLOBALS, /* what scripts see as _ENV */
    KEY_READONLY /* proxy -> true */
};

struct script {
    struct script_config config;
    struct arena arena;
    struct vm vm;
    struct sources sources;
    struct scene_desc desc;
    const char *root; /* folder of the scene file */
    struct diag_list *diags;
    struct script_deps *deps;
    const struct script_host *host; /* NULL, or &bound */
    struct script_host bound;
    bool loading; /* constructors may make nodes */
    bool trial;   /* a throw-away copy in which every callback is tried once */
    bool dry;     /* callbacks run to see whether they do, before the scene lives */
    struct made *made;
    size_t made_count, made_capacity;
    struct script_function *functions;
    size_t function_count, function_capacity;
    struct desc_knob *knobs;
    size_t knob_count, knob_capacity;
    bool *knob_dirty, *knob_used; /* SCRIPT_KNOBS_MOST each */
    struct knob_link *links;
    size_t link_count, link_capacity;
    struct origin *calls; /* the last call of each name and line */
    size_t call_count, call_capacity;
    struct timer *timers;
    size_t timer_count, timer_capacity;
    bool *node_gone; /* one per node of the description */
    struct default_table *defaults;
    size_t default_count, default_capacity;
    const char **interned;
    size_t interned_count, interned_capacity;
    const char *requiring[SCRIPT_MODULES_MOST]; /* chain of modules being loaded */
    size_t requiring_count;
    struct script_time time;
    uint64_t random_key, random_position;
    uint64_t frame_ns, running_ns; /* of the last frame; since it */
    bool slow_reported;
    int32_t current; /* function that runs, -1 none */
    float *scratch;  /* SCRATCH_SLOTS small tables of values lent for a call, used in turn */
    uint32_t scratch_next;
    struct strbuf saved;
};

static inline struct script *script_of(lua_State *L) { return vm_owner(L); }

/* [script] Arena memory, zeroed; raises when there is none. */
void *state_push(lua_State *L, size_t count, size_t size);
/* [script] Room for one more item in an arena array that doubles; the old one is left behind.
 */
void *state_grow(lua_State *L, void *items, size_t count, size_t *capacity, size_t size);
const char *state_text(lua_State *L, const char *text);
/* The same text is kept once: for texts that callbacks bring again and again. */
const char *state_intern(lua_State *L, const char *text);
const char *state_format(lua_State *L, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* [script] Push the registry table of a key. */
void registry_push(lua_State *L, enum registry_key key);
void registry_new(lua_State *L, enum registry_key key);

/* [script] As luaL_error, with all of printf's conversions; never returns. */
int state_raise(lua_State *L, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The record of a marked table on the stack, NULL when it is not one. */
const struct made *state_made(lua_State *L, int index);

/* One diagnostic of the load or call that runs. Returns what diag_add does. */
struct diag *state_diag(struct script *script, struct place place, enum diag_severity severity,
                        const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Where the script function that called the running C function stands. level 1 is the caller.
 */
struct origin state_origin(lua_State *L, int level, const char *name);
/* The same, and counted among the calls of this name on its line. name must be kept. */
struct origin state_origin_counted(lua_State *L, int level, const char *name);

/* The library tables' ways in, one file each. Each leaves its table on the stack. */
/* Push s.random. */
void lib_push_random(lua_State *L);

int luaopen_script_base(lua_State *L);
int luaopen_script_math(lua_State *L);
int luaopen_script_string(lua_State *L);
int luaopen_script_table(lua_State *L);
int luaopen_script_utf8(lua_State *L);
int luaopen_script_coroutine(lua_State *L);
int luaopen_script_require(lua_State *L); /* leaves the function */
int luaopen_script_wisp(lua_State *L);

/* [script] Replace the table on top by a proxy that can be read only. */
void lib_read_only(lua_State *L, const char *name);
/* [script] A closure over the function on top that burns the length of its text arguments. */
void lib_metered(lua_State *L);
/* [script] The text scripts see for a value, without addresses; pushed. */
const char *lib_tostring(lua_State *L, int index, size_t *length);

#endif
