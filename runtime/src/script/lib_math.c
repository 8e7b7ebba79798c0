/* SPDX-License-Identifier: MIT
 *
 * lib_math - the math library of scripts: random numbers come from the host's seed.
 *
 * Errors  [script] All functions raise.
 */
#include "script/state.h"

#include <lauxlib.h>
#include <lualib.h>
#include <wisp/rng.h>

static uint64_t bits(lua_State *L) {
    struct script *script = script_of(L);
    return wisp_rng_u64(script->random_key, script->random_position++);
}

static double unit(lua_State *L) { return (double)(bits(L) >> 11) * 0x1p-53; }

/* Uniform in lo..hi for lo <= hi, by rejecting what does not fill the range evenly. */
static lua_Integer between(lua_State *L, lua_Integer lo, lua_Integer hi) {
    uint64_t span = (uint64_t)hi - (uint64_t)lo, mask = span, x;
    for (unsigned shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    do x = bits(L) & mask;
    while (x > span);
    return (lua_Integer)((uint64_t)lo + x);
}

/* As in Lua: () in [0,1), (n) in 1..n, (lo, hi) integers. */
static int math_random(lua_State *L) {
    lua_Integer lo = 1, hi;
    switch (lua_gettop(L)) {
    case 0:
        lua_pushnumber(L, unit(L));
        return 1;
    case 1:
        hi = luaL_checkinteger(L, 1);
        break;
    case 2:
        lo = luaL_checkinteger(L, 1);
        hi = luaL_checkinteger(L, 2);
        break;
    default:
        return luaL_error(L, "wrong number of arguments");
    }
    luaL_argcheck(L, lo <= hi, lua_gettop(L), "interval is empty");
    lua_pushinteger(L, between(L, lo, hi));
    return 1;
}

/* s.random: () in [0,1), (n) an integer in 1..n, (lo, hi) any number between. */
static int scene_random(lua_State *L) {
    if (lua_gettop(L) < 2) return math_random(L);
    double lo = luaL_checknumber(L, 1), hi = luaL_checknumber(L, 2);
    lua_pushnumber(L, lo + (hi - lo) * unit(L));
    return 1;
}

void lib_push_random(lua_State *L) { lua_pushcfunction(L, scene_random); }

int luaopen_script_math(lua_State *L) {
    luaopen_math(L);
    lua_pushnil(L);
    lua_setfield(L, -2, "randomseed");
    lua_pushcfunction(L, math_random);
    lua_setfield(L, -2, "random");
    return 1;
}
