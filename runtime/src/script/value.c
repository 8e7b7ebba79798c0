/* SPDX-License-Identifier: MIT
 *
 * value - see value.h. Colours, and what all value objects share.
 */
#include "script/value.h"

#include <lauxlib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

const struct color_value *value_color(lua_State *L, int index) {
    return luaL_testudata(L, index, "wisp.color");
}

const struct curve_value *value_curve(lua_State *L, int index) {
    const struct curve_value *curve = luaL_testudata(L, index, "wisp.curve");
    return curve ? curve : luaL_testudata(L, index, "wisp.gradient");
}

const struct knob_value *value_knob(lua_State *L, int index) {
    return luaL_testudata(L, index, "wisp.knob");
}

void value_number(char *out, size_t size, double x) {
    if (isnan(x))
        str_copy(out, size, "nan");
    else if (isinf(x))
        str_copy(out, size, x < 0 ? "-inf" : "inf");
    else
        str_format(out, size, "%.10g", x);
}

static void describe_text(lua_State *L, int index, char *out, size_t size) {
    size_t n;
    const char *text = lua_tolstring(L, index, &n);
    char shown[64];
    str_printable(shown, sizeof shown, text, n < 40 ? n : 40);
    str_format(out, size, "string \"%s%s\"", shown, n > 40 ? "..." : "");
}

const char *value_describe(lua_State *L, int index, char *out, size_t size) {
    char number[40];
    const struct made *made = state_made(L, index);
    switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL:
        str_copy(out, size, "nil");
        break;
    case LUA_TSTRING:
        describe_text(L, index, out, size);
        break;
    case LUA_TNUMBER:
        value_number(number, sizeof number, lua_tonumber(L, index));
        str_format(out, size, "number %s", number);
        break;
    case LUA_TBOOLEAN:
        str_format(out, size, "boolean %s", lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TUSERDATA:
        if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
            str_copy(out, size, lua_tostring(L, -1));
            lua_pop(L, 1);
            break;
        }
        str_copy(out, size, "userdata");
        break;
    case LUA_TTABLE:
        if (made)
            str_format(out, size, "%s{}", made->name);
        else
            str_copy(out, size, "table");
        break;
    default:
        str_copy(out, size, luaL_typename(L, index));
        break;
    }
    return out;
}

struct origin value_origin(lua_State *L, const char *name) {
    if (!script_of(L)->loading) return (struct origin){.source = -1, .name = name};
    return state_origin_counted(L, 1, name);
}

void value_problem(lua_State *L, struct origin origin, const struct key_path *path,
                   const char *code, const char *format, ...) {
    struct script *script = script_of(L);
    char text[1024];
    va_list args;
    va_start(args, format);
    str_format_args(text, sizeof text, format, args);
    va_end(args);
    if (!script->loading) luaL_error(L, "%s", text);
    struct place place = path ? source_field(&script->sources, origin, path)
                              : source_call(&script->sources, origin);
    state_diag(script, place, DIAG_ERROR, code, "%s", text);
}

/* ---- Colours ---- */

static void push_color(lua_State *L, const float rgba[4], bool broken) {
    struct color_value *color = lua_newuserdatauv(L, sizeof *color, 0);
    memcpy(color->rgba, rgba, sizeof color->rgba);
    color->broken = broken;
    luaL_setmetatable(L, "wisp.color");
}

void value_push_color(lua_State *L, const float rgba[4]) { push_color(L, rgba, false); }

bool value_read_color(lua_State *L, int index, float rgba[4]) {
    const struct color_value *color = value_color(L, index);
    if (color) {
        memcpy(rgba, color->rgba, sizeof color->rgba);
        return true;
    }
    return lua_type(L, index) == LUA_TSTRING && color_parse(lua_tostring(L, index), rgba);
}

static int broken_color(lua_State *L) {
    const float white[4] = {1, 1, 1, 1};
    push_color(L, white, true);
    return 1;
}

static int wisp_color(lua_State *L) {
    struct origin origin = value_origin(L, "color");
    float rgba[4];
    if (!value_read_color(L, 1, rgba)) {
        char got[96];
        value_problem(L, origin, NULL, "bad-color",
                      "wisp.color wants \"#rrggbb\" or \"#rrggbbaa\"; got %s",
                      value_describe(L, 1, got, sizeof got));
        return broken_color(L);
    }
    value_push_color(L, rgba);
    return 1;
}

