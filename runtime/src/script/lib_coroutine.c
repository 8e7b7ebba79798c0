/* SPDX-License-Identifier: MIT
 *
 * lib_coroutine - coroutines of scripts: a kill passes through resume. No close, no running.
 *
 * Errors  [script] All functions raise.
 */
#include "script/state.h"

#include <lauxlib.h>
#include <lualib.h>

enum { COST_CREATE = 300, COST_RESUME = 200 };

static lua_State *check_thread(lua_State *L) {
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    return co;
}

static int co_create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    vm_burn(L, COST_CREATE);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    return 1;
}

/* Move nargs to co and run it. Results are pushed; -1: the error value is pushed. */
static int run(lua_State *L, lua_State *co, int nargs) {
    int results;
    vm_burn(L, COST_RESUME);
    if (!lua_checkstack(co, nargs)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    int status = lua_status(co);
    if (status != LUA_YIELD && (status != LUA_OK || lua_gettop(co) == 0)) {
        lua_pushliteral(L, "cannot resume dead coroutine");
        return -1;
    }
    lua_xmove(L, co, nargs);
    size_t requiring = script_of(L)->requiring_count;
    status = lua_resume(co, L, nargs, &results);
    vm_recheck(L);
    if (status != LUA_OK && status != LUA_YIELD) {
        script_of(L)->requiring_count = requiring;
        lua_xmove(co, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(co, results);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, results);
    return results;
}

static int co_resume(lua_State *L) {
    lua_State *co = check_thread(L);
    int n = run(L, co, lua_gettop(L) - 1);
    lua_pushboolean(L, n >= 0);
    lua_insert(L, n < 0 ? -2 : -(n + 1));
    return n < 0 ? 2 : n + 1;
}

/* Upvalue: the coroutine. */
static int wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int n = run(L, co, lua_gettop(L));
    if (n >= 0) return n;
    int status = lua_status(co);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_resetthread(co); /* run its pending __close */
        lua_settop(co, 0);
        vm_recheck(L);
    }
    return lua_error(L);
}

static int co_wrap(lua_State *L) {
    co_create(L);
    lua_pushcclosure(L, wrapped, 1);
    return 1;
}

int luaopen_script_coroutine(lua_State *L) {
    static const luaL_Reg own[] = {
        {"create", co_create}, {"resume", co_resume}, {"wrap", co_wrap}, {NULL, NULL}};
    static const char *const stock[] = {"yield", "status", "isyieldable"};
    luaopen_coroutine(L);
    luaL_newlib(L, own);
    for (size_t i = 0; i < sizeof stock / sizeof *stock; i++) {
        lua_getfield(L, -2, stock[i]);
        lua_setfield(L, -2, stock[i]);
    }
    lua_remove(L, -2);
    return 1;
}
