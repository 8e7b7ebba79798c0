/* SPDX-License-Identifier: MIT
 *
 * What a plugin says about itself, copied: nothing here points into its image, so it outlives
 * the code it came from.
 *
 * Ownership  The registry's, until registry_destroy. Two generations whose tables are equal
 *            share one effect_type, so comparing addresses tells whether anything changed.
 * Threads    Read-only once made.
 */
#ifndef PLUGIN_EFFECT_TYPE_H
#define PLUGIN_EFFECT_TYPE_H

#include <stdbool.h>
#include <wisp/effect.h>

struct effect_type {
    const char *id, *name, *version, *doc;
    const wisp_param *params;
    uint32_t param_count;
    const wisp_command *commands;
    uint32_t command_count;
    uint32_t draw_passes;        /* Never 0. */
    const char *const *signals;  /* NULL-terminated, or NULL. */
    const char *const *services; /* NULL-terminated, or NULL. */
    uint32_t abi_minor, min_host_minor;
    uint32_t may_flags;
    uint32_t instance_size, state_schema;
    bool draws;    /* It has a draw function. */
    uint64_t hash; /* Of all of the above. */
};

#endif
