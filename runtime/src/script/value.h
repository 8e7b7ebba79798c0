/* SPDX-License-Identifier: MIT
 *
 * value - the objects scripts make for values: colours, curves, gradients, knobs.
 *
 * Ownership  All are userdata of Lua and never change.
 * Errors     [script] While loading, a bad argument is a diagnostic and the result is `broken`:
 *            fields that get it say no more. Afterwards it raises.
 */
#ifndef SCRIPT_VALUE_H
#define SCRIPT_VALUE_H

#include "script/color.h"
#include "script/state.h"

struct color_value {
    float rgba[4];
    bool broken;
};

struct curve_value {
    bool gradient, broken;
    uint32_t over;
    float over_lo, over_hi;
    float vary[2];
    float least, most;               /* of a curve's stops */
    float table[4 * SCRIPT_SAMPLES]; /* a curve: samples, then the same in radians */
};

struct knob_value {
    int32_t knob; /* -1: an unknown one, reported already */
};

/* The object at an index, or NULL when it is something else. */
const struct color_value *value_color(lua_State *L, int index);
const struct curve_value *value_curve(lua_State *L, int index);
const struct knob_value *value_knob(lua_State *L, int index);

void value_push_color(lua_State *L, const float rgba[4]);

/* A colour written as text or object; false when it is neither. */
bool value_read_color(lua_State *L, int index, float rgba[4]);

/* "number 5", "string \"900\"", "wisp.curve", "table": for messages; into a fixed buffer. */
const char *value_describe(lua_State *L, int index, char *out, size_t size);

/* A number as messages show it. */
void value_number(char *out, size_t size, double x);

/* The origin of the constructor call that runs, counted among those of its line. */
struct origin value_origin(lua_State *L, const char *name);

/* Say what is wrong with an argument at a path; raises when not loading. */
void value_problem(lua_State *L, struct origin origin, const struct key_path *path,
                   const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Register metatables, and set wisp.color, rgb, hsv, kelvin, curve, gradient in the table on
 * top. */
void value_open(lua_State *L);
void curve_open(lua_State *L);
void knob_open(lua_State *L);

#endif
