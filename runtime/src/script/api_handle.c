/* SPDX-License-Identifier: MIT
 *
 * api_handle - what s:get(id) gives: fields to read, :set{}, the effect's commands, counters.
 *
 * A handle is a number, never a pointer to a node, and says so when the node is gone.
 */
#include "script/api.h"

#include "script/build.h"
#include <lauxlib.h>
#include <math.h>
#include <string.h>

enum { SET_MOST = 64 };

struct handle {
    uint32_t node;
};

/* Counters that every effect may report; the dry run has no effect to ask. */
static const char *const counters[] = {"alive", "born", "dropped", "substeps"};

void handle_push(lua_State *L, uint32_t node) {
    registry_push(L, KEY_HANDLES);
    if (lua_rawgeti(L, -1, (lua_Integer)node + 1) == LUA_TNIL) {
        lua_pop(L, 1);
        struct handle *handle = lua_newuserdatauv(L, sizeof *handle, 0);
        handle->node = node;
        luaL_setmetatable(L, "wisp.handle");
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)node + 1);
    }
    lua_remove(L, -2);
}

static const struct handle *check_handle(lua_State *L) {
    const struct script *script = script_of(L);
    const struct handle *handle = luaL_testudata(L, 1, "wisp.handle");
    if (!handle) luaL_error(L, "call it with ':', as in s:get(\"id\"):set{}");
    if (handle && script->node_gone[handle->node]) {
        const struct desc_node *node = &script->desc.nodes[handle->node];
        luaL_error(L, "%s '%s' no longer exists", schema_kind_name(node->kind), node->id);
    }
    return handle;
}

/* ---- :set{} ---- */

struct setting {
    uint32_t param;
    wisp_value value;
};

