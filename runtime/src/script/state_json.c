/* SPDX-License-Identifier: MIT
 *
 * state_json - s.state as JSON: plain data that outlives a reload.
 *
 * A table is a list when its keys are 1 to n, else an object with text keys, sorted, so that
 * equal states give equal texts. Whole numbers stay whole.
 */
#include "script/api.h"

#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    lua_State *L;
    struct strbuf *out;
    const char *keys[VM_TABLE_DEPTH];
    int depth;
};

static void write_value(struct writer *w);

static void refuse(struct writer *w, const char *why) {
    char path[256] = "s.state";
    size_t n = strlen(path);
    for (int i = 0; i < w->depth && i < VM_TABLE_DEPTH; i++)
        n += str_format(path + n, sizeof path - n, ".%s", w->keys[i]);
    luaL_error(w->L, "%s holds %s, which cannot be kept", path, why);
}

static void write_text(struct writer *w, const char *text, size_t size) {
    strbuf_add(w->out, "\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            strbuf_addf(w->out, "\\%c", c);
        else if (c < 0x20)
            strbuf_addf(w->out, "\\u%04x", c);
        else
            strbuf_add_n(w->out, text + i, 1);
    }
    strbuf_add(w->out, "\"");
}

static void write_number(struct writer *w) {
    char text[40];
    if (lua_isinteger(w->L, -1)) {
        strbuf_addf(w->out, "%lld", (long long)lua_tointeger(w->L, -1));
        return;
    }
    double x = lua_tonumber(w->L, -1);
    if (!isfinite(x)) refuse(w, "a number that is not finite");
    str_format(text, sizeof text, "%.17g", x);
    strbuf_add(w->out, text);
    if (!strpbrk(text, ".e")) strbuf_add(w->out, ".0");
}

/* Keys must be texts; they are left on the stack, sorted, in a list. */
static lua_Integer push_keys(struct writer *w) {
    lua_State *L = w->L;
    lua_Integer n = 0;
    int table = lua_gettop(L);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) refuse(w, "a key that is neither text nor 1 to n");
        lua_Integer at = ++n;
        for (; at > 1; at--) {
            lua_rawgeti(L, table + 1, at - 1);
            if (strcmp(lua_tostring(L, -1), lua_tostring(L, -3)) <= 0) {
                lua_pop(L, 1);
                break;
            }
            lua_rawseti(L, table + 1, at);
        }
        lua_pushvalue(L, -2);
        lua_rawseti(L, table + 1, at);
        vm_burn(L, (size_t)(n - at) + 10);
    }
    return n;
}

static void write_member(struct writer *w, const char *key) {
    if (w->depth < VM_TABLE_DEPTH) w->keys[w->depth] = key;
    w->depth++;
    write_value(w);
    w->depth--;
}

static bool is_list(lua_State *L) {
    size_t n = lua_rawlen(L, -1), count = 0;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) count++;
    return n > 0 && n == count;
}

static void write_table(struct writer *w) {
    lua_State *L = w->L;
    luaL_checkstack(L, 10, "state");
    if (w->depth >= VM_TABLE_DEPTH) refuse(w, "tables nested too deep");
    if (lua_getmetatable(L, -1)) refuse(w, "a table with a metatable");
    bool list = is_list(L);
    strbuf_add(w->out, list ? "[" : "{");
    if (list) {
        lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
        for (lua_Integer i = 1; i <= n; i++) {
            char key[24];
            str_format(key, sizeof key, "%lld", (long long)i);
            if (i > 1) strbuf_add(w->out, ",");
            lua_rawgeti(L, -1, i);
            write_member(w, key);
            lua_pop(L, 1);
        }
    } else {
        lua_Integer n = push_keys(w);
        for (lua_Integer i = 1; i <= n; i++) {
            size_t size;
            if (i > 1) strbuf_add(w->out, ",");
            lua_rawgeti(L, -1, i);
            const char *key = lua_tolstring(L, -1, &size);
            write_text(w, key, size);
            strbuf_add(w->out, ":");
            lua_rawget(L, -3);
            write_member(w, key);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    strbuf_add(w->out, list ? "]" : "}");
}

static void write_value(struct writer *w) {
    lua_State *L = w->L;
    size_t size;
    char why[64];
    if (w->out->length > SCRIPT_STATE_BYTES)
        luaL_error(L, "s.state is larger than %d KiB", SCRIPT_STATE_BYTES / 1024);
    switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
        strbuf_add(w->out, lua_toboolean(L, -1) ? "true" : "false");
        break;
    case LUA_TNUMBER:
        write_number(w);
        break;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, -1, &size);
        write_text(w, text, size);
        break;
    }
    case LUA_TTABLE:
        write_table(w);
        break;
    default:
        str_format(why, sizeof why, "a %s", luaL_typename(L, -1));
        refuse(w, why);
    }
}

