/* SPDX-License-Identifier: MIT
 *
 * lib_string - the string library of scripts: metered, without dump, pack, unpack, packsize.
 *
 * Errors  [script] All functions raise.
 */
#include "script/pattern.h"
#include "script/state.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

/* A start argument as an offset: negative counts from the end. */
static size_t start_offset(lua_Integer init, size_t size) {
    if (init > 0) return (size_t)init - 1;
    if (init == 0 || init < -(lua_Integer)size) return 0;
    return size - (size_t)-init;
}

static const char *find_plain(lua_State *L, const char *text, size_t size, const char *what,
                              size_t length) {
    if (length == 0) return text;
    if (length > size) return NULL;
    const char *last = text + (size - length);
    for (const char *at = text; at <= last; at++) {
        const char *hit = memchr(at, what[0], (size_t)(last - at) + 1);
        vm_burn(L, (size_t)((hit ? hit : last) - at) / 16 + 1);
        if (!hit) return NULL;
        at = hit;
        vm_burn(L, length / 16);
        if (!memcmp(at, what, length)) return at;
    }
    return NULL;
}

static bool has_specials(const char *pattern, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (memchr("^$*+?.([%-", pattern[i], 10)) return true;
    return false;
}

static int find_or_match(lua_State *L, bool find) {
    size_t size, length;
    const char *text = luaL_checklstring(L, 1, &size);
    const char *source = luaL_checklstring(L, 2, &length);
    size_t init = start_offset(luaL_optinteger(L, 3, 1), size);
    if (init > size) {
        lua_pushnil(L);
        return 1;
    }
    if (find && (lua_toboolean(L, 4) || !has_specials(source, length))) {
        const char *at = find_plain(L, text + init, size - init, source, length);
        if (!at) {
            lua_pushnil(L);
            return 1;
        }
        lua_pushinteger(L, at - text + 1);
        lua_pushinteger(L, at - text + (ptrdiff_t)length);
        return 2;
    }
    struct pattern p;
    pattern_init(&p, L, text, size, source, length);
    for (const char *at = text + init; at <= p.text_end; at++) {
        const char *end = pattern_match(&p, at);
        if (end && find) {
            lua_pushinteger(L, at - text + 1);
            lua_pushinteger(L, end - text);
            return 2 + pattern_push_all(&p, at, end, false);
        }
        if (end) return pattern_push_all(&p, at, end, true);
        if (p.anchored) break;
    }
    lua_pushnil(L);
    return 1;
}

static int string_find(lua_State *L) { return find_or_match(L, true); }

static int string_match(lua_State *L) { return find_or_match(L, false); }

/* Upvalues: text, pattern, offset to go on from, offset where the last match ended or -1. */
static int gmatch_next(lua_State *L) {
    size_t size, length;
    const char *text = lua_tolstring(L, lua_upvalueindex(1), &size);
    const char *source = lua_tolstring(L, lua_upvalueindex(2), &length);
    lua_Integer from = lua_tointeger(L, lua_upvalueindex(3));
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
    struct pattern p;
    pattern_init(&p, L, text, size, source, length);
    if (p.anchored) { /* In gmatch a '^' is an ordinary character. */
        p.anchored = false;
        p.source--;
    }
    for (const char *at = text + from; at <= p.text_end; at++) {
        const char *end = pattern_match(&p, at);
        if (!end || end - text == last) continue;
        lua_pushinteger(L, end - text);
        lua_copy(L, -1, lua_upvalueindex(3));
        lua_replace(L, lua_upvalueindex(4));
        return pattern_push_all(&p, at, end, true);
    }
    return 0;
}

static int string_gmatch(lua_State *L) {
    size_t size;
    luaL_checklstring(L, 1, &size);
    luaL_checkstring(L, 2);
    size_t init = start_offset(luaL_optinteger(L, 3, 1), size);
    lua_settop(L, 2);
    lua_pushinteger(L, (lua_Integer)(init > size ? size + 1 : init));
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, gmatch_next, 4);
    return 1;
}

static void add_template(struct pattern *p, luaL_Buffer *out, const char *at, const char *end) {
    size_t size;
    const char *t = lua_tolstring(p->L, 3, &size);
    for (size_t i = 0; i < size; i++) {
        if (t[i] != '%') {
            luaL_addchar(out, t[i]);
            continue;
        }
        char c = ++i < size ? t[i] : '\0';
        if (c == '%') {
            luaL_addchar(out, '%');
        } else if (c == '0') {
            luaL_addlstring(out, at, (size_t)(end - at));
        } else if (c >= '1' && c <= '9') {
            pattern_push(p, c - '1', at, end);
            luaL_tolstring(p->L, -1, NULL); /* A position is a number. */
            lua_remove(p->L, -2);
            luaL_addvalue(out);
        } else {
            luaL_error(p->L, "invalid use of '%%' in replacement string");
        }
    }
}

