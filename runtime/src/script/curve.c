/* SPDX-License-Identifier: MIT
 *
 * curve - wisp.curve and wisp.gradient: stops over life or another measure, baked when made.
 *
 * Errors  As value.h says.
 */
#include "script/value.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

enum { STOPS_MOST = 256 };

struct curve_reader {
    lua_State *L;
    struct origin origin;
    bool gradient, failed;
    wisp_stop *stops;
    uint32_t count;
    enum ease ease;
    struct curve_value value;
};

static const char *kind(const struct curve_reader *r) {
    return r->gradient ? "gradient" : "curve";
}

static struct key_path at_index(int64_t i) {
    return (struct key_path){.keys = {{NULL, i}}, .count = 1};
}

static struct key_path at_name(const char *name) {
    return (struct key_path){.keys = {{name, 0}}, .count = 1};
}

#define PROBLEM(r, path, code, ...) \
    ((r)->failed = true, value_problem((r)->L, (r)->origin, path, code, __VA_ARGS__))

/* ---- Named ones ---- */

struct preset {
    const char *name;
    bool gradient;
    enum ease ease;
    uint32_t count;
    wisp_stop stops[5];
};

static const struct preset presets[] = {
    {"fade_in", false, EASE_LINEAR, 2, {{0, {0}}, {1, {1}}}},
    {"fade_out", false, EASE_LINEAR, 2, {{0, {1}}, {1, {0}}}},
    {"fade", false, EASE_SMOOTH, 4, {{0, {0}}, {0.15f, {1}}, {0.7f, {1}}, {1, {0}}}},
    {"pulse", false, EASE_SMOOTH, 3, {{0, {0}}, {0.5f, {1}}, {1, {0}}}},
    {"fire",
     true,
     EASE_LINEAR,
     4,
     {{0, {1, 0.6f, 0.2f, 1}},
      {0.35f, {1, 0.22f, 0.02f, 0.9f}},
      {0.7f, {0.4f, 0.03f, 0, 0.5f}},
      {1, {0.05f, 0, 0, 0}}}},
    {"embers",
     true,
     EASE_LINEAR,
     3,
     {{0, {1, 0.5f, 0.12f, 1}}, {0.6f, {0.8f, 0.08f, 0.01f, 1}}, {1, {0.1f, 0, 0, 0}}}},
    {"smoke",
     true,
     EASE_SMOOTH,
     3,
     {{0, {0.1f, 0.1f, 0.1f, 0}},
      {0.2f, {0.14f, 0.14f, 0.15f, 0.5f}},
      {1, {0.3f, 0.3f, 0.32f, 0}}}},
    {"night",
     true,
     EASE_LINEAR,
     2,
     {{0, {0.02f, 0.03f, 0.06f, 1}}, {1, {0, 0.002f, 0.01f, 1}}}},
    {"sunset",
     true,
     EASE_LINEAR,
     3,
     {{0, {0.9f, 0.35f, 0.12f, 1}},
      {0.4f, {0.35f, 0.12f, 0.2f, 1}},
      {1, {0.03f, 0.05f, 0.15f, 1}}}},
};
enum { PRESETS = sizeof presets / sizeof *presets };

static void read_preset(struct curve_reader *r, const char *name) {
    const char *names[PRESETS];
    uint32_t count = 0;
    for (size_t i = 0; i < PRESETS; i++) {
        if (presets[i].gradient != r->gradient) continue;
        names[count++] = presets[i].name;
        if (!str_equal(presets[i].name, name)) continue;
        memcpy(r->stops, presets[i].stops, presets[i].count * sizeof *r->stops);
        r->count = presets[i].count;
        r->ease = presets[i].ease;
        return;
    }
    char known[256] = "";
    for (uint32_t i = 0, n = 0; i < count; i++)
        n += (uint32_t)str_format(known + n, sizeof known - n, "%s%s", i ? ", " : "", names[i]);
    const char *near = suggest_name(name, names, count, NULL, 0);
    PROBLEM(r, NULL, "unknown-preset", "there is no %s named '%s'%s%s%s known: %s", kind(r),
            name, near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "", known);
}

/* ---- Stops ---- */