void state_write(lua_State *L, int index, struct strbuf *out) {
    struct writer w = {.L = L, .out = out};
    lua_pushvalue(L, index);
    write_value(&w);
    lua_pop(L, 1);
    if (out->length > SCRIPT_STATE_BYTES)
        luaL_error(L, "s.state is larger than %d KiB", SCRIPT_STATE_BYTES / 1024);
}

/* ---- Reading ---- */

struct reader {
    lua_State *L;
    const char *at, *end;
    int depth;
};

static void read_value(struct reader *r);

static void bad(struct reader *r) { luaL_error(r->L, "the saved state is damaged"); }

static char next(struct reader *r) {
    while (r->at < r->end && memchr(" \t\r\n", *r->at, 4)) r->at++;
    return r->at < r->end ? *r->at : '\0';
}

static void expect(struct reader *r, char c) {
    if (next(r) != c) bad(r);
    r->at++;
}

/* Four hexadecimal digits, of which the writer makes only values below 0x20. */
static int read_code(struct reader *r) {
    int code = 0;
    for (int i = 0; i < 4; i++) {
        if (r->at >= r->end) bad(r);
        char c = *r->at++;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) bad(r);
        code = 16 * code + digit;
    }
    if (code > 0x7f) bad(r);
    return code;
}

static void read_text(struct reader *r) {
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    luaL_Buffer out;
    luaL_buffinit(r->L, &out);
    expect(r, '"');
    for (;;) {
        if (r->at >= r->end) bad(r);
        char c = *r->at++;
        if (c == '"') break;
        if (c == '\\') {
            if (r->at >= r->end) bad(r);
            c = *r->at++;
            const char *escape = strchr(escapes, c);
            if (c == 'u')
                c = (char)read_code(r);
            else if (c && escape)
                c = meant[escape - escapes];
            else
                bad(r);
        }
        luaL_addchar(&out, c);
    }
    luaL_pushresult(&out);
}

static void read_number(struct reader *r) {
    char text[48];
    size_t n = 0;
    bool whole = true;
    while (r->at < r->end && n + 1 < sizeof text && strchr("+-.eE0123456789", *r->at) &&
           *r->at) {
        whole = whole && !strchr(".eE", *r->at);
        text[n++] = *r->at++;
    }
    text[n] = '\0';
    char *stop;
    if (whole)
        lua_pushinteger(r->L, strtoll(text, &stop, 10));
    else
        lua_pushnumber(r->L, strtod(text, &stop));
    if (n == 0 || *stop) bad(r);
}

static void read_list(struct reader *r) {
    lua_newtable(r->L);
    expect(r, '[');
    if (next(r) == ']') {
        r->at++;
        return;
    }
    for (lua_Integer i = 1;; i++) {
        read_value(r);
        lua_rawseti(r->L, -2, i);
        if (next(r) != ',') break;
        r->at++;
    }
    expect(r, ']');
}

static void read_object(struct reader *r) {
    lua_newtable(r->L);
    expect(r, '{');
    if (next(r) == '}') {
        r->at++;
        return;
    }
    for (;;) {
        next(r);
        read_text(r);
        expect(r, ':');
        read_value(r);
        lua_rawset(r->L, -3);
        if (next(r) != ',') break;
        r->at++;
    }
    expect(r, '}');
}

static void read_word(struct reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) bad(r);
    r->at += n;
}

static void read_value(struct reader *r) {
    if (++r->depth > VM_TABLE_DEPTH + 1) bad(r);
    luaL_checkstack(r->L, 8, "state");
    switch (next(r)) {
    case '{':
        read_object(r);
        break;
    case '[':
        read_list(r);
        break;
    case '"':
        read_text(r);
        break;
    case 't':
        read_word(r, "true");
        lua_pushboolean(r->L, 1);
        break;
    case 'f':
        read_word(r, "false");
        lua_pushboolean(r->L, 0);
        break;
    default:
        read_number(r);
        break;
    }
    r->depth--;
}

void state_read(lua_State *L, const char *text, size_t size) {
    struct reader r = {.L = L, .at = text, .end = text + size};
    read_value(&r);
    if (next(&r) || r.at != r.end || !lua_istable(L, -1)) bad(&r);
}
