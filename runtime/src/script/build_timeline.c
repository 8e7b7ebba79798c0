/* SPDX-License-Identifier: MIT
 *
 * build_timeline - timeline = { { at =, set =, over =, run =, ... }, ... }, sorted by time.
 */
#include "script/build.h"

#include "script/functions.h"
#include <lauxlib.h>
#include <string.h>

enum { CUE_AT, CUE_TO, CUE_EVERY, CUE_OVER, CUE_EASE, CUE_LABEL, CUE_PARAMS };

static const wisp_choice eases[] = {
    {"linear", NULL, EASE_LINEAR, 0}, {"smooth", NULL, EASE_SMOOTH, 0},
    {"in", NULL, EASE_IN, 0},         {"out", NULL, EASE_OUT, 0},
    {"in_out", NULL, EASE_IN_OUT, 0}, {"step", NULL, EASE_STEP, 0},
};
static const wisp_param cue_params[CUE_PARAMS] = {
    [CUE_AT] = {.key = "at", .type = WISP_PARAM_FLOAT, .unit = "s", .hard_max = 86400},
    [CUE_TO] = {.key = "to", .type = WISP_PARAM_FLOAT, .unit = "s", .hard_max = 86400},
    [CUE_EVERY] = {.key = "every",
                   .type = WISP_PARAM_FLOAT,
                   .unit = "s",
                   .hard_min = 1e-3,
                   .hard_max = 86400},
    [CUE_OVER] = {.key = "over", .type = WISP_PARAM_FLOAT, .unit = "s", .hard_max = 86400},
    [CUE_EASE] = {.key = "ease",
                  .type = WISP_PARAM_ENUM,
                  .choices = eases,
                  .choice_count = sizeof eases / sizeof *eases},
    [CUE_LABEL] = {.key = "label", .type = WISP_PARAM_STRING},
};

struct cue_reader {
    struct builder *b;
    int index; /* of the cue's table */
    int64_t item;
    struct desc_cue cue;
    wisp_value values[CUE_PARAMS];
    double seconds[CUE_PARAMS]; /* as written: a float would lose digits */
    bool given[CUE_PARAMS];
    size_t assign_capacity;
};

static struct key_path path_of(const struct cue_reader *r) {
    return (struct key_path){.keys = {{"timeline", 0}, {NULL, r->item}}, .count = 2};
}

static struct key_path path_to(const struct cue_reader *r, const char *name) {
    struct key_path path = path_of(r);
    path.keys[path.count++] = (struct token_key){name, 0};
    return path;
}

static void read_params(struct cue_reader *r) {
    lua_State *L = r->b->L;
    for (int i = 0; i < CUE_PARAMS; i++) {
        lua_pushstring(L, cue_params[i].key);
        if (lua_rawget(L, r->index) != LUA_TNIL) {
            struct desc_value value = {.source = SOURCE_CONST};
            struct convert c = {
                .L = L,
                .script = r->b->script,
                .param = &cue_params[i],
                .name = cue_params[i].key,
                .where = state_format(L, "timeline[%d].%s", (int)r->item, cue_params[i].key),
                .origin = r->b->scene,
                .path = path_to(r, cue_params[i].key)};
            r->given[i] = convert_read(&c, -1, &value);
            r->values[i] = value.value;
            if (r->given[i]) r->seconds[i] = lua_tonumber(L, -1);
        }
        lua_pop(L, 1);
    }
}

static void unknown_keys(struct cue_reader *r) {
    static const char *const known[] = {"at",   "ease", "every", "label",
                                        "over", "run",  "set",   "to"};
    static const struct suggest_synonym synonyms[] = {
        {"time", "at"},    {"t", "at"},          {"from", "at"},    {"until", "to"},
        {"end", "to"},     {"call", "run"},      {"func", "run"},   {"fn", "run"},
        {"name", "label"}, {"duration", "over"}, {"tween", "over"}, {"period", "every"}};
    lua_State *L = r->b->L;
    for (lua_pushnil(L); lua_next(L, r->index); lua_pop(L, 1)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        bool good = false;
        for (size_t i = 0; i < 8; i++) good = good || str_equal(known[i], key);
        if (good) continue;
        const char *near = suggest_name(key, known, 8, synonyms, 12);
        struct key_path path = path_to(r, key);
        build_problem(
            r->b, &path, DIAG_ERROR, "unknown-field",
            "timeline[%d] has no field '%s'%s%s%s known: at, ease, every, label, over, "
            "run, set, to",
            (int)r->item, key, near ? "; did you mean '" : ";", near ? near : "",
            near ? "'?" : "");
    }
}