static bool read_time(struct curve_reader *r, int64_t i, wisp_stop *stop) {
    lua_State *L = r->L;
    struct key_path path = at_index(i);
    lua_rawgeti(L, -1, 1);
    bool is_number = lua_type(L, -1) == LUA_TNUMBER;
    double t = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!is_number || !isfinite(t)) {
        PROBLEM(r, &path, "bad-stop", "stop %d of the %s has no number for its time", (int)i,
                kind(r));
        return false;
    }
    if (r->value.over == WISP_OVER_LIFE && (t < 0 || t > 1)) {
        PROBLEM(r, &path, "bad-stop",
                "stop %d of the %s is at %g; times run from 0 to 1 over life", (int)i, kind(r),
                t);
        return false;
    }
    stop->t = (float)t;
    if (i > 1 && r->stops[i - 2].t >= stop->t) {
        PROBLEM(r, &path, "curve-order",
                "stop %d of the %s is at %g, not after the one before it at %g", (int)i,
                kind(r), t, (double)r->stops[i - 2].t);
        return false;
    }
    return true;
}

static bool read_stop(struct curve_reader *r, int64_t i, wisp_stop *stop) {
    lua_State *L = r->L;
    char got[96];
    struct key_path path = at_index(i);
    *stop = (wisp_stop){0};
    if (!lua_istable(L, -1)) {
        PROBLEM(r, &path, "bad-stop", "stop %d of the %s wants { time, %s }; got %s", (int)i,
                kind(r), r->gradient ? "colour" : "number",
                value_describe(L, -1, got, sizeof got));
        return false;
    }
    if (!read_time(r, i, stop)) return false;
    lua_rawgeti(L, -1, 2);
    bool good = r->gradient
                    ? value_read_color(L, -1, stop->v)
                    : lua_type(L, -1) == LUA_TNUMBER && fabs(lua_tonumber(L, -1)) <= 3e38;
    if (good && !r->gradient) stop->v[0] = (float)lua_tonumber(L, -1);
    if (!good)
        PROBLEM(r, &path, r->gradient ? "bad-color" : "bad-stop",
                "stop %d of the %s wants a %s; got %s", (int)i, kind(r),
                r->gradient ? "colour (\"#rrggbb[aa]\" or wisp.rgb)" : "finite number",
                value_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return good;
}

static void read_stops(struct curve_reader *r) {
    lua_State *L = r->L;
    size_t n = lua_rawlen(L, 1);
    if (n < 2 || n > STOPS_MOST) {
        PROBLEM(r, NULL, "too-few-stops", "a %s wants 2 to %d stops { time, %s }; got %d",
                kind(r), STOPS_MOST, r->gradient ? "colour" : "value", (int)n);
        return;
    }
    for (size_t i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i);
        bool good = read_stop(r, (int64_t)i, &r->stops[i - 1]);
        lua_pop(L, 1);
        if (!good) return;
    }
    r->count = (uint32_t)n;
}

/* ---- Options ---- */

static void read_ease(struct curve_reader *r) {
    char got[96];
    struct key_path path = at_name("ease");
    const char *name = lua_type(r->L, -1) == LUA_TSTRING ? lua_tostring(r->L, -1) : NULL;
    r->ease = name ? ease_find(name) : 0;
    if (r->ease) return;
    const char *near = name ? suggest_name(name, ease_names, EASE_STEP, NULL, 0) : NULL;
    PROBLEM(r, &path, "bad-choice",
            "'ease' wants one of linear, smooth, in, out, in_out, step; got %s%s%s%s",
            value_describe(r->L, -1, got, sizeof got), near ? "; did you mean \"" : "",
            near ? near : "", near ? "\"?" : "");
    r->ease = EASE_LINEAR;
}

static void read_over(struct curve_reader *r) {
    static const char *const names[] = {"life", "speed", "distance", "emitter"};
    char got[96];
    struct key_path path = at_name("over");
    const char *name = lua_type(r->L, -1) == LUA_TSTRING ? lua_tostring(r->L, -1) : "";
    for (uint32_t i = 0; i < 4; i++) {
        if (!str_equal(names[i], name)) continue;
        r->value.over = i;
        return;
    }
    PROBLEM(r, &path, "bad-choice",
            "'over' wants one of life, speed, distance, emitter; got %s",
            value_describe(r->L, -1, got, sizeof got));
}

