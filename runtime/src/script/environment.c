/* SPDX-License-Identifier: MIT
 *
 * environment - what scripts see as their globals: a whitelist that nothing can write to.
 *
 * Reading a name that does not exist is an error, but for those that plain Lua has and scenes
 * do not: they are nil, so that a script can ask.
 */
#include "script/environment.h"

#include <lauxlib.h>
#include <string.h>

static const char *const absent[] = {
    "_G", "collectgarbage", "debug", "dofile", "io",     "load",    "loadfile", "loadstring",
    "os", "package",        "warn",  "module", "unpack", "setfenv", "getfenv",  "jit"};

static int read_missing(lua_State *L) {
    static const char *const names[] = {
        "assert",   "error",        "ipairs",       "next",   "pairs",   "pcall",  "print",
        "rawequal", "rawget",       "rawlen",       "rawset", "require", "select", "tonumber",
        "tostring", "setmetatable", "getmetatable", "type",   "xpcall",  "math",   "string",
        "table",    "utf8",         "coroutine",    "wisp"};
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (str_equal(absent[i], key)) return 0;
    const char *near = suggest_name(key, names, sizeof names / sizeof *names, NULL, 0);
    return luaL_error(L, "there is no variable '%s'%s%s%s", key, near ? "; did you mean '" : "",
                      near ? near : "", near ? "'?" : "");
}

static int write_refused(lua_State *L) {
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    return luaL_error(L, "globals cannot be set; write 'local %s = ...'", key);
}

/* The table on top becomes the inner one of an empty proxy. */
static void wrap(lua_State *L) {
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, read_missing);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_newtable(L);
    lua_createtable(L, 0, 3);
    lua_rotate(L, -3, -1); /* proxy, metatable, table */
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, write_refused);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

void environment_open(lua_State *L) {
    static const struct {
        const char *name;
        lua_CFunction open;
    } libraries[] = {{"math", luaopen_script_math},           {"string", luaopen_script_string},
                     {"table", luaopen_script_table},         {"utf8", luaopen_script_utf8},
                     {"coroutine", luaopen_script_coroutine}, {"wisp", luaopen_script_wisp}};
    registry_new(L, KEY_READONLY);
    registry_new(L, KEY_FUNCTIONS);
    lua_pop(L, 2);
    luaopen_script_base(L);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        libraries[i].open(L);
        lib_read_only(L, libraries[i].name);
        lua_setfield(L, -2, libraries[i].name);
    }
    luaopen_script_require(L);
    lua_setfield(L, -2, "require");
    wrap(L);
    registry_push(L, KEY_READONLY);
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}
