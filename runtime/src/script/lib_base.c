/* SPDX-License-Identifier: MIT
 *
 * lib_base - the global functions of scripts: a whitelist, with pcall, print and the like ours.
 *
 * Absent: load, loadstring, loadfile, dofile, collectgarbage, debug, io, os, package, warn, _G.
 * Errors  [script] All functions raise.
 */
#include "script/state.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

const char *lib_tostring(lua_State *L, int index, size_t *length) {
    index = lua_absindex(L, index);
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
    case LUA_TSTRING:
    case LUA_TBOOLEAN:
    case LUA_TNIL:
        return luaL_tolstring(L, index, length);
    default:
        break;
    }
    if (luaL_callmeta(L, index, "__tostring")) {
        if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
        return lua_tolstring(L, -1, length);
    }
    int name = luaL_getmetafield(L, index, "__name");
    if (name == LUA_TSTRING) return lua_tolstring(L, -1, length);
    if (name != LUA_TNIL) lua_pop(L, 1);
    lua_pushstring(L, luaL_typename(L, index)); /* Never an address. */
    return lua_tolstring(L, -1, length);
}

static int base_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    lib_tostring(L, 1, NULL);
    return 1;
}

static int base_print(lua_State *L) {
    struct script *script = script_of(L);
    int n = lua_gettop(L);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (int i = 1; i <= n; i++) {
        if (i > 1) luaL_addchar(&out, '\t');
        size_t length;
        lib_tostring(L, i, &length);
        vm_burn(L, length / 16 + 50);
        luaL_addvalue(&out);
    }
    luaL_pushresult(&out);
    if (!script->trial)
        log_text(script->config.log, LOG_LEVEL_INFO, script->desc.file, lua_tostring(L, -1));
    return 0;
}

/* What finish_pcall needs to know: values below the results, and how deep requires were. */
static lua_KContext pcall_context(lua_State *L, int below) {
    return below | (lua_KContext)script_of(L)->requiring_count << 8;
}

/* After a protected call, also one that was resumed: true or false in front of its results. */
static int finish_pcall(lua_State *L, int status, lua_KContext context) {
    vm_recheck(L);
    if (status != LUA_OK && status != LUA_YIELD) {
        script_of(L)->requiring_count = (size_t)(context >> 8);
        vm_of(L)->in_pattern = false;
        lua_pushboolean(L, 0);
        lua_pushvalue(L, -2);
        return 2;
    }
    return lua_gettop(L) - (int)(context & 0xff);
}

static int base_pcall(lua_State *L) {
    luaL_checkany(L, 1);
    vm_burn(L, 10);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    lua_KContext context = pcall_context(L, 0);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, context, finish_pcall);
    return finish_pcall(L, status, context);
}

/* The handler that xpcall installs: a killed script's own handler is not run, as hooks are off
 * while it would be. Upvalue: the script's handler. */
static int guarded_handler(lua_State *L) {
    if (vm_of(L)->killed) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

static int base_xpcall(lua_State *L) {
    int n = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    vm_burn(L, 10);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, guarded_handler, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2); /* function, handler, true, function, arguments */
    lua_KContext context = pcall_context(L, 2);
    int status = lua_pcallk(L, n - 2, LUA_MULTRET, 2, context, finish_pcall);
    return finish_pcall(L, status, context);
}

static bool is_read_only(lua_State *L, int index) {
    lua_pushvalue(L, index);
    registry_push(L, KEY_READONLY);
    lua_insert(L, -2);
    lua_rawget(L, -2);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 2);
    return yes;
}

static int base_rawset(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkany(L, 2);
    luaL_checkany(L, 3);
    if (is_read_only(L, 1)) return luaL_error(L, "read-only table");
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 1;
}

static int base_setmetatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    int kind = lua_type(L, 2);
    luaL_argexpected(L, kind == LUA_TNIL || kind == LUA_TTABLE, 2, "nil or table");
    if (is_read_only(L, 1)) return luaL_error(L, "read-only table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    if (kind == LUA_TTABLE) {
        lua_pushliteral(L, "__gc"); /* Finalizers would run with the budget off. */
        if (lua_rawget(L, 2) != LUA_TNIL)
            return luaL_error(L, "'__gc' is not available in scripts");
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

static int base_getmetatable(lua_State *L) {
    luaL_checkany(L, 1);
    if (lua_type(L, 1) != LUA_TTABLE || !lua_getmetatable(L, 1)) {
        lua_pushnil(L);
        return 1;
    }
    luaL_getmetafield(L, 1, "__metatable");
    return 1;
}

/* Upvalue: the stock function. */
static int metered_call(lua_State *L) {
    size_t bytes = 0;
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++)
        if (lua_type(L, i) == LUA_TSTRING) bytes += lua_rawlen(L, i);
    vm_burn(L, bytes / 16 + 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
}

void lib_metered(lua_State *L) { lua_pushcclosure(L, metered_call, 1); }

/* Upvalue: the name of the table. */
static int refuse_write(lua_State *L) {
    size_t n;
    const char *key = lib_tostring(L, 2, &n);
    return luaL_error(L, "%s is a read-only table (assigning '%s')",
                      lua_tostring(L, lua_upvalueindex(1)), key);
}

void lib_read_only(lua_State *L, const char *name) {
    lua_newtable(L);
    registry_push(L, KEY_READONLY);
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    lua_createtable(L, 0, 4);
    lua_rotate(L, -3, -1); /* proxy, metatable, table */
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, name);
    lua_pushcclosure(L, refuse_write, 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

int luaopen_script_base(lua_State *L) {
    static const luaL_Reg own[] = {{"pcall", base_pcall},
                                   {"xpcall", base_xpcall},
                                   {"tostring", base_tostring},
                                   {"print", base_print},
                                   {"rawset", base_rawset},
                                   {"setmetatable", base_setmetatable},
                                   {"getmetatable", base_getmetatable},
                                   {NULL, NULL}};
    static const char *const stock[] = {"assert", "error",  "ipairs",   "next",   "pairs",
                                        "rawget", "rawlen", "rawequal", "select", "type"};
    luaopen_base(L);
    luaL_newlib(L, own);
    for (size_t i = 0; i < sizeof stock / sizeof *stock; i++) {
        lua_getfield(L, -2, stock[i]);
        lua_setfield(L, -2, stock[i]);
    }
    lua_getfield(L, -2, "tonumber");
    lib_metered(L);
    lua_setfield(L, -2, "tonumber");
    lua_getfield(L, -2, "_VERSION");
    lua_setfield(L, -2, "_VERSION");
    lua_remove(L, -2);
    return 1;
}
