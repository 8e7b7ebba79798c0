/* SPDX-License-Identifier: MIT
 *
 * functions - see functions.h.
 */
#include "script/functions.h"

#include "script/build.h"
#include "script/convert.h"
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

int32_t function_add(lua_State *L, const struct script_function *function) {
    struct script *script = script_of(L);
    if (script->function_count >= SCRIPT_FUNCTIONS_MOST)
        luaL_error(L, "more than %d functions in one scene", SCRIPT_FUNCTIONS_MOST);
    script->functions = state_grow(L, script->functions, script->function_count,
                                   &script->function_capacity, sizeof *script->functions);
    script->functions[script->function_count++] = *function;
    registry_push(L, KEY_FUNCTIONS);
    lua_insert(L, -2);
    lua_rawseti(L, -2, (lua_Integer)script->function_count);
    lua_pop(L, 1);
    return (int32_t)script->function_count - 1;
}

/* ---- Reports ---- */

/* The first name in quotes, as in "attempt to index a nil value (field 'x')". */
static const char *quoted(const char *text, size_t *length) {
    const char *open = strchr(text, '\'');
    const char *close = open ? strchr(open + 1, '\'') : NULL;
    *length = close ? (size_t)(close - open) - 1 : 0;
    return close ? open + 1 : "";
}

static void add_traceback(struct script *script, struct diag *diag) {
    const struct vm_error *error = &script->vm.error;
    char text[512];
    size_t n = 0;
    for (int i = 0; i < error->frame_count; i++)
        n += str_format(text + n, sizeof text - n, "%s%s (%s:%d)",
                        i ? " < " : "traceback: ", error->frames[i].name, error->frames[i].file,
                        error->frames[i].line);
    if (error->frame_count) diag_note(script->diags, diag, "%s", text);
}

/* Globals that Lua has and scenes do not. */
static const char *absent_global(const char *text) {
    static const char *const names[] = {"os",        "io", "package", "debug",          "load",
                                        "loadfile",  "_G", "dofile",  "collectgarbage", "warn",
                                        "loadstring"};
    char shown[48];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        str_format(shown, sizeof shown, "(global '%s')", names[i]);
        if (strstr(text, shown)) return names[i];
    }
    return NULL;
}

void function_report(struct script *script, const char *what, struct place place,
                     const char *code, const char *after) {
    const struct vm_error *error = &script->vm.error;
    char front[160] = "";
    if (error->file[0]) {
        size_t length;
        const char *word = quoted(error->text, &length);
        int32_t source = source_find(&script->sources, error->file);
        place = source < 0 ? (struct place){.file = NULL}
                           : source_word(&script->sources, source, error->line, word, length);
    }
    if (what && script->dry)
        str_format(front, sizeof front, "%s: ", what);
    else if (what)
        str_format(front, sizeof front, "%s at t=%.2f (frame %llu): ", what, script->time.time,
                   (unsigned long long)script->time.frame);
    if (error->killed == VM_KILLED_TIME) code = "out-of-time";
    if (error->no_memory || error->killed == VM_KILLED_MEMORY) code = "out-of-memory";
    struct diag *diag = state_diag(script, place, DIAG_ERROR, code, "%s%s%s", front,
                                   error->text, script->loading || script->dry ? "" : after);
    if (!diag) return;
    const char *absent = absent_global(error->text);
    if (absent) diag_note(script->diags, diag, "'%s' is not available to scenes", absent);
    if (what || error->frame_count > 1) add_traceback(script, diag);
}

