/* SPDX-License-Identifier: MIT
 *
 * knobs - wisp.params: values that the person at the window turns while the scene runs.
 *
 * Errors  [script] While loading, mistakes are diagnostics; afterwards they raise.
 */
#include "script/functions.h"
#include "script/value.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

struct knob_reader {
    lua_State *L;
    struct script *script;
    struct origin origin;
    int64_t index; /* in the list */
    bool failed, duplicate;
    struct desc_knob knob;
};

const char *knob_type_name(enum knob_type type) {
    static const char *const names[] = {
        [KNOB_NUMBER] = "number", [KNOB_INT] = "whole number", [KNOB_BOOL] = "switch",
        [KNOB_CHOICE] = "choice", [KNOB_COLOR] = "colour",     [KNOB_VEC3] = "vector",
        [KNOB_BUTTON] = "button"};
    return names[type];
}

static struct key_path path_to(const struct knob_reader *r, const char *name, int64_t index) {
    struct key_path path = {.keys = {{NULL, r->index}}, .count = 1};
    if (name || index) path.keys[path.count++] = (struct token_key){name, index};
    return path;
}

#define PROBLEM(r, name, index, code, ...)                             \
    do {                                                               \
        struct key_path path_ = path_to(r, name, index);               \
        (r)->failed = true;                                            \
        value_problem((r)->L, (r)->origin, &path_, code, __VA_ARGS__); \
    } while (0)

static bool valid_name(const char *name) {
    size_t n = strlen(name);
    if (n == 0 || n > 31 || !((name[0] | 0x20) >= 'a' && (name[0] | 0x20) <= 'z')) return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == n;
}

static void read_name(struct knob_reader *r) {
    lua_State *L = r->L;
    char got[96];
    lua_rawgeti(L, -1, 1);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (!valid_name(name))
        PROBLEM(r, NULL, 1, "bad-knob",
                "a knob wants a name first, as in { \"height\", 1.2 }; got %s",
                value_describe(L, -1, got, sizeof got));
    r->knob.name = state_text(L, name);
    lua_pop(L, 1);
    for (size_t i = 0; i < r->script->knob_count && !r->failed; i++) {
        if (!str_equal(r->script->knobs[i].name, r->knob.name)) continue;
        r->duplicate = true;
        PROBLEM(r, NULL, 1, "duplicate-knob",
                "the knob '%s' is declared twice, first in line %d", r->knob.name,
                (int)r->script->knobs[i].line);
    }
}

/* A number option; leaves *out alone when it is absent. */
static bool option(struct knob_reader *r, const char *name, double *out, bool *is_integer) {
    lua_State *L = r->L;
    char got[96];
    lua_pushstring(L, name);
    int type = lua_rawget(L, -2);
    bool given = type != LUA_TNIL;
    if (given && (type != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1))))
        PROBLEM(r, name, 0, "wrong-type", "'%s' of a knob wants a number; got %s", name,
                value_describe(L, -1, got, sizeof got));
    if (given) *out = lua_tonumber(L, -1);
    if (given && is_integer) *is_integer = *is_integer && lua_isinteger(L, -1);
    lua_pop(L, 1);
    return given;
}

