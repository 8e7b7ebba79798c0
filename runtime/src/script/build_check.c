/* SPDX-License-Identifier: MIT
 *
 * build_check - before anything else is read: is the scene a finite tree of plain tables?
 */
#include "script/build.h"

#include <lauxlib.h>
#include <string.h>

struct walk {
    struct builder *b;
    const void *open[VM_TABLE_DEPTH + 1]; /* tables around the present one */
    char keys[VM_TABLE_DEPTH + 1][48];
    int depth;
    size_t nodes;
    bool bad;
};

static void path_text(const struct walk *w, char *out, size_t size) {
    size_t n = 0;
    out[0] = '\0';
    for (int i = 1; i <= w->depth; i++)
        n += str_format(out + n, size - n, "%s%s", i > 1 && w->keys[i][0] != '[' ? "." : "",
                        w->keys[i]);
}

static void complain(struct walk *w, const char *code, const char *text) {
    char path[512];
    path_text(w, path, sizeof path);
    w->bad = true;
    build_problem(w->b, NULL, DIAG_ERROR, code, "%s at %s", text, path);
}

static void set_key(struct walk *w, lua_State *L) {
    char *key = w->keys[w->depth];
    if (lua_type(L, -2) == LUA_TSTRING)
        str_copy(key, sizeof w->keys[0], lua_tostring(L, -2));
    else if (lua_isinteger(L, -2))
        str_format(key, sizeof w->keys[0], "[%lld]", (long long)lua_tointeger(L, -2));
    else
        str_format(key, sizeof w->keys[0], "[%s]", luaL_typename(L, -2));
}

static void visit(struct walk *w, int index);

static void visit_entry(struct walk *w) {
    lua_State *L = w->b->L;
    if (++w->nodes > SCRIPT_TABLE_NODES) {
        complain(w, "too-large", "the scene has too many values");
        return;
    }
    if (!lua_istable(L, -1)) return;
    w->depth++;
    set_key(w, L);
    for (int i = 0; i < w->depth; i++) {
        if (w->open[i] != lua_topointer(L, -1)) continue;
        complain(w, "cyclic-table", "a table holds itself");
        w->depth--;
        return;
    }
    if (w->depth >= VM_TABLE_DEPTH)
        complain(w, "too-deep", "tables are nested too deep");
    else
        visit(w, lua_gettop(L));
    w->depth--;
}

static void visit(struct walk *w, int index) {
    lua_State *L = w->b->L;
    w->open[w->depth] = lua_topointer(L, index);
    if (lua_getmetatable(L, index)) {
        lua_pop(L, 1);
        complain(w, "not-plain", "a scene consists of plain tables; there is a metatable");
        return;
    }
    luaL_checkstack(L, 8, "scene");
    for (lua_pushnil(L); !w->bad && lua_next(L, index); lua_pop(L, 1)) {
        vm_burn(L, 4);
        visit_entry(w);
    }
}

bool build_check(struct builder *b, int index) {
    struct walk w = {.b = b};
    int top = lua_gettop(b->L);
    visit(&w, lua_absindex(b->L, index));
    lua_settop(b->L, top);
    return !w.bad;
}
