/* SPDX-License-Identifier: MIT
 *
 * build_lists - the lists bodies, lights and effects, and the ids that tie them together.
 */
#include "script/build.h"

#include <lauxlib.h>
#include <string.h>

struct list {
    const char *key;
    enum node_kind kind;
    const char *wants;
};

static const struct list lists[] = {
    {"bodies", NODE_BODY, "wisp.ground{}, box{}, sphere{}, cylinder{}, capsule{} or mesh{}"},
    {"lights", NODE_LIGHT, "wisp.lamp{}"},
    {"effects", NODE_EFFECT, "an effect, such as wisp.snow{}"},
};

int32_t build_find(const struct builder *b, const char *id) {
    for (size_t i = 0; i < b->count; i++)
        if (str_equal(b->nodes[i].id, id)) return (int32_t)i;
    return -1;
}

const char *build_nearest_id(struct builder *b, const char *id) {
    const char **names = state_push(b->L, b->count, sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < b->count; i++)
        if (b->nodes[i].kind >= NODE_BODY) names[n++] = b->nodes[i].id;
    return n ? suggest_name(id, names, n, NULL, 0) : NULL;
}

static bool valid_id(const char *id, size_t size) {
    if (size == 0 || size > 63 || strlen(id) != size) return false;
    return strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
           size;
}

/* An id for what was given none: "box", "box2". */
static const char *made_up_id(struct builder *b, const char *name) {
    const char *stem = strchr(name, '.') ? strchr(name, '.') + 1 : name;
    if (build_find(b, stem) < 0) return state_text(b->L, stem);
    for (int n = 2;; n++) {
        const char *id = state_format(b->L, "%s%d", stem, n);
        if (build_find(b, id) < 0) return id;
    }
}

static const char *read_id(struct builder *b, int index, const struct made *made,
                           struct place *place) {
    lua_State *L = b->L;
    char got[96];
    struct key_path path = {.keys = {{"id", 0}}, .count = 1};
    lua_pushliteral(L, "id");
    int type = lua_rawget(L, index);
    const char *id = NULL;
    *place = source_field(&b->script->sources, made->origin, &path);
    if (type == LUA_TNIL && made->kind == NODE_EFFECT && made->what != MADE_BROKEN)
        state_diag(b->script, *place, DIAG_ERROR, "missing-id",
                   "%s needs an id: it is what reloads, the timeline and events know it by",
                   made->name);
    else if (type == LUA_TSTRING && valid_id(lua_tostring(L, -1), lua_rawlen(L, -1)))
        id = state_text(L, lua_tostring(L, -1));
    else if (type != LUA_TNIL)
        state_diag(b->script, *place, DIAG_ERROR, "bad-id",
                   "'id' wants a text of letters, digits, '_' and '-'; got %s",
                   value_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return id;
}

static void check_duplicate(struct builder *b, const char *id, struct place place) {
    int32_t other = build_find(b, id);
    if (other < 0) return;
    if (b->nodes[other].kind >= NODE_BODY && !b->extra[other].named) {
        b->nodes[other].id = made_up_id(b, id); /* What is written has the first claim. */
        return;
    }
    const struct place *first = &b->extra[other].id_place;
    struct diag *diag = state_diag(b->script, place, DIAG_ERROR, "duplicate-id",
                                   b->nodes[other].kind < NODE_BODY
                                       ? "the id '%s' is reserved for the scene's own"
                                       : "the id '%s' is used twice",
                                   id);
    if (diag && b->nodes[other].kind >= NODE_BODY)
        diag_note(b->script->diags, diag, "first used at %s:%d:%d", first->file,
                  (int)first->line, (int)first->col);
}

/* One entry of a list, on top of the stack. */
static void build_entry(struct builder *b, const struct list *list, int64_t item) {
    static const char *const own[] = {"id", NULL};
    lua_State *L = b->L;
    char got[96];
    const struct made *made = state_made(L, -1);
    struct key_path path = {.keys = {{list->key, 0}, {NULL, item}}, .count = 2};
    if (!made || (made->what != MADE_BROKEN && made->kind != list->kind)) {
        build_problem(b, &path, DIAG_ERROR, "wrong-type", "%s[%d] wants %s; got %s", list->key,
                      (int)item, list->wants, value_describe(L, -1, got, sizeof got));
        return;
    }
    struct place place;
    int index = lua_gettop(L);
    bool broken = made->what == MADE_BROKEN;
    const char *id = read_id(b, index, made, &place);
    if (id) check_duplicate(b, id, place);
    bool named = id != NULL;
    if (!named) id = made_up_id(b, made->name);
    uint32_t node = build_node_new(b, list->kind, broken ? NULL : made->schema);
    struct place call = source_call(&b->script->sources, made->origin);
    b->nodes[node].id = id;
    b->nodes[node].line = call.line;
    b->nodes[node].col = call.col;
    b->extra[node] = (struct build_node){
        .made = made,
        .id_place = place,
        .named = named,
        .label = named ? state_format(L, "%s \"%s\"", made->name, id) : made->name,
        .where = state_format(L, "%s[%d]", list->key, (int)item)};
    if (list->kind == NODE_BODY) {
        struct desc_value *shape = &b->nodes[node].values[BODY_SHAPE];
        shape->value.i = made->variant;
        shape->value.text = strchr(made->name, '.') + 1;
        shape->source = SOURCE_CONST;
    }
    if (broken) return;
    struct build_fields fields = {.index = index,
                                  .origin = made->origin,
                                  .where = b->extra[node].where,
                                  .node = node,
                                  .variant = made->variant,
                                  .label = b->extra[node].label,
                                  .skip = own};
    build_fields(b, &fields);
}

static void hole(struct builder *b, const char *key, int64_t item) {
    struct key_path path = {.keys = {{key, 0}, {NULL, item}}, .count = 2};
    build_problem(b, &path, DIAG_ERROR, "nil-entry",
                  "%s[%d] is nil: a forgotten comma or a nil variable?", key, (int)item);
}

/* The largest index of a list, with what is written in the file but came out as nil. Says what
 * is not an entry. */
static int64_t list_length(struct builder *b, const char *key) {
    lua_State *L = b->L;
    struct key_path path = {.keys = {{key, 0}}, .count = 1};
    int64_t most = source_positional(&b->script->sources, b->scene, &path);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        int64_t i = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        if (i >= 1 && i <= SCRIPT_MADE_MOST) {
            most = i > most ? i : most;
            continue;
        }
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        struct key_path at = path;
        at.keys[at.count++] = (struct token_key){name, 0};
        build_problem(b, &at, DIAG_ERROR, "not-a-list",
                      "%s is a list without names; put the id '%s' into the entry", key, name);
    }
    return most;
}