void function_syntax_error(lua_State *L, int32_t source) {
    struct script *script = script_of(L);
    size_t n;
    const char *raw = lua_tolstring(L, -1, &n);
    char text[1024];
    str_printable(text, sizeof text, raw ? raw : "", raw ? n : 0);
    int line = 0;
    const char *message = text;
    for (const char *p = strchr(text, ':'); p; p = strchr(p + 1, ':')) {
        char *end;
        long number = strtol(p + 1, &end, 10);
        if (end == p + 1 || end[0] != ':' || end[1] != ' ') continue;
        line = (int)number;
        message = end + 2;
        break;
    }
    const char *near = strstr(message, "near '");
    const char *stop = near ? strrchr(near, '\'') : NULL;
    size_t length = near && stop > near + 6 ? (size_t)(stop - near) - 6 : 0;
    struct place place =
        source_word(&script->sources, source, line, near ? near + 6 : "", length);
    state_diag(script, place, DIAG_ERROR, "syntax-error", "%s", message);
    lua_pop(L, 1);
}

/* ---- Running ---- */

static void push_function(lua_State *L, int32_t function) {
    registry_push(L, KEY_FUNCTIONS);
    lua_rawgeti(L, -1, function + 1);
    lua_remove(L, -2);
}

static bool runs(const struct script *script, int32_t function) {
    return function >= 0 && (size_t)function < script->function_count &&
           !script->functions[function].suspended;
}

bool function_run(lua_State *L, int32_t function, int nargs) {
    struct script *script = script_of(L);
    if (!runs(script, function)) {
        lua_pop(L, nargs);
        return false;
    }
    luaL_checkstack(L, 8, "callback");
    push_function(L, function);
    registry_push(L, KEY_SELF);
    lua_rotate(L, -nargs - 2, 2);
    if (vm_call(&script->vm, nargs + 1, 0)) return true;
    struct script_function *f = &script->functions[function];
    f->suspended = true;
    function_report(script, f->name, f->place, "script-error",
                    "; it is off until the next load");
    return false;
}

struct field_call {
    int32_t function;
    wisp_value *out;
    bool converting;
};

/* Behind vm_call, so that a bad result is an error of this field alone. */
static int field_thunk(lua_State *L) {
    struct field_call *call = lua_touserdata(L, 1);
    struct script *script = script_of(L);
    const struct script_function *f = &script->functions[call->function];
    push_function(L, call->function);
    registry_push(L, KEY_SELF);
    lua_call(L, 1, 1);
    call->converting = true;
    const wisp_param *param = build_param(&script->desc.nodes[f->node], f->param);
    struct convert c = {.L = L,
                        .script = script,
                        .param = param,
                        .name = f->field,
                        .node = f->node,
                        .param_index = f->param};
    struct desc_value value = {.source = SOURCE_CONST};
    convert_read(&c, -1, &value);
    const struct script_host *host = script->host;
    if (call->out)
        *call->out = value.value;
    else if (host && host->set)
        host->set(host->user, f->node, f->param, &value.value);
    return 0;
}

/* Keep what a value points to: at load it must outlive the Lua value. */
static void keep_tables(lua_State *L, wisp_value *value) {
    uint32_t floats = value->kind == WISP_VALUE_GRADIENT ? 4 * value->count
                      : value->kind == WISP_VALUE_POINTS ? 3
                      : value->kind == WISP_VALUE_CURVE  ? value->count
                                                         : 0;
    if (!floats || !value->table) return;
    float *copy = state_push(L, floats, sizeof *copy);
    memcpy(copy, value->table, floats * sizeof *copy);
    value->table = copy;
}

bool function_field(lua_State *L, int32_t function, wisp_value *out) {
    struct script *script = script_of(L);
    if (!runs(script, function)) return false;
    struct field_call call = {function, out, false};
    lua_pushcfunction(L, field_thunk);
    lua_pushlightuserdata(L, &call);
    if (vm_call(&script->vm, 1, 0)) {
        if (out) keep_tables(L, out);
        return true;
    }
    struct script_function *f = &script->functions[function];
    if (!call.converting || script->vm.killed) {
        f->suspended = true;
        function_report(script, f->name, f->place, "script-error",
                        "; it is off until the next load, the last good value stays");
        return false;
    }
    if (!f->complained)
        function_report(script, f->name, f->place, "bad-value", "; the last good value stays");
    f->complained = true;
    return false;
}
