/* SPDX-License-Identifier: MIT
 *
 * lib_wisp - the table `wisp`: a constructor per effect, body and camera, and the values.
 *
 * A constructor marks the table it is given and returns it, so a scene file stays plain tables.
 * Fields are checked when the whole scene is known, all of them in one go.
 * Errors  [script] While loading, mistakes are diagnostics; afterwards they raise.
 */
#include "script/value.h"

#include <lauxlib.h>
#include <string.h>

struct constructor {
    const char *name; /* without "wisp." */
    enum made_kind what;
    enum node_kind kind;
    int32_t variant;
};

static const struct constructor constructors[] = {
    {"scene", MADE_SCENE, NODE_SCENE, 0},
    {"orbit", MADE_NODE, NODE_CAMERA, CAMERA_ORBIT},
    {"fixed", MADE_NODE, NODE_CAMERA, CAMERA_FIXED},
    {"fly", MADE_NODE, NODE_CAMERA, CAMERA_FLY},
    {"sky", MADE_NODE, NODE_SKY, 0},
    {"sun", MADE_NODE, NODE_SUN, 0},
    {"lamp", MADE_NODE, NODE_LIGHT, 0},
    {"ground", MADE_NODE, NODE_BODY, WISP_SHAPE_PLANE},
    {"box", MADE_NODE, NODE_BODY, WISP_SHAPE_BOX},
    {"sphere", MADE_NODE, NODE_BODY, WISP_SHAPE_SPHERE},
    {"cylinder", MADE_NODE, NODE_BODY, WISP_SHAPE_CYLINDER},
    {"capsule", MADE_NODE, NODE_BODY, WISP_SHAPE_CAPSULE},
    {"mesh", MADE_NODE, NODE_BODY, WISP_SHAPE_MESH},
    {"line", MADE_LINE, NODE_SCENE, 0},
};
enum { CONSTRUCTORS = sizeof constructors / sizeof *constructors };

/* Mark the table at index; it is left on top of the stack. */
static int mark(lua_State *L, int index, const struct made *made) {
    struct script *script = script_of(L);
    const struct made *before = state_made(L, index);
    if (script->made_count >= SCRIPT_MADE_MOST)
        return luaL_error(L, "more than %d constructors in one scene", SCRIPT_MADE_MOST);
    if (before)
        value_problem(L, made->origin, NULL, "used-twice",
                      "this table is a %s{} already; write a table of its own for each",
                      before->name);
    if (lua_getmetatable(L, index)) {
        value_problem(L, made->origin, NULL, "not-plain",
                      "%s wants a plain table; this one has a metatable", made->name);
        lua_newtable(L);
        lua_replace(L, index);
        lua_pop(L, 1);
    }
    script->made = state_grow(L, script->made, script->made_count, &script->made_capacity,
                              sizeof *script->made);
    script->made[script->made_count++] = *made;
    registry_push(L, KEY_MARKS);
    lua_pushvalue(L, index);
    lua_pushinteger(L, (lua_Integer)script->made_count);
    lua_rawset(L, -3);
    lua_pushvalue(L, index);
    return 1;
}

static void check_loading(lua_State *L, const char *name) {
    if (!script_of(L)->loading)
        luaL_error(L,
                   "%s{} is part of the scene and belongs in the file's tables, not in a "
                   "callback",
                   name);
}

/* The table of fields at index, or an empty one after saying what is wrong. */
static void check_table(lua_State *L, int index, const struct made *made) {
    char got[96];
    if (lua_istable(L, index)) return;
    value_problem(L, made->origin, NULL, "wrong-type", "%s wants a table of fields; got %s",
                  made->name, value_describe(L, index, got, sizeof got));
    lua_settop(L, index - 1);
    lua_newtable(L);
}

/* Upvalue: its entry in constructors. */
static int construct(lua_State *L) {
    const struct constructor *k = lua_touserdata(L, lua_upvalueindex(1));
    check_loading(L, k->name);
    struct made made = {.what = k->what, .kind = k->kind, .variant = k->variant};
    made.origin = value_origin(L, k->name);
    made.name = state_format(L, "wisp.%s", k->name);
    check_table(L, 1, &made);
    return mark(L, 1, &made);
}

/* Upvalue: the schema. */
static int construct_effect(lua_State *L) {
    const struct effect_schema *schema = lua_touserdata(L, lua_upvalueindex(1));
    check_loading(L, schema->id);
    struct made made = {.what = MADE_NODE, .kind = NODE_EFFECT, .schema = schema};
    made.origin = value_origin(L, schema->id);
    made.name = state_format(L, "wisp.%s", schema->id);
    check_table(L, 1, &made);
    return mark(L, 1, &made);
}

static const struct effect_schema *find_effect(const struct script *script, const char *id) {
    for (uint32_t i = 0; i < script->config.effect_count; i++)
        if (str_equal(script->config.effects[i].id, id)) return &script->config.effects[i];
    return NULL;
}

/* Names for suggestions: effects alone, or all of wisp. Returns how many; lent until the arena
 * goes. */