/* Push what the table or function at 3 gives for a match, or false to keep it. */
static void push_replacement(struct pattern *p, const char *at, const char *end) {
    lua_State *L = p->L;
    if (lua_isfunction(L, 3)) {
        lua_pushvalue(L, 3);
        lua_call(L, pattern_push_all(p, at, end, true), 1);
    } else {
        pattern_push(p, 0, at, end);
        lua_gettable(L, 3);
    }
    if (!lua_toboolean(L, -1)) return;
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
}

static void add_replacement(struct pattern *p, luaL_Buffer *out, const char *at,
                            const char *end) {
    if (lua_type(p->L, 3) == LUA_TSTRING || lua_type(p->L, 3) == LUA_TNUMBER) {
        add_template(p, out, at, end);
        return;
    }
    push_replacement(p, at, end);
    if (lua_toboolean(p->L, -1)) {
        luaL_addvalue(out);
        return;
    }
    lua_pop(p->L, 1);
    luaL_addlstring(out, at, (size_t)(end - at));
}

static int string_gsub(lua_State *L) {
    size_t size, length;
    const char *text = luaL_checklstring(L, 1, &size);
    const char *source = luaL_checklstring(L, 2, &length);
    int kind = lua_type(L, 3);
    luaL_argexpected(L,
                     kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION ||
                         kind == LUA_TTABLE,
                     3, "string/function/table");
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)size + 1), count = 0;
    if (kind == LUA_TNUMBER) lua_tostring(L, 3); /* In place, while nothing is on top. */
    struct pattern p;
    pattern_init(&p, L, text, size, source, length);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    const char *at = text, *last = NULL;
    while (count < most) {
        const char *end = pattern_match(&p, at);
        if (end && end != last) {
            count++;
            add_replacement(&p, &out, at, end);
            at = last = end;
        } else if (at < p.text_end) {
            luaL_addchar(&out, *at++);
        } else {
            break;
        }
        if (p.anchored) break;
    }
    luaL_addlstring(&out, at, (size_t)(p.text_end - at));
    luaL_pushresult(&out);
    lua_pushinteger(L, count);
    return 2;
}

static int string_rep(lua_State *L) {
    size_t size, gap, total;
    const char *text = luaL_checklstring(L, 1, &size);
    lua_Integer n = luaL_checkinteger(L, 2);
    const char *between = luaL_optlstring(L, 3, "", &gap);
    if (n <= 0 || size + gap == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (!size_mul(size + gap, (size_t)n, &total) || total - gap > vm_of(L)->limits.memory_bytes)
        return luaL_error(L, "not enough memory: the text would be too large");
    total -= gap;
    vm_burn(L, total / 64);
    luaL_Buffer out;
    char *to = luaL_buffinitsize(L, &out, total);
    while (n-- > 0) {
        memcpy(to, text, size);
        to += size;
        if (n > 0 && gap) {
            memcpy(to, between, gap);
            to += gap;
        }
        vm_burn(L, 1);
    }
    luaL_pushresultsize(&out, total);
    return 1;
}

/* Stock format, with arguments of %s made text by us and %p refused: no addresses. */
static int string_format(lua_State *L) {
    size_t size;
    const char *format = luaL_checklstring(L, 1, &size);
    int arg = 1, top = lua_gettop(L);
    for (size_t i = 0; i < size; i++) {
        if (format[i] != '%') continue;
        if (i + 1 < size && format[i + 1] == '%') {
            i++;
            continue;
        }
        do i++;
        while (i < size && memchr("-+ #0123456789.", format[i], 15));
        if (i < size && format[i] == 'p')
            return luaL_error(L, "invalid conversion '%%p' to 'format'");
        if (++arg > top || i >= size || format[i] != 's') continue;
        size_t length;
        lib_tostring(L, arg, &length);
        vm_burn(L, length / 16);
        lua_replace(L, arg);
    }
    vm_burn(L, size / 16 + 4);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, top, 1);
    return 1;
}

int luaopen_script_string(lua_State *L) {
    static const luaL_Reg own[] = {{"find", string_find}, {"gmatch", string_gmatch},
                                   {"gsub", string_gsub}, {"match", string_match},
                                   {"rep", string_rep},   {NULL, NULL}};
    static const char *const stock[] = {"byte",    "char", "len",  "lower",
                                        "reverse", "sub",  "upper"};
    luaopen_string(L); /* also gives strings their metatable */
    luaL_newlib(L, own);
    for (size_t i = 0; i < sizeof stock / sizeof *stock; i++) {
        lua_getfield(L, -2, stock[i]);
        lib_metered(L);
        lua_setfield(L, -2, stock[i]);
    }
    lua_getfield(L, -2, "format");
    lua_pushcclosure(L, string_format, 1);
    lua_setfield(L, -2, "format");
    lua_remove(L, -2);
    lua_pushliteral(L, "");
    lua_getmetatable(L,
                     -1); /* ("x"):upper() finds our functions, and nothing can change them. */
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
    return 1;
}
