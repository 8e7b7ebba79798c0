/* SPDX-License-Identifier: MIT
 *
 * Write down which plugin's code is about to run, and that it came back. trace may be NULL.
 */
#ifndef PLUGIN_TRACE_H
#define PLUGIN_TRACE_H

#include "base/hash.h"
#include "plugin/env.h"

struct trace_what {
    const char *effect, *instance;
    uint32_t generation;
    bool trial;
    uint64_t step;
    struct hash128 hash;
};

void trace_enter(struct plugin_trace *trace, enum plugin_phase phase,
                 const struct trace_what *what);
void trace_leave(struct plugin_trace *trace);

#endif