static size_t known_names(lua_State *L, bool effects_only, const char ***out) {
    const struct script *script = script_of(L);
    static const char *const values[] = {"effect", "params", "curve",  "gradient", "color",
                                         "rgb",    "hsv",    "kelvin", "button"};
    size_t own = sizeof values / sizeof *values, n = 0;
    const char **names =
        state_push(L, script->config.effect_count + CONSTRUCTORS + own, sizeof *names);
    for (uint32_t i = 0; i < script->config.effect_count; i++)
        names[n++] = script->config.effects[i].id;
    for (size_t i = 0; !effects_only && i < CONSTRUCTORS; i++)
        names[n++] = constructors[i].name;
    for (size_t i = 0; !effects_only && i < own; i++) names[n++] = values[i];
    *out = names;
    return n;
}

static void list_effects(const struct script *script, char *out, size_t size) {
    size_t n = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < script->config.effect_count && i < 12; i++)
        n += str_format(out + n, size - n, "%s%s", i ? ", " : "", script->config.effects[i].id);
    if (script->config.effect_count > 12) str_format(out + n, size - n, ", ...");
}

/* wisp.effect("id", { ... }) */
static int wisp_effect_by_id(lua_State *L) {
    struct script *script = script_of(L);
    check_loading(L, "wisp.effect");
    struct made made = {.what = MADE_NODE, .kind = NODE_EFFECT, .name = "wisp.effect"};
    made.origin = value_origin(L, "effect");
    const char *id = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : NULL;
    made.schema = id ? find_effect(script, id) : NULL;
    char got[96], known[512];
    if (!id) {
        value_problem(L, made.origin, NULL, "wrong-type",
                      "wisp.effect wants the effect's name first; got %s",
                      value_describe(L, 1, got, sizeof got));
    } else if (!made.schema) {
        const char **names;
        size_t n = known_names(L, true, &names);
        const char *near = suggest_name(id, names, n, NULL, 0);
        list_effects(script, known, sizeof known);
        value_problem(
            L, made.origin, NULL, "unknown-effect", "there is no effect '%s'%s%s%s known: %s",
            id, near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "", known);
    } else {
        made.name = state_format(L, "wisp.%s", id);
    }
    if (!made.schema) made.what = MADE_BROKEN;
    lua_settop(L, 2);
    if (!id && !lua_istable(L, 2)) {
        lua_newtable(L);
        lua_replace(L, 2);
    }
    check_table(L, 2, &made);
    return mark(L, 2, &made);
}

/* What an unknown name gives, so that the rest of the file is looked at too. */
static int construct_broken(lua_State *L) {
    struct made made = {.what = MADE_BROKEN, .kind = NODE_EFFECT, .name = "wisp.?"};
    made.origin = value_origin(L, lua_tostring(L, lua_upvalueindex(1)));
    lua_settop(L, 2);
    int index = lua_istable(L, 1) ? 1 : 2;
    check_table(L, index, &made);
    return mark(L, index, &made);
}

/* __index of wisp for names that it does not have. */
static int unknown_name(lua_State *L) {
    struct script *script = script_of(L);
    const char **names;
    const char *key = lua_type(L, 2) == LUA_TSTRING ? state_text(L, lua_tostring(L, 2)) : "?";
    const char *near = suggest_name(key, names, known_names(L, false, &names), NULL, 0);
    char known[512], hint[128] = "";
    list_effects(script, known, sizeof known);
    if (near) str_format(hint, sizeof hint, "; did you mean 'wisp.%s'?", near);
    if (!script->loading) return luaL_error(L, "there is no 'wisp.%s'%s", key, hint);
    struct origin at = state_origin(L, 1, key);
    struct place place =
        at.source < 0 ? (struct place){.file = NULL}
                      : source_word(&script->sources, at.source, at.line, key, strlen(key));
    state_diag(script, place, DIAG_ERROR, "unknown-effect",
               "there is no 'wisp.%s'%s effects: %s", key, near ? hint : ";", known);
    lua_pushstring(L, key);
    lua_pushcclosure(L, construct_broken, 1);
    return 1;
}

int luaopen_script_wisp(lua_State *L) {
    struct script *script = script_of(L);
    registry_new(L, KEY_MARKS);
    lua_pop(L, 1);
    lua_newtable(L);
    value_open(L);
    curve_open(L);
    knob_open(L);
    for (size_t i = 0; i < CONSTRUCTORS; i++) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)&constructors[i]);
        lua_pushcclosure(L, construct, 1);
        lua_setfield(L, -2, constructors[i].name);
    }
    for (uint32_t i = 0; i < script->config.effect_count; i++) {
        const struct effect_schema *schema = &script->config.effects[i];
        lua_pushlightuserdata(L, (void *)(uintptr_t)schema);
        lua_pushcclosure(L, construct_effect, 1);
        lua_setfield(L, -2, schema->id);
    }
    lua_pushcfunction(L, wisp_effect_by_id);
    lua_setfield(L, -2, "effect");
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, unknown_name);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    return 1;
}
