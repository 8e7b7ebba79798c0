/* SPDX-License-Identifier: MIT
 *
 * api - see api.h. s itself and the knobs' values s.p.
 */
#include "script/api.h"

#include "script/value.h"
#include <lauxlib.h>
#include <math.h>
#include <string.h>

/* Upvalue: methods and fixed members by name. */
static int s_index(lua_State *L) {
    const struct script *script = script_of(L);
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (str_equal(key, "time")) {
        lua_pushnumber(L, script->time.time);
    } else if (str_equal(key, "dt")) {
        lua_pushnumber(L, script->time.dt);
    } else if (str_equal(key, "frame")) {
        lua_pushinteger(L, (lua_Integer)script->time.frame);
    } else if (str_equal(key, "state")) {
        registry_push(L, KEY_STATE);
    } else {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
        static const char *const names[] = {"time", "dt",   "frame",  "state",
                                            "p",    "get",  "after",  "every",
                                            "seek", "emit", "camera", "random"};
        const char *near = suggest_name(key, names, sizeof names / sizeof *names, NULL, 0);
        return luaL_error(L,
                          "s has no '%s'%s%s%s known: after, camera, dt, emit, every, frame, "
                          "get, p, random, seek, state, time",
                          key, near ? "; did you mean '" : ";", near ? near : "",
                          near ? "'?" : "");
    }
    return 1;
}

static int s_newindex(lua_State *L) {
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    return luaL_error(L, "s.%s cannot be set; keep data of your own in s.state.%s", key, key);
}

static int s_seek(lua_State *L) {
    const struct script_host *host = script_of(L)->host;
    double time = luaL_checknumber(L, 2);
    if (!(time >= 0 && time <= 86400))
        return luaL_error(L, "s:seek wants a time from 0 to 86400 s");
    if (host && host->seek) host->seek(host->user, time);
    return 0;
}

/* s:emit(name), s:emit(name, number), s:emit(name, { value =, position =, target = }) */
static int s_emit(lua_State *L) {
    const struct script_host *host = script_of(L)->host;
    const char *name = luaL_checkstring(L, 2);
    wisp_signal signal = {.struct_size = sizeof signal, .name = name};
    if (lua_istable(L, 3)) {
        lua_pushliteral(L, "value");
        if (lua_rawget(L, 3) == LUA_TNUMBER) signal.value = (float)lua_tonumber(L, -1);
        lua_pushliteral(L, "target");
        if (lua_rawget(L, 3) == LUA_TSTRING) signal.target = lua_tostring(L, -1);
        lua_pushliteral(L, "position");
        bool placed = lua_rawget(L, 3) == LUA_TTABLE;
        for (int k = 0; placed && k < 3; k++) {
            lua_rawgeti(L, -1, k + 1);
            signal.position[k] = (float)lua_tonumber(L, -1);
            lua_pop(L, 1);
        }
    } else if (!lua_isnoneornil(L, 3)) {
        signal.value = (float)luaL_checknumber(L, 3);
    }
    if (!isfinite(signal.value)) return luaL_error(L, "s:emit wants a finite value");
    if (host && host->emit) host->emit(host->user, name, &signal);
    return 0;
}

/* ---- s.p ---- */

static void push_knob(lua_State *L, const struct desc_knob *knob) {
    float rgba[4];
    switch (knob->type) {
    case KNOB_INT:
        lua_pushinteger(L, (lua_Integer)knob->value[0]);
        return;
    case KNOB_BOOL:
    case KNOB_BUTTON:
        lua_pushboolean(L, knob->value[0] != 0);
        return;
    case KNOB_CHOICE:
        lua_pushstring(L, knob->choices[(size_t)knob->value[0]]);
        return;
    case KNOB_COLOR:
        for (int k = 0; k < 4; k++) rgba[k] = (float)knob->value[k];
        value_push_color(L, rgba);
        return;
    case KNOB_VEC3:
        lua_createtable(L, 3, 0);
        for (int k = 0; k < 3; k++) {
            lua_pushnumber(L, knob->value[k]);
            lua_rawseti(L, -2, k + 1);
        }
        return;
    default:
        lua_pushnumber(L, knob->value[0]);
        return;
    }
}

/* Upvalue: index + 1 by name. */
static int p_index(lua_State *L) {
    struct script *script = script_of(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNUMBER) {
        push_knob(L, &script->knobs[lua_tointeger(L, -1) - 1]);
        return 1;
    }
    const char *names[SCRIPT_KNOBS_MOST];
    for (size_t i = 0; i < script->knob_count; i++) names[i] = script->knobs[i].name;
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    const char *near =
        script->knob_count ? suggest_name(key, names, script->knob_count, NULL, 0) : NULL;
    return luaL_error(L, "there is no knob '%s'%s%s%s", key, near ? "; did you mean '" : "",
                      near ? near : "", near ? "'?" : "");
}

static int p_newindex(lua_State *L) {
    return luaL_error(L, "knobs are set by the person at the window, not by the script");
}

/* An empty userdata with a metatable of its own that has the function on top as __index. */
static void push_object(lua_State *L, const char *name, lua_CFunction newindex) {
    lua_newuserdatauv(L, 0, 0);
    luaL_newmetatable(L, name);
    lua_rotate(L, -3, -1); /* object, metatable, index */
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

static int s_get(lua_State *L) {
    struct script *script = script_of(L);
    const char *id = luaL_checkstring(L, 2);
    vm_burn(L, 20);
    for (uint32_t i = 0; i < script->desc.node_count; i++) {
        if (!str_equal(script->desc.nodes[i].id, id)) continue;
        handle_push(L, i);
        return 1;
    }
    const char *names[64];
    size_t n = 0;
    for (uint32_t i = 0; i < script->desc.node_count && n < 64; i++)
        names[n++] = script->desc.nodes[i].id;
    const char *near = n ? suggest_name(id, names, n, NULL, 0) : NULL;
    return luaL_error(L, "there is no '%s' in the scene%s%s%s", id,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

void api_open(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"get", s_get}, {"seek", s_seek}, {"emit", s_emit}, {NULL, NULL}};
    const struct script *script = script_of(L);
    registry_new(L, KEY_STATE);
    lua_pop(L, 1);
    handle_open(L);
    luaL_newlib(L, methods);
    timer_open(L);
    lib_push_random(L);
    lua_setfield(L, -2, "random");
    handle_push(L, NODE_CAMERA - 1);
    lua_setfield(L, -2, "camera");
    lua_newtable(L);
    for (size_t i = 0; i < script->knob_count; i++) {
        lua_pushinteger(L, (lua_Integer)i + 1);
        lua_setfield(L, -2, script->knobs[i].name);
    }
    lua_pushcclosure(L, p_index, 1);
    push_object(L, "wisp.p", p_newindex);
    lua_setfield(L, -2, "p");
    lua_pushcclosure(L, s_index, 1);
    push_object(L, "wisp.s", s_newindex);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (void *)(uintptr_t)KEY_SELF);
}