static const char *text_option(struct knob_reader *r, const char *name) {
    lua_State *L = r->L;
    char got[96];
    const char *text = NULL;
    lua_pushstring(L, name);
    int type = lua_rawget(L, -2);
    if (type == LUA_TSTRING)
        text = state_text(L, lua_tostring(L, -1));
    else if (type != LUA_TNIL)
        PROBLEM(r, name, 0, "wrong-type", "'%s' of a knob wants a text; got %s", name,
                value_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return text;
}

/* The default is on top, the knob's table below. */
static void read_number(struct knob_reader *r) {
    lua_State *L = r->L;
    struct desc_knob *k = &r->knob;
    double x = lua_tonumber(L, -1);
    bool whole = lua_isinteger(L, -1);
    lua_pop(L, 1);
    bool has_min = option(r, "min", &k->min, &whole),
         has_max = option(r, "max", &k->max, &whole);
    bool has_step = option(r, "step", &k->step, &whole);
    if (!isfinite(x))
        PROBLEM(r, NULL, 2, "not-finite", "the default of '%s' is not finite", k->name);
    if (!has_min) k->min = fmin(0, 2 * x);
    if (!has_max) k->max = x > 0 ? 2 * x : fmax(1, -x);
    if (k->min > k->max)
        PROBLEM(r, "min", 0, "reversed-range", "'min' of '%s' is %g, larger than 'max' %g",
                k->name, k->min, k->max);
    else if (x < k->min || x > k->max)
        PROBLEM(r, NULL, 2, "out-of-range", "the default of '%s' is %g; its range is %g to %g",
                k->name, x, k->min, k->max);
    if (k->step < 0) PROBLEM(r, "step", 0, "out-of-range", "'step' must not be negative");
    k->type = whole && has_step ? KNOB_INT : KNOB_NUMBER;
    k->def[0] = x;
    lua_pushnil(L);
}

static void read_choices(struct knob_reader *r) {
    lua_State *L = r->L;
    struct desc_knob *k = &r->knob;
    const char *def = lua_tostring(L, -1);
    size_t n = lua_rawlen(L, -2), at = SIZE_MAX;
    lua_pushliteral(L, "choices");
    lua_rawget(L, -3);
    n = lua_rawlen(L, -1);
    if (n == 0 || n > 256) {
        PROBLEM(r, "choices", 0, "bad-knob", "'choices' of '%s' wants 1 to 256 texts", k->name);
        n = 0;
    }
    const char **choices = state_push(L, n + 1, sizeof *choices);
    for (size_t i = 0; i < n; i++) {
        if (lua_rawgeti(L, -1, (lua_Integer)i + 1) != LUA_TSTRING)
            PROBLEM(r, "choices", 0, "bad-knob", "choice %d of '%s' is not a text", (int)i + 1,
                    k->name);
        choices[i] = state_text(L, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
        lua_pop(L, 1);
        if (at == SIZE_MAX && str_equal(choices[i], def)) at = i;
    }
    lua_pop(L, 1);
    if (at == SIZE_MAX && !r->failed)
        PROBLEM(r, NULL, 2, "bad-choice", "the default \"%s\" of '%s' is not among its choices",
                def, k->name);
    k->type = KNOB_CHOICE;
    k->choices = choices;
    k->def[0] = at == SIZE_MAX ? 0 : (double)at;
    k->max = n ? (double)(n - 1) : 0;
    k->step = 1;
}

static bool read_vector(struct knob_reader *r) {
    lua_State *L = r->L;
    if (!lua_istable(L, -1) || lua_rawlen(L, -1) != 3) return false;
    for (int i = 0; i < 3; i++) {
        bool number = lua_rawgeti(L, -1, i + 1) == LUA_TNUMBER;
        r->knob.def[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (!number || !isfinite(r->knob.def[i])) return false;
    }
    r->knob.type = KNOB_VEC3;
    lua_insert(L, -2); /* options are read from the knob's table */
    r->knob.min = -1e6;
    r->knob.max = 1e6;
    option(r, "min", &r->knob.min, NULL);
    option(r, "max", &r->knob.max, NULL);
    lua_insert(L, -2);
    return true;
}

static void read_default(struct knob_reader *r) {
    lua_State *L = r->L;
    float rgba[4];
    char got[96];
    struct desc_knob *k = &r->knob;
    lua_rawgeti(L, -1, 2);
    lua_pushliteral(L, "choices");
    bool choices = lua_rawget(L, -3) == LUA_TTABLE;
    lua_pop(L, 1);
    const struct made *made = state_made(L, -1);
    if (lua_isboolean(L, -1)) {
        k->type = KNOB_BOOL;
        k->def[0] = lua_toboolean(L, -1);
        k->max = 1;
    } else if (lua_type(L, -1) == LUA_TNUMBER) {
        read_number(r);
    } else if (lua_type(L, -1) == LUA_TSTRING && choices) {
        read_choices(r);
    } else if (value_read_color(L, -1, rgba)) {
        k->type = KNOB_COLOR;
        k->max = 1;
        for (int i = 0; i < 4; i++) k->def[i] = (double)rgba[i];
    } else if (lua_islightuserdata(L, -1)) {
        k->type = KNOB_BUTTON;
    } else if (made || !read_vector(r)) {
        PROBLEM(r, NULL, 2, "bad-knob",
                "the default of '%s' wants a number, true or false, a colour, {x, y, z}, "
                "wisp.button, or a text with choices; got %s",
                k->name, value_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
}

static void check_keys(struct knob_reader *r) {
    static const char *const known[] = {"choices", "group", "label", "max",
                                        "min",     "step",  "unit"};
    lua_State *L = r->L;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) continue;
        const char *key = lua_tostring(L, -2);
        bool good = false;
        for (size_t i = 0; i < 7; i++) good = good || str_equal(known[i], key);
        if (good) continue;
        const char *near = suggest_name(key, known, 7, NULL, 0);
        PROBLEM(r, key, 0, "unknown-field",
                "a knob has no field '%s'%s%s%s known: choices, group, label, max, min, step, "
                "unit",
                key, near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "");
    }
}

/* The knob's table is on top; the table of knobs by name below it. */
static void read_knob(struct knob_reader *r) {
    lua_State *L = r->L;
    struct script *script = r->script;
    char got[96];
    if (!lua_istable(L, -1) || lua_getmetatable(L, -1)) {
        PROBLEM(r, NULL, 0, "bad-knob", "wisp.params wants { name, default, ... }; got %s",
                value_describe(L, -1, got, sizeof got));
        return;
    }
    struct key_path path = path_to(r, NULL, 0);
    struct place place = source_field(&script->sources, r->origin, &path);
    r->knob = (struct desc_knob){.line = place.line, .col = place.col};
    read_name(r);
    check_keys(r);
    r->knob.label = text_option(r, "label");
    r->knob.unit = text_option(r, "unit");
    r->knob.group = text_option(r, "group");
    if (r->failed && !r->knob.name[0]) return;
    read_default(r);
    if (script->knob_count >= SCRIPT_KNOBS_MOST)
        luaL_error(L, "more than %d knobs", SCRIPT_KNOBS_MOST);
    struct knob_value *value = lua_newuserdatauv(L, sizeof *value, 0);
    luaL_setmetatable(L, "wisp.knob");
    value->knob = r->failed ? -1 : (int32_t)script->knob_count;
    lua_pushstring(L, r->knob.name);
    lua_insert(L, -2);
    if (!r->duplicate) lua_rawset(L, -4);
    if (r->failed) return;
    memcpy(r->knob.value, r->knob.def, sizeof r->knob.value);
    script->knobs = state_grow(L, script->knobs, script->knob_count, &script->knob_capacity,
                               sizeof *script->knobs);
    script->knobs[script->knob_count++] = r->knob;
}

/* Upvalue: knobs by name. */
static int knobs_index(lua_State *L) {
    struct script *script = script_of(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    const char *names[SCRIPT_KNOBS_MOST];
    for (size_t i = 0; i < script->knob_count; i++) names[i] = script->knobs[i].name;
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    const char *near =
        script->knob_count ? suggest_name(key, names, script->knob_count, NULL, 0) : NULL;
    struct origin at = state_origin(L, 1, key);
    char text[160];
    str_format(text, sizeof text, "there is no knob '%s'%s%s%s", key,
               near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    if (!script->loading) return luaL_error(L, "%s", text);
    struct place place =
        at.source < 0 ? (struct place){.file = NULL}
                      : source_word(&script->sources, at.source, at.line, key, strlen(key));
    state_diag(script, place, DIAG_ERROR, "unknown-knob", "%s", text);
    struct knob_value *value = lua_newuserdatauv(L, sizeof *value, 0);
    luaL_setmetatable(L, "wisp.knob");
    value->knob = -1;
    return 1;
}

static int knobs_newindex(lua_State *L) {
    return luaL_error(L, "knobs are set by the person at the window, not by the script");
}

static int wisp_params(lua_State *L) {
    struct script *script = script_of(L);
    if (!script->loading) return luaL_error(L, "wisp.params belongs at the top of the file");
    struct origin origin = value_origin(L, "params");
    lua_settop(L, 1);
    char got[96];
    if (!lua_istable(L, 1)) {
        value_problem(L, origin, NULL, "wrong-type",
                      "wisp.params wants a list of knobs; got %s",
                      value_describe(L, 1, got, sizeof got));
        lua_newtable(L);
        lua_replace(L, 1);
    }
    lua_newtable(L);
    lua_createtable(L, 0, 3); /* metatable of the proxy */
    lua_newtable(L);          /* knobs by name */
    size_t n = lua_rawlen(L, 1);
    for (size_t i = 1; i <= n; i++) {
        struct knob_reader r = {
            .L = L, .script = script, .origin = origin, .index = (int64_t)i};
        lua_rawgeti(L, 1, (lua_Integer)i);
        read_knob(&r);
        lua_settop(L, 4);
    }
    lua_pushcclosure(L, knobs_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, knobs_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    return 1;
}

/* Any operator on a knob. */
static int knob_operator(lua_State *L) {
    const struct knob_value *knob = value_knob(L, 1);
    if (!knob) knob = value_knob(L, 2);
    const char *name = knob && knob->knob >= 0 ? script_of(L)->knobs[knob->knob].name : "name";
    return luaL_error(L, "P.%s is a live knob; wrap it: function(s) return s.p.%s * 2 end",
                      name, name);
}

void knob_open(lua_State *L) {
    static const char *const operators[] = {"__add", "__sub",    "__mul",  "__div",  "__mod",
                                            "__pow", "__unm",    "__idiv", "__lt",   "__le",
                                            "__len", "__concat", "__call", "__index"};
    struct script *script = script_of(L);
    script->knob_dirty = state_push(L, SCRIPT_KNOBS_MOST, sizeof *script->knob_dirty);
    script->knob_used = state_push(L, SCRIPT_KNOBS_MOST, sizeof *script->knob_used);
    luaL_newmetatable(L, "wisp.knob");
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        lua_pushcfunction(L, knob_operator);
        lua_setfield(L, -2, operators[i]);
    }
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    lua_pushcfunction(L, wisp_params);
    lua_setfield(L, -2, "params");
    lua_pushlightuserdata(L, script); /* only ever compared for its type */
    lua_setfield(L, -2, "button");
}