/* vary = 0.2 is a factor of 0.8 to 1.2 per spawn; vary = {lo, hi} says it outright. */
static void read_vary(struct curve_reader *r) {
    lua_State *L = r->L;
    double lo = (double)NAN, hi = (double)NAN;
    if (lua_type(L, -1) == LUA_TNUMBER) {
        lo = 1 - lua_tonumber(L, -1);
        hi = 1 + lua_tonumber(L, -1);
    } else if (lua_istable(L, -1) && lua_rawlen(L, -1) == 2) {
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        if (lua_type(L, -1) == LUA_TNUMBER && lua_type(L, -2) == LUA_TNUMBER) {
            lo = lua_tonumber(L, -2);
            hi = lua_tonumber(L, -1);
        }
        lua_pop(L, 2);
    }
    struct key_path path = at_name("vary");
    if (!(lo >= 0 && hi >= lo && hi <= 1000)) {
        PROBLEM(r, &path, "bad-vary",
                "'vary' wants a part from 0 to 1, or {lo, hi} factors from 0 to 1000");
        return;
    }
    r->value.vary[0] = (float)lo;
    r->value.vary[1] = (float)hi;
}

static void read_options(struct curve_reader *r) {
    lua_State *L = r->L;
    static const char *const known[] = {"ease", "over", "vary"};
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TNUMBER) continue;
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        struct key_path path = at_name(key);
        if (str_equal(key, "ease")) {
            read_ease(r);
        } else if (str_equal(key, "over")) {
            read_over(r);
        } else if (str_equal(key, "vary") && !r->gradient) {
            read_vary(r);
        } else {
            const char *near = suggest_name(key, known, r->gradient ? 2 : 3, NULL, 0);
            PROBLEM(r, &path, "unknown-field",
                    "wisp.%s has no field '%s'%s%s%s known: ease, over%s", kind(r), key,
                    near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "",
                    r->gradient ? "" : ", vary");
        }
    }
}

/* ---- The object ---- */

static void bake(struct curve_reader *r) {
    struct curve_value *v = &r->value;
    double range[2] = {0, 1};
    if (v->over != WISP_OVER_LIFE) {
        range[0] = (double)r->stops[0].t;
        range[1] = (double)r->stops[r->count - 1].t;
    }
    v->over_lo = (float)range[0];
    v->over_hi = (float)range[1];
    stops_bake_over(v->table, SCRIPT_SAMPLES, r->gradient ? 4 : 1, r->stops, r->count, r->ease,
                    range);
    if (r->gradient) return;
    v->least = v->most = r->stops[0].v[0];
    for (uint32_t i = 1; i < r->count; i++) {
        v->least = fminf(v->least, r->stops[i].v[0]);
        v->most = fmaxf(v->most, r->stops[i].v[0]);
    }
    for (uint32_t i = 0; i < SCRIPT_SAMPLES; i++)
        v->table[SCRIPT_SAMPLES + i] = v->table[i] * 0.017453292519943295f;
}

static int make(lua_State *L, bool gradient) {
    struct curve_value *value = lua_newuserdatauv(L, sizeof *value, 0);
    luaL_setmetatable(L, gradient ? "wisp.gradient" : "wisp.curve");
    wisp_stop stops[STOPS_MOST];
    struct curve_reader r = {.L = L, .gradient = gradient, .stops = stops, .ease = EASE_LINEAR};
    r.origin = value_origin(L, kind(&r));
    r.value = (struct curve_value){.gradient = gradient, .vary = {1, 1}};
    char got[96];
    vm_burn(L, SCRIPT_SAMPLES);
    if (lua_type(L, 1) == LUA_TSTRING) {
        read_preset(&r, lua_tostring(L, 1));
    } else if (lua_istable(L, 1)) {
        read_options(&r);
        read_stops(&r);
    } else {
        PROBLEM(&r, NULL, "wrong-type", "wisp.%s wants a list of stops or a name; got %s",
                kind(&r), value_describe(L, 1, got, sizeof got));
    }
    if (!r.failed) bake(&r);
    r.value.broken = r.failed;
    *value = r.value;
    return 1;
}

static int wisp_curve(lua_State *L) {
    lua_settop(L, 1);
    return make(L, false);
}

static int wisp_gradient(lua_State *L) {
    lua_settop(L, 1);
    return make(L, true);
}

void curve_open(lua_State *L) {
    static const char *const names[] = {"wisp.curve", "wisp.gradient"};
    for (int i = 0; i < 2; i++) {
        luaL_newmetatable(L, names[i]);
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
    lua_pushcfunction(L, wisp_curve);
    lua_setfield(L, -2, "curve");
    lua_pushcfunction(L, wisp_gradient);
    lua_setfield(L, -2, "gradient");
}
