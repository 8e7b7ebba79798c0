/* SPDX-License-Identifier: MIT
 *
 * lib_require - require: Lua files beneath the scene's folder, "wisp.x" from the library
 * folder.
 *
 * Errors  [script] Raises; what is wrong with a file is also a diagnostic of its own.
 */
#include "script/functions.h"

#include <lauxlib.h>
#include <string.h>

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-';
}

/* Words joined by single dots: no way to write a path. */
static bool valid_name(const char *name, size_t size) {
    if (size == 0 || size > 200 || strlen(name) != size) return false;
    for (size_t i = 0; i < size; i++) {
        if (is_word(name[i])) continue;
        if (name[i] != '.' || i == 0 || i + 1 == size || name[i - 1] == '.') return false;
    }
    return true;
}

static void check_chain(lua_State *L, struct script *script, const char *name) {
    luaL_Buffer out;
    for (size_t i = 0; i < script->requiring_count; i++) {
        if (!str_equal(script->requiring[i], name)) continue;
        luaL_buffinit(L, &out);
        luaL_addstring(&out, "require cycle: ");
        for (; i < script->requiring_count; i++) {
            luaL_addstring(&out, script->requiring[i]);
            luaL_addstring(&out, " -> ");
        }
        luaL_addstring(&out, name);
        luaL_pushresult(&out);
        luaL_error(L, "%s", lua_tostring(L, -1));
    }
    if (script->requiring_count == SCRIPT_MODULES_MOST)
        luaL_error(L, "more than %d modules require each other in a chain",
                   SCRIPT_MODULES_MOST);
}

/* "lib.palette" -> "lib/palette.lua" */
static void file_name(char *out, size_t size, const char *name) {
    size_t n = str_format(out, size, "%s.lua", name);
    for (size_t i = 0; i + 4 < n; i++)
        if (out[i] == '.') out[i] = '/';
}

static int32_t find_file(lua_State *L, struct script *script, const char *name) {
    char path[256];
    int32_t source = -1;
    file_name(path, sizeof path, name);
    struct source_request r = {.root = script->root,
                               .path = path,
                               .name = path,
                               .limit = script->config.limits.file_bytes,
                               .allocator = script->config.allocator,
                               .diags = script->diags,
                               .deps = script->deps};
    bool library = str_starts(name, "wisp.") && script->config.library_root;
    if (library) {
        file_name(path, sizeof path, name + 5);
        char shown[256];
        str_format(shown, sizeof shown, "wisp/%s", path);
        r.root = script->config.library_root;
        r.name = shown;
        wisp_status status = source_read(&script->sources, &r, &source);
        if (!status) return source;
        if (status != WISP_E_NOT_FOUND) luaL_error(L, "module '%s' cannot be loaded", name);
        r.root = script->root;
        file_name(path, sizeof path, name);
        r.name = path;
    }
    wisp_status status = source_read(&script->sources, &r, &source);
    if (status == WISP_E_NOT_FOUND)
        luaL_error(L, "there is no module '%s': no file '%s' in the scene's folder%s", name,
                   path, library ? " or in the library" : "");
    if (status) luaL_error(L, "module '%s' cannot be loaded", name);
    return source;
}

static int script_require(lua_State *L) {
    struct script *script = script_of(L);
    size_t size;
    const char *name = luaL_checklstring(L, 1, &size);
    if (!valid_name(name, size))
        return luaL_error(L, "module names are words joined by dots, as \"lib.palette\"");
    lua_settop(L, 1);
    registry_push(L, KEY_MODULES);
    check_chain(L, script, name);
    lua_pushvalue(L, 1);
    if (lua_rawget(L, 2) != LUA_TNIL) return 1;
    if (!script->loading)
        return luaL_error(L, "require '%s' outside of loading; put it at the top of the file",
                          name);
    vm_burn(L, 1000);
    int32_t index = find_file(L, script, name);
    const struct source *source = &script->sources.items[index];
    const char *chunk = lua_pushfstring(L, "@%s", source->name);
    if (luaL_loadbufferx(L, source->text, source->size, chunk, "t") != LUA_OK) {
        function_syntax_error(L, index);
        return luaL_error(L, "module '%s' cannot be loaded", name);
    }
    script->requiring[script->requiring_count++] = state_text(L, name);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    script->requiring_count--;
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, 1);
    }
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, 2);
    return 1;
}

int luaopen_script_require(lua_State *L) {
    registry_new(L, KEY_MODULES);
    lua_pop(L, 1);
    lua_pushcfunction(L, script_require);
    return 1;
}
