/* SPDX-License-Identifier: MIT
 *
 * script - one scene file and its modules in a Lua state of their own.
 *
 * Loading is a transaction: a new state, run, validate, describe. A failed load leaves
 * diagnostics and the list of files it tried to open, so that a fix to any of them can be
 * noticed. Ownership  The script owns its state and its description. Strings and tables passed
 * to host functions are lent for the call. Errors     wisp_status, with the words in a
 * diag_list. A callback that raises is suspended until the next load and its last good value
 * stays. Threads    One script by one thread at a time.
 */
#ifndef SCRIPT_SCRIPT_H
#define SCRIPT_SCRIPT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/log.h"
#include "script/deps.h"
#include "script/desc.h"

struct script;

/* Numbers that end a script that asks too much; 0 takes the default of the tier. */
struct script_limits {
    size_t memory_bytes;        /* 256 MiB */
    uint64_t load_ns;           /* 2 s */
    uint64_t frame_warn_ns;     /* 8 ms */
    uint64_t frame_kill_ns;     /* 250 ms */
    uint32_t hook_instructions; /* 1000 */
    size_t file_bytes;          /* 1 MiB a file */
    size_t block_bytes;         /* of one table or string; 0 is no limit of its own */
};

struct script_config {
    const struct allocator *allocator;
    struct log *log;
    const struct effect_schema *effects;
    uint32_t effect_count;
    struct script_limits limits;
    const char *library_root; /* scripts/wisp: modules every scene may require as "wisp.x"; NULL
                                 is none */
    const char *asset_root;   /* pictures and meshes of the program; NULL is none */
    uint64_t seed;            /* overrides the file's seed when has_seed */
    bool has_seed;
};

/* What a running script may ask of the scene. node and param are indices into the description.
 * Tables and texts of values, events and signals are lent for the call; their revision is 0, as
 * counting changes is the scene's. counter gives NAN for a name it does not know. Any member
 * may be NULL. */
struct script_host {
    void *user;
    wisp_status (*set)(void *user, uint32_t node, uint32_t param, const wisp_value *value);
    const wisp_value *(*get)(void *user, uint32_t node, uint32_t param);
    wisp_status (*command)(void *user, uint32_t node, const wisp_event *event);
    double (*counter)(void *user, uint32_t node,
                      const char *name); /* s:get(id).alive and the like */
    wisp_status (*seek)(void *user, double time);
    void (*shake)(void *user, double amount, double time);
    /* s:emit(name, value): other scripts' and the embedding program's handlers hear it. */
    void (*emit)(void *user, const char *name, const wisp_signal *signal);
};

/* Load a scene file. On success *out is the script. On failure *out is NULL, diags say why.
 * deps gets every file opened or tried, failed ones too (NULL: not wanted). */
wisp_status script_load(const struct script_config *config, const char *path,
                        struct script **out, struct diag_list *diags, struct script_deps *deps);
void script_destroy(struct script *script);
const struct scene_desc *script_desc(const struct script *script);

/* Where callbacks go from now on; host is copied. Without one, calls on s do nothing: that is
 * the dry tick. */
void script_bind(struct script *script, const struct script_host *host);

struct script_time {
    double time, dt; /* s of scene time; dt clamped to 1/15 */
    uint64_t frame;
};
/* tick, s:after and s:every, then every function-valued field: results arrive through
 * host->set. Errors are added to diags; the frame goes on. */
void script_frame(struct script *script, const struct script_time *now,
                  struct diag_list *diags);
/* A node is gone from the scene: handles to it say so from now on. */
void script_forget(struct script *script, uint32_t node);
/* Run one cue's or handler's function. signal may be NULL. */
void script_call(struct script *script, int32_t function, const wisp_signal *signal,
                 const char *effect, struct diag_list *diags);
/* All handlers of an event. Returns how many ran. */
uint32_t script_event(struct script *script, const char *event, const wisp_signal *signal,
                      const char *effect, struct diag_list *diags);

/* Knobs: the change reaches values with SOURCE_KNOB at the next script_frame. */
/* uint32 index of a knob by name; UINT32_MAX is none. */
uint32_t script_knob_find(const struct script *script, const char *name);
wisp_status script_knob_set(struct script *script, uint32_t knob, const double value[4]);

/* s.state as text (JSON, at most 64 KiB), to carry over a reload. *text is lent until the next
 * call. */
wisp_status script_state_save(struct script *script, const char **text, size_t *size);
wisp_status script_state_load(struct script *script, const char *text, size_t size);
/* Random stream position of s.random, for checkpoints. */
uint64_t script_random_position(const struct script *script);
void script_random_seek(struct script *script, uint64_t position);

struct script_usage {
    size_t memory_bytes;
    uint64_t frame_ns;  /* the last script_frame with its events */
    uint32_t suspended; /* callbacks that are off after an error */
};
struct script_usage script_usage(const struct script *script);

#endif