/* Numbers lo..hi in arguments 1..n; says what is wrong. */
static bool read_numbers(lua_State *L, const char *name, int least, int most, double *out,
                         const double limits[2]) {
    struct origin origin = value_origin(L, name);
    for (int i = 1; i <= most; i++) {
        if (i > least && lua_isnoneornil(L, i)) break;
        double x = lua_type(L, i) == LUA_TNUMBER ? lua_tonumber(L, i) : (double)NAN;
        if (x >= limits[0] && x <= limits[1]) {
            out[i - 1] = x;
            continue;
        }
        char got[96];
        value_problem(L, origin, NULL, "bad-color",
                      "argument %d of wisp.%s wants a number from %g to %g; got %s", i, name,
                      limits[0], limits[1], value_describe(L, i, got, sizeof got));
        return false;
    }
    return true;
}

static int wisp_rgb(lua_State *L) {
    double x[4] = {0, 0, 0, 1};
    if (!read_numbers(L, "rgb", 3, 4, x, (const double[]){0, 1})) return broken_color(L);
    float rgba[4] = {0, 0, 0, (float)x[3]};
    for (int k = 0; k < 3; k++) rgba[k] = (float)color_to_linear(x[k]);
    value_push_color(L, rgba);
    return 1;
}

static int wisp_hsv(lua_State *L) {
    double x[4] = {0, 0, 0, 1};
    if (!read_numbers(L, "hsv", 3, 4, x, (const double[]){0, 360})) return broken_color(L);
    for (int k = 1; k < 4; k++) {
        if (x[k] <= 1) continue;
        value_problem(L, state_origin(L, 1, "hsv"), NULL, "bad-color",
                      "argument %d of wisp.hsv wants a number from 0 to 1; got %g", k + 1,
                      x[k]);
        return broken_color(L);
    }
    float rgba[4];
    color_from_hsv(x[0], x[1], x[2], rgba);
    rgba[3] = (float)x[3];
    value_push_color(L, rgba);
    return 1;
}

static int wisp_kelvin(lua_State *L) {
    double kelvin = 6500;
    if (!read_numbers(L, "kelvin", 1, 1, &kelvin, (const double[]){500, 40000}))
        return broken_color(L);
    float rgba[4];
    color_from_kelvin(kelvin, rgba);
    value_push_color(L, rgba);
    return 1;
}

static const char channels[] = "rgba";

static int color_index(lua_State *L) {
    const struct color_value *color = luaL_checkudata(L, 1, "wisp.color");
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    const char *at = key[0] && !key[1] ? strchr(channels, key[0]) : NULL;
    if (!at) return luaL_error(L, "a colour has r, g, b and a, not '%s'", key);
    lua_pushnumber(L, (double)color->rgba[at - channels]);
    return 1;
}

/* color * number: brighter, beyond white too. */
static int color_multiply(lua_State *L) {
    const struct color_value *color = value_color(L, 1);
    double by = color ? luaL_checknumber(L, 2) : luaL_checknumber(L, 1);
    if (!color) color = luaL_checkudata(L, 2, "wisp.color");
    if (!(by >= 0 && by <= 1e6))
        return luaL_error(L, "a colour may be multiplied by 0 to 1000000");
    float rgba[4];
    for (int k = 0; k < 3; k++) rgba[k] = (float)((double)color->rgba[k] * by);
    rgba[3] = color->rgba[3];
    push_color(L, rgba, color->broken);
    return 1;
}

void value_open(lua_State *L) {
    static const luaL_Reg functions[] = {{"color", wisp_color},
                                         {"rgb", wisp_rgb},
                                         {"hsv", wisp_hsv},
                                         {"kelvin", wisp_kelvin},
                                         {NULL, NULL}};
    static const luaL_Reg events[] = {
        {"__index", color_index}, {"__mul", color_multiply}, {NULL, NULL}};
    luaL_newmetatable(L, "wisp.color");
    luaL_setfuncs(L, events, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    luaL_setfuncs(L, functions, 0);
}
