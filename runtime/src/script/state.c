/* SPDX-License-Identifier: MIT
 *
 * state - see state.h.
 */
#include "script/state.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <string.h>

/* Lua tells a memory error apart by its status, so ask Lua to raise it: the cap of a state that
 * lost its C memory does not matter any more. */
static void raise_no_memory(lua_State *L) {
    vm_of(L)->host_denied = true;
    luaL_error(L, "not enough memory");
}

void *state_push(lua_State *L, size_t count, size_t size) {
    void *p = arena_push_array(&script_of(L)->arena, count ? count : 1, size, 0);
    if (!p) raise_no_memory(L);
    return p;
}

void *state_grow(lua_State *L, void *items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return items;
    size_t larger = *capacity ? 2 * *capacity : 16;
    void *moved = state_push(L, larger, size);
    if (count) memcpy(moved, items, count * size);
    *capacity = larger;
    return moved;
}

const char *state_text(lua_State *L, const char *text) {
    const char *copy = arena_text(&script_of(L)->arena, text);
    if (!copy) raise_no_memory(L);
    return copy;
}

const char *state_intern(lua_State *L, const char *text) {
    struct script *script = script_of(L);
    for (size_t i = 0; i < script->interned_count; i++)
        if (str_equal(script->interned[i], text)) return script->interned[i];
    if (script->interned_count >= SCRIPT_INTERNED_MOST)
        luaL_error(L, "more than %d different file names", SCRIPT_INTERNED_MOST);
    script->interned = state_grow(L, (void *)script->interned, script->interned_count,
                                  &script->interned_capacity, sizeof *script->interned);
    return script->interned[script->interned_count++] = state_text(L, text);
}

const char *state_format(lua_State *L, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    return state_text(L, text);
}

int state_raise(lua_State *L, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    return luaL_error(L, "%s", text);
}

void registry_new(lua_State *L, enum registry_key key) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (void *)(uintptr_t)key);
}

void registry_push(lua_State *L, enum registry_key key) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, (void *)(uintptr_t)key);
}

const struct made *state_made(lua_State *L, int index) {
    const struct script *script = script_of(L);
    if (!lua_istable(L, index)) return NULL;
    index = lua_absindex(L, index);
    registry_push(L, KEY_MARKS);
    lua_pushvalue(L, index);
    lua_rawget(L, -2);
    size_t number = (size_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return number && number <= script->made_count ? &script->made[number - 1] : NULL;
}

struct diag *state_diag(struct script *script, struct place place, enum diag_severity severity,
                        const char *code, const char *format, ...) {
    char text[VM_ERROR_TEXT];
    if (!script->diags) return NULL;
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    struct diag_place where = {place.file ? place.file : script->desc.file, place.line,
                               place.col, place.end_col};
    return diag_add(script->diags, where, severity, code, "%s", text);
}

struct origin state_origin(lua_State *L, int level, const char *name) {
    struct script *script = script_of(L);
    struct origin origin = {.source = -1, .name = name};
    lua_Debug ar;
    for (; lua_getstack(L, level, &ar); level++) {
        if (!lua_getinfo(L, "Sl", &ar) || ar.currentline < 0) continue;
        origin.source = source_find(&script->sources, ar.short_src);
        origin.line = ar.currentline;
        break;
    }
    return origin;
}

struct origin state_origin_counted(lua_State *L, int level, const char *name) {
    struct script *script = script_of(L);
    struct origin origin = state_origin(L, level, name);
    if (!script->loading || origin.source < 0) return origin;
    for (size_t i = script->call_count; i > 0 && i + 256 > script->call_count; i--) {
        struct origin *call = &script->calls[i - 1];
        if (call->source != origin.source || call->line != origin.line ||
            !str_equal(call->name, name))
            continue;
        origin.ordinal = ++call->ordinal;
        return origin;
    }
    script->calls = state_grow(L, script->calls, script->call_count, &script->call_capacity,
                               sizeof *script->calls);
    script->calls[script->call_count++] = origin;
    return origin;
}
