/* SPDX-License-Identifier: MIT
 *
 * Values of parameters without a script: defaults, and old values for a new table.
 *
 * Units      Angles become radians here, as plugins see them.
 * Ownership  Tables and texts go into the arena given or stay in the type.
 * Errors     WISP_E_NOMEM.
 */
#ifndef PLUGIN_VALUES_H
#define PLUGIN_VALUES_H

#include "base/arena.h"
#include "plugin/effect_type.h"

enum { VALUE_SAMPLES = 64 }; /* Of a curve or gradient made here. */

/* The default of one parameter. */
wisp_status value_default(struct arena *arena, const wisp_param *param, wisp_value *out);
/* All of a table: count values. */
wisp_status values_default(struct arena *arena, const wisp_param *params, uint32_t count,
                           wisp_value **out);

/* For each parameter of `to` the index in `from` it takes its value from, by key or by alias,
 * or -1: it takes its default. map: to_count entries. */
void values_map(const wisp_param *from, uint32_t from_count, const wisp_param *to,
                uint32_t to_count, int32_t *map);

/* Whether a value may be given for a parameter: kind, range, finite, choice. */
bool value_fits(const wisp_param *param, const wisp_value *value);

/* Index of a key, or -1. */
int32_t param_find(const wisp_param *params, uint32_t count, const char *key);

#endif
