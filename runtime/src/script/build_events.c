/* SPDX-License-Identifier: MIT
 *
 * build_events - on = { key_space = function(s) ... end, hit = function(s, e) ... end }.
 */
#include "script/build.h"

#include "script/functions.h"
#include <lauxlib.h>
#include <string.h>

/* Events of the program itself; every effect adds its signals, every button its name. */
static const char *const host_events[] = {"start",      "loop",     "reload",     "resize",
                                          "mouse_down", "mouse_up", "mouse_move", "wheel"};
static const char *const key_names[] = {
    "space", "enter",  "tab",      "escape", "backspace", "delete", "insert", "home",
    "end",   "pageup", "pagedown", "up",     "down",      "left",   "right",  "shift",
    "ctrl",  "alt",    "minus",    "plus",   "comma",     "period"};
enum {
    HOST_EVENTS = sizeof host_events / sizeof *host_events,
    KEY_NAMES = sizeof key_names / sizeof *key_names,
    EVENTS_MOST = 256
};

static bool known_key(const char *name) {
    size_t n = strlen(name);
    if (n == 1) return (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= '0' && name[0] <= '9');
    if (name[0] == 'f' && n <= 3) {
        int number = 0;
        for (size_t i = 1; i < n; i++) {
            if (name[i] < '0' || name[i] > '9') return false;
            number = 10 * number + name[i] - '0';
        }
        return number >= 1 && number <= 12;
    }
    for (size_t i = 0; i < KEY_NAMES; i++)
        if (str_equal(key_names[i], name)) return true;
    return false;
}

/* Events that can happen in this scene. */
static size_t known_events(const struct builder *b, const char **names) {
    size_t n = 0;
    for (size_t i = 0; i < HOST_EVENTS; i++) names[n++] = host_events[i];
    for (size_t i = 0; i < b->script->knob_count && n < EVENTS_MOST; i++)
        if (b->script->knobs[i].type == KNOB_BUTTON) names[n++] = b->script->knobs[i].name;
    for (size_t i = 0; i < b->count; i++) {
        const struct effect_schema *schema = b->nodes[i].schema;
        for (size_t k = 0; schema && schema->signals && schema->signals[k]; k++)
            if (n < EVENTS_MOST) names[n++] = schema->signals[k];
    }
    return n;
}

static void check_key(struct builder *b, const struct key_path *path, const char *event) {
    const char *name = strncmp(event, "key_", 4) == 0 ? event + 4 : event;
    if (known_key(name)) return;
    const char *near = suggest_name(name, key_names, KEY_NAMES, NULL, 0);
    build_problem(b, path, DIAG_ERROR, "unknown-event",
                  "there is no key '%s'%s%s%s keys: a to z, 0 to 9, f1 to f12, space, enter, "
                  "escape, up, down, left, right, ...",
                  event, near ? "; did you mean 'key_" : ";", near ? near : "",
                  near ? "'?" : "");
}

/* A name nobody is known to send may come from the embedding program, so only a near miss is
 * worth a word. */
static void check_event(struct builder *b, const struct key_path *path, const char *event) {
    const char *names[EVENTS_MOST];
    if (str_starts(event, "key_") || str_starts(event, "key")) {
        if (str_starts(event, "key_"))
            check_key(b, path, event);
        else
            build_problem(b, path, DIAG_ERROR, "unknown-event",
                          "there is no event '%s'; keys are written key_space, key_a, ...",
                          event);
        return;
    }
    size_t n = known_events(b, names);
    for (size_t i = 0; i < n; i++)
        if (str_equal(names[i], event)) return;
    const char *near = suggest_name(event, names, n, NULL, 0);
    if (near)
        build_problem(b, path, DIAG_WARNING, "unknown-event",
                      "nothing in this scene sends '%s'; did you mean '%s'?", event, near);
}

/* The value on top is a function, or { function, help = "..." }; leaves the function on top. */
static bool unwrap(struct builder *b, const struct key_path *path, const char *event,
                   const char **help) {
    lua_State *L = b->L;
    char got[96];
    if (lua_istable(L, -1) && !state_made(L, -1)) {
        lua_pushliteral(L, "help");
        if (lua_rawget(L, -2) == LUA_TSTRING) *help = state_text(L, lua_tostring(L, -1));
        lua_pop(L, 1);
        lua_rawgeti(L, -1, 1);
        lua_replace(L, -2);
    }
    if (lua_isfunction(L, -1)) return true;
    build_problem(b, path, DIAG_ERROR, "wrong-type",
                  "'%s' wants a function(s, e) or { function, help = \"...\" }; got %s", event,
                  value_describe(L, -1, got, sizeof got));
    return false;
}

static void read_handler(struct builder *b, const char *event) {
    lua_State *L = b->L;
    struct key_path path = {.keys = {{"on", 0}, {event, 0}}, .count = 2};
    check_event(b, &path, event);
    const char *help = NULL;
    lua_pushvalue(L, -1);
    if (unwrap(b, &path, event, &help)) {
        struct script_function function = {
            .name = state_format(L, "on.%s", event),
            .place = source_field(&b->script->sources, b->scene, &path)};
        lua_pushvalue(L, -1);
        b->handlers = state_grow(L, b->handlers, b->handler_count, &b->handler_capacity,
                                 sizeof *b->handlers);
        b->handlers[b->handler_count++] =
            (struct desc_handler){state_text(L, event), function_add(L, &function), help};
    }
    lua_pop(L, 1);
}

/* Push the events' names as a sorted list, so that functions get the same numbers each time. */
static size_t push_sorted(lua_State *L, int on, const char **names) {
    size_t n = 0;
    for (lua_pushnil(L); lua_next(L, on); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || n == EVENTS_MOST) continue;
        const char *name = state_text(L, lua_tostring(L, -2));
        size_t at = n++;
        for (; at > 0 && strcmp(names[at - 1], name) > 0; at--) names[at] = names[at - 1];
        names[at] = name;
    }
    return n;
}

void build_events(struct builder *b, int scene) {
    lua_State *L = b->L;
    char got[96];
    const char *names[EVENTS_MOST];
    struct key_path path = {.keys = {{"on", 0}}, .count = 1};
    lua_pushliteral(L, "on");
    int type = lua_rawget(L, scene);
    luaL_checkstack(L, 16, "on");
    if (type == LUA_TTABLE) {
        int on = lua_gettop(L);
        size_t n = push_sorted(L, on, names);
        for (size_t i = 0; i < n; i++) {
            lua_pushstring(L, names[i]);
            lua_rawget(L, on);
            read_handler(b, names[i]);
            lua_pop(L, 1);
        }
        if (lua_rawlen(L, on))
            build_problem(b, &path, DIAG_ERROR, "unnamed-field",
                          "'on' has a value without a name; write event = function(s, e)");
    } else if (type != LUA_TNIL) {
        build_problem(b, &path, DIAG_ERROR, "wrong-type",
                      "'on' wants { event = function(s, e) ... end }; got %s",
                      value_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
}
