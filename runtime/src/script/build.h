/* SPDX-License-Identifier: MIT
 *
 * build - from the table a scene file returns to a description in plain C.
 *
 * Ownership  Everything goes to the script's arena; Lua is read with raw access only.
 * Errors     [script] All problems become diagnostics; raises only when out of memory.
 */
#ifndef SCRIPT_BUILD_H
#define SCRIPT_BUILD_H

#include "script/convert.h"

/* What a node is called in messages. */
struct build_node {
    const struct made *made; /* NULL: built without a constructor */
    const char *label;       /* wisp.snow "flakes" */
    const char *where;       /* effects[2] */
    struct place id_place;
    bool named; /* in the file */
};

struct builder {
    lua_State *L;
    struct script *script;
    struct origin scene; /* of wisp.scene{} */
    struct desc_node *nodes;
    struct build_node *extra;
    size_t count, capacity, extra_capacity;
    struct desc_cue *cues;
    size_t cue_count, cue_capacity;
    struct desc_handler *handlers;
    size_t handler_count, handler_capacity;
};

/* A table of fields of one node. */
struct build_fields {
    int index; /* absolute, of the Lua table */
    struct origin origin;
    struct key_path path; /* from the origin's call to the table */
    const char *where;    /* effects[2] */
    uint32_t node;
    int32_t variant;
    const char *label;
    const char *const *skip; /* keys that belong to somebody else; NULL-terminated or NULL */
};

/* The scene table is on top of the stack. */
void build_scene(lua_State *L, const struct made *made);

/* build_check.c: plain, acyclic, not too deep. Says why not. */
bool build_check(struct builder *b, int index);

/* build_fields.c */
uint32_t build_node_new(struct builder *b, enum node_kind kind,
                        const struct effect_schema *schema);
void build_fields(struct builder *b, const struct build_fields *fields);
const wisp_param *build_param(const struct desc_node *node, uint32_t index);
/* Index of the parameter of this name, -1 none; *alias: it is an old name. */
int32_t build_param_find(const struct desc_node *node, const char *key, bool *alias);
void build_unknown_field(struct builder *b, const struct build_fields *fields,
                         const struct key_path *path, const char *key);

/* build_lists.c: bodies, lights, effects; then ids against each other. */
void build_lists(struct builder *b, int scene);
void build_references(struct builder *b);
/* Node by id, or by kind for the single ones; -1 none. */
int32_t build_find(const struct builder *b, const char *id);
const char *build_nearest_id(struct builder *b, const char *id);

/* build_timeline.c */
void build_timeline(struct builder *b, int scene);
/* build_events.c */
void build_events(struct builder *b, int scene);

/* A problem at a path from the scene's call. */
void build_problem(struct builder *b, const struct key_path *path, enum diag_severity severity,
                   const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
