/* SPDX-License-Identifier: MIT
 *
 * api_timer - s:after(seconds, function) and s:every(seconds, function), in scene time.
 */
#include "script/api.h"

#include "script/functions.h"
#include <lauxlib.h>
#include <math.h>

enum { CATCH_UP = 16 }; /* calls of one timer in one frame; the rest is skipped */

static struct timer *new_timer(lua_State *L) {
    struct script *script = script_of(L);
    for (size_t i = 0; i < script->timer_count; i++)
        if (!script->timers[i].slot) return &script->timers[i];
    if (script->timer_count >= SCRIPT_TIMERS_MOST)
        luaL_error(L, "more than %d timers at once", SCRIPT_TIMERS_MOST);
    script->timers = state_grow(L, script->timers, script->timer_count, &script->timer_capacity,
                                sizeof *script->timers);
    return &script->timers[script->timer_count++];
}

static int add_timer(lua_State *L, const char *name, double least, bool again) {
    struct script *script = script_of(L);
    double seconds = luaL_checknumber(L, 2);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    if (!(seconds >= least && seconds <= 86400))
        return state_raise(L, "s:%s wants a time from %g to 86400 s", name, least);
    struct origin at = state_origin(L, 1, name);
    struct timer *timer = new_timer(L);
    timer->slot = (int32_t)(timer - script->timers) + 1;
    timer->due = script->time.time + seconds;
    timer->period = again ? seconds : 0;
    timer->place = (struct place){.line = at.line};
    if (at.source >= 0) timer->place.file = script->sources.items[at.source].name;
    registry_push(L, KEY_TIMERS);
    lua_pushvalue(L, 3);
    lua_rawseti(L, -2, timer->slot);
    return 0;
}

static int s_after(lua_State *L) { return add_timer(L, "after", 0, false); }

static int s_every(lua_State *L) { return add_timer(L, "every", 0.001, true); }

void timer_open(lua_State *L) {
    registry_new(L, KEY_TIMERS);
    lua_pop(L, 1);
    lua_pushcfunction(L, s_after);
    lua_setfield(L, -2, "after");
    lua_pushcfunction(L, s_every);
    lua_setfield(L, -2, "every");
}

static void drop(lua_State *L, size_t index) {
    struct timer *timer = &script_of(L)->timers[index];
    registry_push(L, KEY_TIMERS);
    lua_pushnil(L);
    lua_rawseti(L, -2, timer->slot);
    lua_pop(L, 1);
    timer->slot = 0;
}

/* Once; false when it raised and is gone. */
static bool fire(lua_State *L, size_t index) {
    struct script *script = script_of(L);
    struct timer timer = script->timers[index];
    registry_push(L, KEY_TIMERS);
    lua_rawgeti(L, -1, timer.slot);
    lua_remove(L, -2);
    if (timer.period == 0) drop(L, index); /* Its slot is free for timers it sets itself. */
    registry_push(L, KEY_SELF);
    if (vm_call(&script->vm, 1, 0)) return true;
    char what[96];
    str_format(what, sizeof what, "s:%s of line %d", timer.period > 0 ? "every" : "after",
               (int)timer.place.line);
    function_report(script, what, timer.place, "script-error",
                    "; it is off until the next load");
    if (timer.period > 0) drop(L, index);
    return false;
}

bool timers_run(lua_State *L) {
    struct script *script = script_of(L);
    double now = script->time.time + 1e-9;
    size_t count = script->timer_count; /* Those set now wait for the next frame. */
    for (size_t i = 0; i < count; i++) {
        for (int n = 0; script->timers[i].slot && script->timers[i].due <= now; n++) {
            struct timer *timer = &script->timers[i];
            double period = timer->period;
            if (n == CATCH_UP) {
                timer->due += period * (floor((now - timer->due) / period) + 1);
                break;
            }
            timer->due += period;
            fire(L, i);
            if (script->vm.killed) return false;
            if (period == 0) break;
        }
    }
    return true;
}

void timers_shift(struct script *script, double by) {
    for (size_t i = 0; i < script->timer_count; i++) script->timers[i].due += by;
}
