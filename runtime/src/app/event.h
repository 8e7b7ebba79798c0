/* SPDX-License-Identifier: MIT
 *
 * event - what `wisp run --events` prints: one JSON object a line, a documented contract.
 *
 * {"event":"reload","what":"script","file":"a.lua","ok":true,"frame":120,"ms":{"total":12.0},
 *  "report":"flame.rate 900 -> 1200"}. Members that do not apply are left out.
 */
#ifndef APP_EVENT_H
#define APP_EVENT_H

#include "base/diag.h"
#include "plugin/swap.h"

struct event_reload {
    const char *what; /* "script", "shader", "texture", "plugin" */
    const char *file;
    bool ok;
    uint64_t frame; /* first picture with it */
    double load_ms, apply_ms, total_ms;
    uint32_t replaced;             /* shaders, textures */
    const char *report;            /* what changed, or NULL */
    const struct diag_list *diags; /* why it was refused, or NULL */
};

void event_print_reload(const struct event_reload *event);
void event_print_swap(const struct swap_event *event, uint64_t frame);
/* {"event":"start"|"restart"|"ready"|"drawn"|"end","frame":N,"ms":M}, for programs that drive
 * this one. "ready": from now on changes of all files of the scene are seen.
 * "drawn": the first picture after a reload is on the screen, M ms after the one before it.
 * "end": M is the median of all pictures' intervals. */
void event_print_mark(const char *name, uint64_t frame, double ms);

#endif
