/* SPDX-License-Identifier: MIT
 *
 * lib_table - the table library of scripts: plain tables only, metered, without move.
 *
 * Stock functions follow __len and __index of their argument, and so can be made to loop for
 * ever in C; ours refuse tables with those.
 * Errors  [script] All functions raise.
 */
#include "script/state.h"

#include <lauxlib.h>
#include <lualib.h>

static void check_plain(lua_State *L) {
    static const char *const events[] = {"__len", "__index", "__newindex"};
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_getmetatable(L, 1)) return;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        lua_pushstring(L, events[i]);
        if (lua_rawget(L, -2) != LUA_TNIL)
            luaL_argerror(L, 1, "a plain table expected, this one has a metatable");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Upvalue: the stock function. */
static int plain_call(lua_State *L) {
    check_plain(L);
    vm_burn(L, lua_rawlen(L, 1) / 8 + 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Upvalue: the script's comparison, or nil for '<'. */
static int compare(lua_State *L) {
    vm_burn(L, 8);
    if (lua_isnil(L, lua_upvalueindex(1))) {
        lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
        return 1;
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
}

/* Upvalue: the stock function. */
static int table_sort(lua_State *L) {
    check_plain(L);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushcclosure(L, compare, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 0);
    return 0;
}

int luaopen_script_table(lua_State *L) {
    static const char *const stock[] = {"concat", "insert", "remove", "unpack"};
    luaopen_table(L);
    lua_createtable(L, 0, 8);
    for (size_t i = 0; i < sizeof stock / sizeof *stock; i++) {
        lua_getfield(L, -2, stock[i]);
        lua_pushcclosure(L, plain_call, 1);
        lua_setfield(L, -2, stock[i]);
    }
    lua_getfield(L, -2, "sort");
    lua_pushcclosure(L, table_sort, 1);
    lua_setfield(L, -2, "sort");
    lua_getfield(L, -2, "pack");
    lua_setfield(L, -2, "pack");
    lua_remove(L, -2);
    return 1;
}