static void build_list(struct builder *b, int scene, const struct list *list) {
    lua_State *L = b->L;
    char got[96];
    lua_pushstring(L, list->key);
    int type = lua_rawget(L, scene);
    struct key_path path = {.keys = {{list->key, 0}}, .count = 1};
    if (type == LUA_TTABLE && !state_made(L, -1)) {
        int64_t n = list_length(b, list->key);
        for (int64_t i = 1; i <= n; i++) {
            vm_burn(L, 20);
            if (lua_rawgeti(L, -1, i) == LUA_TNIL)
                hole(b, list->key, i);
            else
                build_entry(b, list, i);
            lua_pop(L, 1);
        }
    } else if (type != LUA_TNIL) {
        build_problem(b, &path, DIAG_ERROR, "wrong-type", "'%s' wants a list { ... }; got %s",
                      list->key, value_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
}

void build_lists(struct builder *b, int scene) {
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) build_list(b, scene, &lists[i]);
}

static void check_reference(struct builder *b, const struct build_node *extra,
                            const wisp_param *p, const struct desc_value *value) {
    const char *id = value->value.text;
    if (!p->unit || !str_equal(p->unit, "id") || p->type != WISP_PARAM_STRING) return;
    if (value->source == SOURCE_DEFAULT || !id[0] || build_find(b, id) >= 0) return;
    const char *near = build_nearest_id(b, id);
    struct place place = {.file = b->script->desc.file, .line = value->line, .col = value->col};
    if (extra->made && extra->made->origin.source >= 0)
        place.file = b->script->sources.items[extra->made->origin.source].name;
    struct diag *diag =
        state_diag(b->script, place, DIAG_ERROR, "unknown-id",
                   "'%s' names '%s', which is not in the scene%s%s%s", p->key, id,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    if (diag && near) diag_suggest(b->script->diags, diag, near);
}

void build_references(struct builder *b) {
    for (size_t n = 0; n < b->count; n++)
        for (uint32_t i = 0; i < b->nodes[n].value_count; i++)
            check_reference(b, &b->extra[n], build_param(&b->nodes[n], i),
                            &b->nodes[n].values[i]);
}