static void read_setting(lua_State *L, const struct handle *handle, const char *key,
                         struct setting *out) {
    struct script *script = script_of(L);
    const struct desc_node *node = &script->desc.nodes[handle->node];
    bool alias;
    int32_t param = build_param_find(node, key, &alias);
    if (param < 0) {
        const char *names[128];
        size_t n = 0;
        for (uint32_t i = 0; i < node->value_count && n < 128; i++)
            names[n++] = build_param(node, i)->key;
        const char *near = suggest_name(key, names, n, NULL, 0);
        luaL_error(L, "'%s' has no field '%s'%s%s%s", node->id, key,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    struct convert c = {.L = L,
                        .script = script,
                        .param = build_param(node, (uint32_t)param),
                        .name = key,
                        .node = handle->node,
                        .param_index = (uint32_t)param};
    struct desc_value value = {.source = SOURCE_CONST};
    convert_read(&c, -1, &value);
    *out = (struct setting){(uint32_t)param, value.value};
}

/* All values are checked before the first is set. */
static int handle_set(lua_State *L) {
    struct script *script = script_of(L);
    const struct handle *handle = check_handle(L);
    const struct script_host *host = script->host;
    struct setting settings[SET_MOST];
    size_t count = 0;
    if (!lua_istable(L, 2)) return luaL_error(L, ":set wants a table, as in :set{ rate = 5 }");
    lua_settop(L, 2);
    vm_burn(L, 50);
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            return luaL_error(L, ":set wants names, as in :set{ rate = 5 }");
        if (count == SET_MOST) return luaL_error(L, ":set with more than %d fields", SET_MOST);
        struct setting setting;
        read_setting(L, handle, lua_tostring(L, -2), &setting);
        size_t at = count++; /* in the table's order, whatever order Lua has */
        for (; at > 0 && settings[at - 1].param > setting.param; at--)
            settings[at] = settings[at - 1];
        settings[at] = setting;
    }
    for (size_t i = 0; i < count && host && host->set; i++)
        host->set(host->user, handle->node, settings[i].param, &settings[i].value);
    return 0;
}

/* ---- Commands ---- */

static bool by_name(lua_State *L) {
    return lua_gettop(L) == 2 && lua_istable(L, 2) && lua_rawlen(L, 2) == 0 &&
           !state_made(L, 2);
}

static void check_names(lua_State *L, const wisp_command *command) {
    const char *names[64];
    size_t n = 0;
    for (uint32_t i = 0; i < command->param_count && n < 64; i++)
        names[n++] = command->params[i].key;
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        bool good = false;
        for (size_t i = 0; i < n; i++) good = good || str_equal(names[i], key);
        if (good) continue;
        const char *near = n ? suggest_name(key, names, n, NULL, 0) : NULL;
        luaL_error(L, ":%s has no argument '%s'%s%s%s", command->name, key,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
}

static void push_argument(lua_State *L, bool named, const char *key, int index, int top) {
    if (named) {
        lua_pushstring(L, key);
        lua_rawget(L, 2);
    } else if (2 + index <= top) {
        lua_pushvalue(L, 2 + index);
    } else {
        lua_pushnil(L);
    }
}

/* Upvalues: the command, its index. */
static int handle_command(lua_State *L) {
    struct script *script = script_of(L);
    const struct handle *handle = check_handle(L);
    const wisp_command *command = lua_touserdata(L, lua_upvalueindex(1));
    wisp_value args[64];
    wisp_event event = {.struct_size = sizeof event, .args = args};
    event.command = (uint32_t)lua_tointeger(L, lua_upvalueindex(2));
    event.arg_count = command->param_count < 64 ? command->param_count : 64;
    bool named = by_name(L);
    int top = lua_gettop(L);
    vm_burn(L, 100);
    if (named)
        check_names(L, command);
    else if (top - 1 > (int)event.arg_count)
        return luaL_error(L, ":%s takes %d arguments", command->name, (int)event.arg_count);
    luaL_checkstack(L, (int)event.arg_count + 8, "command");
    for (uint32_t i = 0; i < event.arg_count; i++) {
        const wisp_param *p = &command->params[i];
        push_argument(L, named, p->key, (int)i, top); /* Stays: the value is lent. */
        if (lua_isnil(L, -1)) {
            if (p->flags & WISP_PARAM_REQUIRED)
                return luaL_error(L, ":%s needs '%s'", command->name, p->key);
            convert_default(L, p, &args[i]);
            continue;
        }
        struct convert c = {.L = L, .script = script, .param = p, .name = p->key};
        struct desc_value value = {.source = SOURCE_CONST};
        convert_read(&c, -1, &value);
        args[i] = value.value;
        event.given |= (uint64_t)1 << i;
    }
    if (script->host && script->host->command)
        script->host->command(script->host->user, handle->node, &event);
    return 0;
}

/* The method of a command is made once. */
static bool push_command(lua_State *L, const struct desc_node *node, const char *key) {
    const struct effect_schema *schema = node->schema;
    for (uint32_t i = 0; schema && i < schema->command_count; i++) {
        const wisp_command *command = &schema->commands[i];
        if (!str_equal(command->name, key)) continue;
        if (lua_rawgetp(L, LUA_REGISTRYINDEX, command) != LUA_TNIL) return true;
        lua_pop(L, 1);
        lua_pushlightuserdata(L, (void *)(uintptr_t)command);
        lua_pushinteger(L, i);
        lua_pushcclosure(L, handle_command, 2);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, command);
        return true;
    }
    return false;
}

/* camera:shake{ amount =, time = } or camera:shake(amount, time) */
static int camera_shake(lua_State *L) {
    static const wisp_param params[] = {
        {.key = "amount", .type = WISP_PARAM_FLOAT, .unit = "m", .hard_max = 10, .def = {0.05}},
        {.key = "time", .type = WISP_PARAM_FLOAT, .unit = "s", .hard_max = 60, .def = {0.3}}};
    static const wisp_command command = {.name = "shake", .params = params, .param_count = 2};
    struct script *script = script_of(L);
    double values[2] = {0.05, 0.3};
    check_handle(L);
    bool named = by_name(L);
    int top = lua_gettop(L);
    if (named) check_names(L, &command);
    for (int i = 0; i < 2; i++) {
        push_argument(L, named, params[i].key, i, top);
        struct convert c = {
            .L = L, .script = script, .param = &params[i], .name = params[i].key};
        struct desc_value value = {.source = SOURCE_CONST};
        if (!lua_isnoneornil(L, -1) && convert_read(&c, -1, &value))
            values[i] = (double)value.value.v[0];
        lua_pop(L, 1);
    }
    if (script->host && script->host->shake)
        script->host->shake(script->host->user, values[0], values[1]);
    return 0;
}

/* ---- Fields ---- */

static bool push_field(lua_State *L, const struct handle *handle, const char *key) {
    struct script *script = script_of(L);
    const struct desc_node *node = &script->desc.nodes[handle->node];
    bool alias;
    int32_t param = build_param_find(node, key, &alias);
    if (param < 0) return false;
    const struct script_host *host = script->host;
    const wisp_value *value =
        host && host->get ? host->get(host->user, handle->node, (uint32_t)param) : NULL;
    convert_push(L, build_param(node, (uint32_t)param),
                 value ? value : &node->values[param].value);
    return true;
}

static bool push_counter(lua_State *L, const struct handle *handle, const char *key) {
    const struct script_host *host = script_of(L)->host;
    double x = (double)NAN;
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        if (str_equal(counters[i], key)) x = 0;
    if (host && host->counter) {
        double counted = host->counter(host->user, handle->node, key);
        if (!isnan(counted)) x = counted;
    }
    if (isnan(x)) return false;
    lua_pushnumber(L, x);
    return true;
}

static int unknown_member(lua_State *L, const struct desc_node *node, const char *key) {
    const char *names[192];
    size_t n = 0;
    names[n++] = "set";
    for (uint32_t i = 0; i < node->value_count && n < 128; i++)
        names[n++] = build_param(node, i)->key;
    for (uint32_t i = 0; node->schema && i < node->schema->command_count && n < 180; i++)
        names[n++] = node->schema->commands[i].name;
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) names[n++] = counters[i];
    const char *near = suggest_name(key, names, n, NULL, 0);
    return luaL_error(L, "%s '%s' has no field or command '%s'%s%s%s",
                      schema_kind_name(node->kind), node->id, key,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static int handle_index(lua_State *L) {
    const struct handle *handle = check_handle(L);
    const struct desc_node *node = &script_of(L)->desc.nodes[handle->node];
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    if (str_equal(key, "set")) {
        lua_pushcfunction(L, handle_set);
        return 1;
    }
    if (str_equal(key, "id")) {
        lua_pushstring(L, node->id);
        return 1;
    }
    if (node->kind == NODE_CAMERA && str_equal(key, "shake")) {
        lua_pushcfunction(L, camera_shake);
        return 1;
    }
    if (push_command(L, node, key) || push_field(L, handle, key) ||
        push_counter(L, handle, key))
        return 1;
    return unknown_member(L, node, key);
}

static int handle_newindex(lua_State *L) {
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "field";
    return luaL_error(L, "write :set{ %s = ... } to change a field", key);
}

void handle_open(lua_State *L) {
    registry_new(L, KEY_HANDLES);
    lua_pop(L, 1);
    luaL_newmetatable(L, "wisp.handle");
    lua_pushcfunction(L, handle_index);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, handle_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
