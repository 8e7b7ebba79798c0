/* SPDX-License-Identifier: MIT
 *
 * convert - one value of a script against one entry of a parameter table.
 *
 * While loading, what is wrong becomes a diagnostic and the result is false; afterwards it
 * raises. Types are strict: a text is never a number.
 * Ownership  While loading, tables and texts of results live in the script's arena. Afterwards
 *            they are lent until the next conversion but 63, or as long as the Lua value is on
 *            the stack.
 * Errors     [script] Raises when out of memory, too.
 */
#ifndef SCRIPT_CONVERT_H
#define SCRIPT_CONVERT_H

#include "script/value.h"

enum convert_allow { ALLOW_CONST = 0, ALLOW_KNOB = 1, ALLOW_FUNCTION = 2 };

struct convert {
    lua_State *L;
    struct script *script;
    const wisp_param *param;
    const char *name;     /* as written: 'rate' */
    const char *display;  /* "effects.snow.rate": names functions; may be NULL */
    const char *where;    /* "effects[2].rate": key path of messages; may be NULL */
    struct origin origin; /* while loading */
    struct key_path path;
    unsigned allow; /* ALLOW_ bits */
    uint32_t node, param_index;
};

/* Read the value at index. While loading and allowed, knobs and functions fill source and ref
 * and leave the default (function) or the knob's value. */
bool convert_read(struct convert *c, int index, struct desc_value *out);

/* A knob's present value as this parameter wants it. False: it cannot be one. */
bool convert_knob(struct convert *c, const struct desc_knob *knob, wisp_value *out);

/* The table's default. */
void convert_default(lua_State *L, const wisp_param *param, wisp_value *out);

/* Push a value as scripts see it. */
void convert_push(lua_State *L, const wisp_param *param, const wisp_value *value);

/* Say what is wrong with the field: a diagnostic while loading, else raised. */
void convert_problem(struct convert *c, enum diag_severity severity, const char *code,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