static bool known_reference(struct cue_reader *r, struct convert *c, const wisp_value *value) {
    const wisp_param *p = c->param;
    bool is_id = p->type == WISP_PARAM_STRING && p->unit && str_equal(p->unit, "id");
    if (!is_id || !value->text[0] || build_find(r->b, value->text) >= 0) return true;
    const char *near = build_nearest_id(r->b, value->text);
    build_problem(r->b, &c->path, DIAG_ERROR, "unknown-id",
                  "'%s' names '%s', which is not in the scene%s%s%s", c->name, value->text,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return false;
}

/* set = { id = { field = value } }: one field; its value is on top. */
static void read_assign(struct cue_reader *r, uint32_t node, const char *id,
                        const char *field) {
    struct builder *b = r->b;
    lua_State *L = b->L;
    bool alias;
    struct key_path path = path_to(r, "set");
    path.keys[path.count++] = (struct token_key){id, 0};
    path.keys[path.count++] = (struct token_key){field, 0};
    int32_t param = build_param_find(&b->nodes[node], field, &alias);
    if (param < 0) {
        if (b->extra[node].made && b->extra[node].made->what == MADE_BROKEN) return;
        struct build_fields fields = {
            .origin = b->scene,
            .where = state_format(L, "timeline[%d].set", (int)r->item),
            .node = node,
            .variant = b->extra[node].made ? b->extra[node].made->variant : 0,
            .label = b->extra[node].label};
        build_unknown_field(b, &fields, &path, field);
        return;
    }
    struct desc_assign assign = {.node = node, .param = (uint32_t)param};
    struct convert c = {.L = L,
                        .script = b->script,
                        .param = build_param(&b->nodes[node], (uint32_t)param),
                        .name = state_text(L, field),
                        .where =
                            state_format(L, "timeline[%d].set.%s.%s", (int)r->item, id, field),
                        .origin = b->scene,
                        .path = path};
    if (!convert_read(&c, -1, &assign.value) || !known_reference(r, &c, &assign.value.value))
        return;
    struct desc_cue *cue = &r->cue;
    cue->assigns = state_grow(L, cue->assigns, cue->assign_count, &r->assign_capacity,
                              sizeof *cue->assigns);
    uint32_t at = cue->assign_count++; /* in order, whatever order Lua has */
    for (; at > 0; at--) {
        const struct desc_assign *before = &cue->assigns[at - 1];
        if (before->node < node || (before->node == node && before->param < assign.param))
            break;
        cue->assigns[at] = cue->assigns[at - 1];
    }
    cue->assigns[at] = assign;
}

/* The fields of one id, on top. */
static void read_assigns(struct cue_reader *r, const char *id) {
    struct builder *b = r->b;
    lua_State *L = b->L;
    char got[96];
    struct key_path path = path_to(r, "set");
    path.keys[path.count++] = (struct token_key){id, 0};
    int32_t node = build_find(b, id);
    if (node < 0) {
        const char *near = build_nearest_id(b, id);
        build_problem(b, &path, DIAG_ERROR, "unknown-id",
                      "timeline[%d] sets '%s', which is not in the scene%s%s%s", (int)r->item,
                      id, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return;
    }
    if (!lua_istable(L, -1)) {
        build_problem(b, &path, DIAG_ERROR, "wrong-type",
                      "'%s' wants a table of fields to set; got %s", id,
                      value_describe(L, -1, got, sizeof got));
        return;
    }
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        read_assign(r, (uint32_t)node, id,
                    lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?");
}

static void read_set(struct cue_reader *r) {
    lua_State *L = r->b->L;
    char got[96];
    struct key_path path = path_to(r, "set");
    lua_pushliteral(L, "set");
    int type = lua_rawget(L, r->index);
    if (type == LUA_TTABLE) {
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
            read_assigns(r, lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?");
    } else if (type != LUA_TNIL) {
        build_problem(r->b, &path, DIAG_ERROR, "wrong-type",
                      "'set' wants { id = { field = value } }; got %s",
                      value_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
}

static void read_run(struct cue_reader *r) {
    lua_State *L = r->b->L;
    char got[96];
    struct key_path path = path_to(r, "run");
    lua_pushliteral(L, "run");
    int type = lua_rawget(L, r->index);
    if (type == LUA_TFUNCTION) {
        struct script_function function = {
            .name = state_format(L, "timeline[%d].run", (int)r->item),
            .place = source_field(&r->b->script->sources, r->b->scene, &path)};
        lua_pushvalue(L, -1);
        r->cue.run = function_add(L, &function);
    } else if (type != LUA_TNIL) {
        build_problem(r->b, &path, DIAG_ERROR, "wrong-type",
                      "'run' wants a function(s); got %s",
                      value_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
}

/* What single fields cannot say. */
static void check_times(struct cue_reader *r) {
    struct desc_cue *cue = &r->cue;
    struct key_path path = path_of(r), to = path_to(r, "to");
    lua_pushliteral(r->b->L, "at");
    bool has_at = lua_rawget(r->b->L, r->index) != LUA_TNIL;
    lua_pop(r->b->L, 1);
    if (!has_at)
        build_problem(r->b, &path, DIAG_ERROR, "missing-field", "timeline[%d] needs 'at'",
                      (int)r->item);
    else if (r->given[CUE_TO] && r->given[CUE_AT] && cue->to < cue->at)
        build_problem(r->b, &to, DIAG_ERROR, "reversed-range",
                      "timeline[%d] ends at %g, before it begins at %g", (int)r->item, cue->to,
                      cue->at);
    lua_pushliteral(r->b->L, "set");
    lua_pushliteral(r->b->L, "run");
    bool run = lua_rawget(r->b->L, r->index) != LUA_TNIL;
    lua_insert(r->b->L, -2);
    bool set = lua_rawget(r->b->L, r->index) != LUA_TNIL;
    lua_pop(r->b->L, 2);
    if (!run && !set && !r->given[CUE_LABEL])
        build_problem(r->b, &path, DIAG_WARNING, "empty-cue",
                      "timeline[%d] does nothing: it has no set, run or label", (int)r->item);
}

/* Insert by time; equal times keep the order of the file. */
static void keep(struct cue_reader *r) {
    struct builder *b = r->b;
    b->cues = state_grow(b->L, b->cues, b->cue_count, &b->cue_capacity, sizeof *b->cues);
    size_t at = b->cue_count++;
    for (; at > 0 && b->cues[at - 1].at > r->cue.at; at--) b->cues[at] = b->cues[at - 1];
    b->cues[at] = r->cue;
}

static void read_cue(struct builder *b, int64_t item) {
    char got[96];
    struct cue_reader r = {.b = b, .index = lua_gettop(b->L), .item = item, .cue = {.run = -1}};
    struct key_path path = path_of(&r);
    if (!lua_istable(b->L, -1) || state_made(b->L, -1)) {
        build_problem(b, &path, DIAG_ERROR, lua_isnil(b->L, -1) ? "nil-entry" : "wrong-type",
                      "timeline[%d] wants { at = ..., set = ... or run = ... }; got %s",
                      (int)item, value_describe(b->L, -1, got, sizeof got));
        return;
    }
    struct place place = source_field(&b->script->sources, b->scene, &path);
    r.cue.line = place.line;
    r.cue.col = place.col;
    unknown_keys(&r);
    read_params(&r);
    r.cue.at = r.seconds[CUE_AT];
    r.cue.to = r.seconds[CUE_TO];
    r.cue.every = r.seconds[CUE_EVERY];
    r.cue.over = r.seconds[CUE_OVER];
    r.cue.ease = r.given[CUE_EASE] ? (uint32_t)r.values[CUE_EASE].i : EASE_LINEAR;
    r.cue.label = r.given[CUE_LABEL] ? r.values[CUE_LABEL].text : NULL;
    read_set(&r);
    read_run(&r);
    check_times(&r);
    keep(&r);
}

void build_timeline(struct builder *b, int scene) {
    lua_State *L = b->L;
    char got[96];
    struct key_path path = {.keys = {{"timeline", 0}}, .count = 1};
    lua_pushliteral(L, "timeline");
    int type = lua_rawget(L, scene);
    luaL_checkstack(L, 24, "timeline");
    if (type == LUA_TTABLE) {
        int64_t n = 0;
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
            if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > n &&
                lua_tointeger(L, -2) <= SCRIPT_MADE_MOST)
                n = lua_tointeger(L, -2);
        for (int64_t i = 1; i <= n; i++) {
            lua_rawgeti(L, -1, i);
            read_cue(b, i);
            lua_pop(L, 1);
        }
    } else if (type != LUA_TNIL) {
        build_problem(b, &path, DIAG_ERROR, "wrong-type",
                      "'timeline' wants a list { ... }; got %s",
                      value_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
}
