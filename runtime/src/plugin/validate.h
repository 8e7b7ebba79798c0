/* SPDX-License-Identifier: MIT
 *
 * Drive one plugin hard and look at what it does: for authors, and for our own effects.
 *
 * Checked: it runs with its defaults and with many random sets of values from its table; draw
 * leaves the state alone; the same seed gives the same state, on one thread and on four; a
 * checkpoint leads to the same future; new code on kept buffers (the same code again) leads to
 * the same future; a change of values while running is survived; no float is NaN; nothing of it
 * is left on the graphics side after its end; nothing is allocated per step once warm.
 *
 * Errors   Diagnostics of file = path: "plugin-*" as registry.h, and "validate-run",
 *          "validate-values", "validate-draw", "validate-seed", "validate-threads",
 *          "validate-checkpoint", "validate-reload", "validate-leak", "validate-allocation"
 *          (a warning).
 * Threads  Main. A plugin that crashes takes the process along.
 */
#ifndef PLUGIN_VALIDATE_H
#define PLUGIN_VALIDATE_H

#include "base/diag.h"
#include <wisp/effect.h>

struct validate_options {
    uint32_t value_sets; /* 0: 1000 */
    uint32_t steps;      /* of the long runs; 0: 60 */
    uint64_t seed;
    size_t set_budget; /* bytes of buffers with random values; more is no defect. 0: 64 MiB */
    uint32_t set_time_ms; /* for all random sets together; those left are not tried. 0: 60 s */
};

/* The number of problems added. options may be NULL. */
size_t validate_file(const struct allocator *allocator, const char *path,
                     const struct validate_options *options, struct diag_list *diags);

/* A random value that a parameter accepts, mostly within its soft range. */

wisp_status value_random(struct arena *arena, const wisp_param *param, uint64_t key,
                         wisp_value *out);

#endif
