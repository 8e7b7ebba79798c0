/* SPDX-License-Identifier: MIT */
#include "plugin/trace.h"

#include <string.h>

const char *plugin_phase_text(enum plugin_phase phase) {
    static const char *const texts[] = {"",     "load",    "create", "update",
                                        "draw", "destroy", "migrate"};
    return (size_t)phase < sizeof texts / sizeof *texts ? texts[phase] : "";
}

static void write_name(char out[TRACE_NAME], const char *text) {
    size_t length = strnlen(text, TRACE_NAME - 1);
    memcpy(out, text, length);
    out[length] = 0;
}

void trace_enter(struct plugin_trace *trace, enum plugin_phase phase,
                 const struct trace_what *what) {
    if (!trace) return;
    trace->generation = what->generation;
    trace->trial = what->trial;
    trace->step = what->step;
    trace->hash[0] = what->hash.low;
    trace->hash[1] = what->hash.high;
    write_name(trace->effect, what->effect);
    write_name(trace->instance, what->instance);
    atomic_fetch_add(&trace->beat, 1);
    atomic_store(&trace->phase, (unsigned)phase);
}

void trace_leave(struct plugin_trace *trace) {
    if (trace) atomic_store(&trace->phase, (unsigned)PHASE_NONE);
}
